"""One line <-> one frame (spec §0.1)."""

from __future__ import annotations

import datetime
import json
import sys
import unittest

from theopen_harness import HarnessNotification
from theopen_harness._frames import (
    Request,
    Response,
    UnreadableFrame,
    decode_frame,
    encode_error,
    encode_notification,
    encode_request,
    encode_result,
)


class DecodeTest(unittest.TestCase):
    def test_what_a_line_is_follows_from_id_and_method(self) -> None:
        cases: list[tuple[bytes, object]] = [
            (b'{"id":1,"method":"m"}', Request(1, "m", {})),
            (b'{"id":0,"method":"m","params":{"a":1}}', Request(0, "m", {"a": 1})),
            (b'{"id":"","method":"m"}', Request("", "m", {})),
            (b'{"id":-1.5,"method":"","result":1}', Request(-1.5, "", {})),
            (b'{"id":"a","result":null}', Response("a", None, None)),
            (b'{"id":"a","error":null,"result":[]}', Response("a", [], None)),
            (b'{"id":"a","method":7}', Response("a", None, None)),
            (b'{"method":"m","params":{"__proto__":1}}', HarnessNotification("m", {"__proto__": 1})),
            (b'{"id":null,"method":"m","params":[1]}', HarnessNotification("m", {})),
            (b'{"id":true,"method":"m","params":"x"}', HarnessNotification("m", {})),
            (b'{"id":{},"method":"m"}', HarnessNotification("m", {})),
            (b' \t\xef\xbb\xbf{"method":"m"} \r', HarnessNotification("m", {})),
            (b'{"jsonrpc":"1.0",\r"method":"m"}\r', HarnessNotification("m", {})),
            ('{"method":"a\u2028\u0085\ufeff"}'.encode(), HarnessNotification("a\u2028\u0085\ufeff", {})),
            (b'{"method":"\xff\xe6\xbc"}', HarnessNotification("\ufffd\ufffd", {})),
            (b'{"id":1,"id":2,"method":"m"}', Request(2, "m", {})),
            (b"", None),
            (b"   ", None),
            (b"{", None),
            (b"null", None),
            (b"17", None),
            (b'"text"', None),
            (b'[{"id":1,"method":"m"}]', None),
            (b"{}", None),
            (b'{"id":true}', None),
            (b'{"level":"info"}', None),
            (b'{"method":"m","params":{"a":NaN}}', None),
            (b'{"method":"m","params":{"a":-Infinity}}', None),
            (b'{"method":"m"}{"method":"n"}', None),
            (b'{"method":"m\x01"}', None),
            (b"\xff\xfe", None),
        ]
        for line, expected in cases:
            self.assertEqual(decode_frame(line), expected, line)

    def test_a_frame_beyond_the_decoder_keeps_its_id_and_method(self) -> None:
        deep = b"[" * 100_000 + b"]" * 100_000
        frame = decode_frame(b'{"id":"a","result":' + deep + b"}")
        assert isinstance(frame, UnreadableFrame)
        self.assertEqual((frame.id, frame.method, frame.reason), ("a", None, "is nested too deeply"))

    @unittest.skipUnless(hasattr(sys, "get_int_max_str_digits"), "this interpreter converts integers of any length")
    def test_an_endless_integer_makes_a_frame_unreadable_and_nothing_else(self) -> None:
        frame = decode_frame(b'{"method":"m","params":{"n":' + b"9" * 5000 + b"}}")
        assert isinstance(frame, UnreadableFrame)
        self.assertEqual((frame.id, frame.method), (None, "m"))


class EncodeTest(unittest.TestCase):
    def test_a_frame_is_one_compact_line_of_ascii(self) -> None:
        self.assertEqual(
            encode_request("req_1", "m", {"t": "é\n\u2028😀"}),
            b'{"jsonrpc":"2.0","id":"req_1","method":"m","params":{"t":"\\u00e9\\n\\u2028\\ud83d\\ude00"}}\n',
        )
        self.assertEqual(encode_notification("n", None), b'{"jsonrpc":"2.0","method":"n"}\n')
        self.assertEqual(encode_result(1.5, None), b'{"jsonrpc":"2.0","id":1.5,"result":null}\n')
        self.assertEqual(
            encode_error("a", -32601, "no", {"kind": "k"}),
            b'{"jsonrpc":"2.0","id":"a","error":{"code":-32601,"message":"no","data":{"kind":"k"}}}\n',
        )

    def test_half_a_surrogate_pair_leaves_as_an_escape(self) -> None:
        line = encode_request("a", "m", {"t": "\ud83d"})
        self.assertIn(b'"\\ud83d"', line)
        self.assertEqual(json.loads(line)["params"], {"t": "\ud83d"})

    def test_what_is_no_json_raises_type_error(self) -> None:
        circle: list[object] = []
        circle.append(circle)
        deep: list[object] = []
        for _ in range(100_000):
            deep = [deep]
        for value in ({1}, b"x", datetime.date(2026, 1, 1), float("nan"), float("inf"), circle, deep, object()):
            with self.assertRaises(TypeError):
                encode_request("a", "m", {"v": value})
        del deep
