"""Bytes to lines (spec §0.1, §1.9)."""

from __future__ import annotations

import time
import unittest

from theopen_harness._lines import FrameScan, LineSplitter, SkippedLine


def lines_of(splitter: LineSplitter, *chunks: bytes) -> list[bytes | SkippedLine]:
    return [line for chunk in chunks for line in splitter.push(chunk)]


class LineSplitterTest(unittest.TestCase):
    def test_only_0x0a_ends_a_line(self) -> None:
        text = "a\rb\u2028c\u2029d\u0085e\x0b\x0c\x1e".encode()
        self.assertEqual(lines_of(LineSplitter(), text + b"\nnext\n"), [text, b"next"])

    def test_a_line_is_the_same_however_its_bytes_fall_into_chunks(self) -> None:
        data = '{"a":"漢字😀"}\n\n{"b":2}\n'.encode()
        expected = ['{"a":"漢字😀"}'.encode(), b"", b'{"b":2}']
        for size in range(1, len(data) + 1):
            chunks = [data[start : start + size] for start in range(0, len(data), size)]
            self.assertEqual(lines_of(LineSplitter(), *chunks), expected, f"chunks of {size}")

    def test_a_last_line_without_line_feed_comes_out_at_the_end(self) -> None:
        splitter = LineSplitter()
        self.assertEqual(lines_of(splitter, b"a\nb"), [b"a"])
        self.assertEqual(splitter.end(), b"b")
        self.assertIsNone(splitter.end())

    def test_the_limit_counts_bytes_without_the_line_feed(self) -> None:
        splitter = LineSplitter(9)
        self.assertEqual(
            lines_of(splitter, "日本語\n日本語x\n語\n".encode()), ["日本語".encode(), SkippedLine(10), "語".encode()]
        )

    def test_a_line_over_the_limit_is_skipped_with_its_id_and_method_wherever_they_stand(self) -> None:
        filler = b'"params":{"id":"inner","method":"inner","t":"' + b"x" * 100 + b'\\"}"}'
        cases = [
            (b'{"id":"a","method":"m",' + filler + b"}", "a", "m"),
            (b"{" + filler + b',"method":"m","id":7}', 7, "m"),
            (b'{"result":[1,{"id":3}],' + filler + b', "id" : "z" }', "z", None),
            (b'  \xef\xbb\xbf {"\\u0069d":"escaped",' + filler + b"}\r", "escaped", None),
            (b'{"id":{"id":1},' + filler + b',"method":["m"]}', None, None),
            (b"[" + b'{"id":1},' * 20 + b"1]", None, None),
            (b'noise {"id":1,' + filler + b"}", None, None),
            (b'"' + b'{\\"id\\":1}' * 20 + b'"', None, None),
            (b"x" * 200, None, None),
        ]
        for line, call_id, method in cases:
            for size in (1, 7, 64, 1000):
                chunks = [line[start : start + size] for start in range(0, len(line), size)]
                found = lines_of(LineSplitter(64), *chunks, b'\n{"ok":1}\n')
                self.assertEqual(found, [SkippedLine(len(line), call_id, method), b'{"ok":1}'], (line[:40], size))

    def test_an_id_longer_than_4_kib_in_a_skipped_line_counts_as_absent(self) -> None:
        line = b'{"id":"' + b"i" * 5000 + b'","method":"m"}'
        self.assertEqual(lines_of(LineSplitter(64), line + b"\n"), [SkippedLine(len(line), None, "m")])

    def test_a_skipped_line_takes_no_memory_however_long_it_is(self) -> None:
        import tracemalloc

        splitter, chunk = LineSplitter(1024), b'{"a":[1,2,"x"],"b":"' + b"y" * 65000 + b'"},'
        lines_of(splitter, chunk)
        tracemalloc.start()
        for _ in range(100):
            lines_of(splitter, chunk)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        self.assertLess(peak, 300_000)
        self.assertEqual(lines_of(splitter, b"\n"), [SkippedLine(len(chunk) * 101)])

    def test_the_cost_is_linear_in_the_bytes(self) -> None:
        def seconds(mebibytes: int) -> float:
            splitter, chunk = LineSplitter(), b"x" * 700
            started = time.perf_counter()
            for _ in range(mebibytes * 1024 * 1024 // 700):
                lines_of(splitter, chunk)
            lines_of(splitter, b"\n")
            return time.perf_counter() - started

        small = min(seconds(1) for _ in range(3))
        self.assertLess(seconds(8), small * 8 * 5 + 0.2)

    def test_a_scan_reads_a_frame_that_is_too_deep_to_decode(self) -> None:
        scan = FrameScan()
        scan.feed(b'{"result":' + b"[" * 100_000 + b"]" * 100_000 + b',"id":"a"}')
        self.assertEqual((scan.id, scan.method), ("a", None))
