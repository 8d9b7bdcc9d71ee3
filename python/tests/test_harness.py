"""Harness and run() (spec §0.4), against recorded traffic and small fakes."""

from __future__ import annotations

import json
import os
import sys
import unittest
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from theopen_harness import (
    Harness,
    HarnessClientOptions,
    HarnessNotification,
    JsonRpcResponseError,
    RunResult,
    RuntimeNotFoundError,
    SdkProtocolError,
    SubscriptionOverflowError,
    TransportClosedError,
)
from theopen_harness._command_line import parse_command

from .support import FIXTURES, LIMIT, LeftoverTestCase, Running

REPLAY = Path(__file__).parent / "replay.py"
TRANSCRIPTS = FIXTURES / "transcripts"


def steps_of(name: str) -> list[dict[str, Any]]:
    lines = (TRANSCRIPTS / f"{name}.ndjson").read_bytes().split(b"\n")
    return [json.loads(line) for line in lines if line]


def prompts_of(name: str) -> list[dict[str, Any]]:
    """The params of the recorded prompts."""
    frames: list[dict[str, Any]] = [step["frame"] for step in steps_of(name) if "frame" in step]
    return [frame["params"] for frame in frames if frame.get("method") == "session/prompt"]


def recorded(name: str) -> list[HarnessNotification]:
    """The notifications that the runtime wrote in this transcript."""
    frames: list[dict[str, Any]] = [step["frame"] for step in steps_of(name) if "frame" in step]
    return [HarnessNotification(f["method"], f["params"]) for f in frames if "method" in f and "id" not in f]


def types_of(events: Sequence[Mapping[str, object]]) -> list[object]:
    return [event["type"] for event in events]


class ReplayTest(LeftoverTestCase):
    """Recorded traffic, played by a process."""

    def harness(self, name: str) -> Harness:
        args = ["-S", "-E", str(REPLAY), str(TRANSCRIPTS / f"{name}.ndjson")]
        harness = Harness(launch=HarnessClientOptions(command=sys.executable, args=args), cwd="/workspace")
        self.addCleanup(harness.close)
        return harness

    def run_all(self, name: str) -> list[RunResult]:
        """Run the recorded prompts, one after the other, and close."""
        harness = self.harness(name)
        results: list[RunResult] = []
        for prompt in prompts_of(name):
            seen: list[HarnessNotification] = []
            run = harness.session(prompt["sessionId"]).run
            results.append(run(prompt["contentBlocks"], on_notification=seen.append))
            self.assertEqual(seen, results[-1].notifications)
        report = harness.close()
        self.assertEqual((report.step, report.exit_code), ("shutdown", 0), report.stderr_tail)
        together = [notification for result in results for notification in result.notifications]
        self.assertEqual(together, recorded(name))
        return results

    def test_text_turn(self) -> None:
        (result,) = self.run_all("text-turn")
        self.assertEqual(result.session_id, "s-text")
        self.assertEqual(result.final_response, "Hello from the mock model.")
        self.assertEqual(result.finish_reason, "completed")
        self.assertEqual([event["seq"] for event in result.events], list(range(27)))

    def test_two_turns_one_session(self) -> None:
        first, second = self.run_all("two-turns-one-session")
        self.assertEqual([first.finish_reason, second.finish_reason], ["completed", "completed"])
        self.assertEqual([types_of(run.events).count("turn/start") for run in (first, second)], [1, 1])

    def test_unicode_text(self) -> None:
        (result,) = self.run_all("unicode-text")
        self.assertIn("\u2028", json.dumps(result.events, ensure_ascii=False))
        self.assertIn("\u2028", result.final_response + json.dumps(prompts_of("unicode-text"), ensure_ascii=False))

    def test_subagents_alone_nested_and_in_parallel_belong_to_the_tree(self) -> None:
        children = {
            "subagent-turn": 1,
            "subagent-nested": 2,
            "subagents-parallel": 2,
            "subagent-error-and-max-tokens": 2,
        }
        for name, count in children.items():
            results = self.run_all(name)
            methods = [n.method for result in results for n in result.notifications]
            self.assertEqual(methods.count("subagent.started"), count, name)
            self.assertEqual(methods.count("subagent.finished"), count, name)
            for result in results:
                self.assertEqual(result.finish_reason, "completed", name)
                self.assertLess(len(result.events), len(result.notifications))

    def test_a_failed_turn_returns_with_its_reason_and_the_next_turn_works(self) -> None:
        failed, good = self.run_all("error-turn")
        self.assertEqual((failed.finish_reason, failed.final_response), ("error", ""))
        self.assertEqual(good.finish_reason, "completed")

    def test_retries_truncation_tools_and_compaction_are_carried_through(self) -> None:
        expected = {
            "provider-retry": (["completed"], "llm/retry"),
            "max-tokens-turn": (["max-tokens", "max-tokens"], "assistant/message"),
            "multi-tool-todo": (["completed"], "todo/write"),
            "bash-tool-turn": (["completed"], "tool/result"),
            "tool-failures": (None, "tool/result"),
            "stream-faults": (None, "turn/end"),
            "missing-credential": (["error"], "turn/end"),
            "compaction": (None, "compaction/summary"),
        }
        for name, (reasons, event_type) in expected.items():
            results = self.run_all(name)
            if reasons is not None:
                self.assertEqual([result.finish_reason for result in results], reasons, name)
            self.assertIn(event_type, [kind for result in results for kind in types_of(result.events)], name)

    def test_queued_prompts_are_answered_at_once_and_one_idle_ends_them_all(self) -> None:
        harness = self.harness("queued-prompts")
        harness.start()
        client = harness.client
        trees = {name: client.subscribe_session_tree(name) for name in ("s-q", "s-other")}
        prompts = [
            Running(lambda p=p: client.prompt(p["sessionId"], p["contentBlocks"])) for p in prompts_of("queued-prompts")
        ]
        self.assertEqual(len({str(prompt.result()) for prompt in prompts}), 3)
        for name, tree in trees.items():
            expected = [n for n in recorded("queued-prompts") if n.params["sessionId"] == name]
            self.assertEqual([tree.next(LIMIT) for _ in expected], expected)
            tree.close()

    def test_overlapping_runs_on_one_session_share_its_end(self) -> None:
        harness = self.harness("queued-prompts")
        runs = [
            Running(lambda p=p: harness.run(p["contentBlocks"], session_id=p["sessionId"]))
            for p in prompts_of("queued-prompts")
        ]
        first, second, other = (run.result() for run in runs)
        assert isinstance(first, RunResult) and isinstance(second, RunResult) and isinstance(other, RunResult)
        self.assertEqual(first.final_response, second.final_response)
        self.assertEqual(first.notifications[-1], second.notifications[-1])
        self.assertEqual(types_of(first.events).count("turn/end"), 2)
        self.assertNotEqual(first.final_response, other.final_response)

    def test_what_the_older_python_client_did(self) -> None:
        harness = self.harness("py-client")
        tool = harness.run("@tool", session_id="py-client")
        truncated = harness.run("@max")
        self.assertEqual((tool.finish_reason, truncated.finish_reason), ("completed", "max-tokens"))
        self.assertIn("tool/result", types_of(tool.events))
        self.assertRegex(truncated.session_id, r"\Asession-[0-9a-f]{32}\Z")


RUN_PRELUDE = """
def event(type, session="s", **data): note("session.event", sessionId=session, event={"type": type, "data": data})
def idle(session="s"): note("session.status", sessionId=session, status="idle")
def receipt(id="m", session="s"): event("agent/inbox/spliced", session, inserted=[{"id": id}])
def text(*texts): return {"content": [{"type": "text", "text": t} for t in texts]}
"""


class RunTest(LeftoverTestCase):
    def run_against(self, body: str) -> RunResult:
        """Run one prompt in session "s"; ``body`` is what the runtime does once it has read it."""
        whole = f"{RUN_PRELUDE}\ninit()\nprompt = read()\n{body}\nleave_at_eof()"
        with Harness(launch=self.options(whole)) as harness:
            return harness.run("go", session_id="s")

    def test_the_interval_reaches_from_the_receipt_to_the_idle_of_the_root(self) -> None:
        result = self.run_against(
            """
event("turn/end", reason={"kind": "completed"}); idle()
receipt("another"); receipt(session="other"); event("agent/inbox/spliced", inserted=[])
receipt()
answer(prompt, {"messageId": "m"})
idle("other"); note("session.status", sessionId="s", status="running")
event("assistant/message", message=text("first ", "part"))
blocks = [{"type": "reasoning"}, {"type": "text", "text": "last"}, {"type": "new"}]
event("assistant/message", message={"content": blocks})
event("turn/end", reason={"kind": "novel"})
note("session.event", sessionId="s", event={"type": "_x/unknown"})
idle(); idle()
"""
        )
        self.assertEqual(
            types_of(result.events),
            ["agent/inbox/spliced", "assistant/message", "assistant/message", "turn/end", "_x/unknown"],
        )
        self.assertEqual((result.final_response, result.finish_reason), ("last", "novel"))
        self.assertEqual([n.method for n in result.notifications][-2:], ["session.event", "session.status"])
        self.assertEqual(len(result.notifications), 7)

    def test_without_messages_the_response_is_empty_and_there_is_no_reason(self) -> None:
        result = self.run_against('receipt(); answer(prompt, {"messageId": "m"}); idle()')
        self.assertEqual((result.final_response, result.finish_reason), ("", None))
        self.assertEqual(repr(result), "RunResult(session_id='s', final_response='', finish_reason=None)")

    def test_a_message_that_breaks_its_contract_is_named_with_method_and_path(self) -> None:
        cases = [
            ('answer(prompt, {"messageId": 7})', "session/prompt", "result.messageId"),
            ("answer(prompt, None)", "session/prompt", "result.messageId"),
            ('note("session.event", sessionId="s", event=7)', "session.event", "params.event"),
            ('note("session.event", sessionId="s", event={"type": 7})', "session.event", "params.event.type"),
            ('event("assistant/message")', "session.event", "params.event.data.message.content"),
            (
                'event("assistant/message", message={"content": [7]})',
                "session.event",
                "params.event.data.message.content[0]",
            ),
            (
                'event("assistant/message", message={"content": [{}]})',
                "session.event",
                "params.event.data.message.content[0].type",
            ),
            (
                'event("assistant/message", message={"content": [{"type": "text"}]})',
                "session.event",
                "params.event.data.message.content[0].text",
            ),
            ('event("turn/end")', "session.event", "params.event.data.reason.kind"),
            ('event("turn/end", reason={"kind": None})', "session.event", "params.event.data.reason.kind"),
        ]
        for act, method, path in cases:
            answered = "" if act.startswith("answer") else 'receipt(); answer(prompt, {"messageId": "m"}); '
            with self.assertRaises(SdkProtocolError) as caught:
                self.run_against(answered + act)
            self.assertEqual((caught.exception.method, caught.exception.field), (method, path), act)

    def test_a_handshake_that_breaks_its_contract_is_named(self) -> None:
        for result, path in (
            ("7", "result.serverInfo"),
            ('{"serverInfo": {"name": "x"}}', "result.serverInfo.version"),
        ):
            with Harness(launch=self.options(f"answer(read(), {result})\nleave_at_eof()")) as harness:
                with self.assertRaises(SdkProtocolError) as caught:
                    harness.start()
                self.assertEqual((caught.exception.method, caught.exception.field), ("initialize", path))

    def test_the_end_of_the_runtime_ends_the_run(self) -> None:
        with self.assertRaises(TransportClosedError) as caught:
            self.run_against('receipt(); answer(prompt, {"messageId": "m"}); sys.exit(9)')
        self.assertEqual(caught.exception.exit_code, 9)

    def test_a_refused_prompt_raises_with_the_code_of_the_runtime(self) -> None:
        with self.assertRaises(JsonRpcResponseError) as caught:
            self.run_against('say({"id": prompt["id"], "error": {"code": -32602, "message": "sessionId"}})')
        self.assertEqual(caught.exception.code, -32602)

    def test_a_callback_far_slower_than_the_turn_ends_the_run_and_names_the_last_seq(self) -> None:
        body = (
            RUN_PRELUDE
            + """
init(); receive(read())
read()
for seq in range(1, 20): note("session.event", sessionId="s", event={"type": "x", "seq": seq, "data": "y" * 1000})
note("flooded")
leave_at_eof()
"""
        )
        command, *args = self.fake(body)
        options = HarnessClientOptions(command=command, args=args, max_queued_bytes=5000)
        with Harness(launch=options) as harness:

            def listen(notification: HarnessNotification) -> None:
                if notification.params["event"] and not flooded:
                    with harness.client.subscribe(lambda n: n.method == "flooded") as end:
                        harness.client.notify("go")
                        flooded.append(end.next(LIMIT))

            flooded: list[HarnessNotification] = []
            with self.assertRaises(SubscriptionOverflowError) as caught:
                harness.run("go", session_id="s", on_notification=listen)
        self.assertEqual(caught.exception.last_seqs, {"s": 4})

    def test_content_blocks_are_sent_as_they_are_and_a_text_as_one_block(self) -> None:
        body = """
            init()
            for _ in range(2):
                prompt = read()
                say({"id": prompt["id"], "error": {"message": "no", "data": prompt["params"]}})
            leave_at_eof()
        """
        block = {"type": "image", "attachment": {"attachmentId": "sha256:0"}, "unknown": [1]}
        with Harness(launch=self.options(body)) as harness:
            sent: list[object] = []
            for prompt in ("tëxt", [block, block]):
                with self.assertRaises(JsonRpcResponseError) as caught:
                    harness.run(prompt, session_id="s")
                sent.append(caught.exception.data)
        self.assertEqual(
            sent,
            [
                {"sessionId": "s", "contentBlocks": [{"type": "text", "text": "tëxt"}]},
                {"sessionId": "s", "contentBlocks": [block, block]},
            ],
        )


class HandshakeParamsTest(LeftoverTestCase):
    BODY = "request = init()\nanswer(read(), request['params'])\nleave_at_eof()"

    def params(self, **options: Any) -> object:
        launch = self.options(self.BODY, cwd=options.pop("launch_cwd", None))
        with Harness(launch=launch, **options) as harness:
            harness.start()
            return harness.client.request("m", timeout=LIMIT)

    def test_the_defaults(self) -> None:
        self.assertEqual(
            self.params(), {"cwd": os.getcwd(), "provider": "deepseek-official", "model": "deepseek-v4-flash"}
        )

    def test_what_was_given(self) -> None:
        relative = os.path.relpath(self.folder)
        self.assertEqual(
            self.params(cwd=relative, provider="p", model="m", max_tokens=5),
            {"cwd": str(self.folder), "provider": "p", "model": "m", "maxTokens": 5},
        )

    def test_the_folder_of_the_launch_is_the_default_of_cwd(self) -> None:
        params = self.params(launch_cwd=str(self.folder))
        assert isinstance(params, dict)
        self.assertEqual(params["cwd"], str(self.folder))


class HarnessTest(LeftoverTestCase):
    def test_starts_at_once_share_one_handshake(self) -> None:
        body = f"open({str(self.folder)!r} + '/starts', 'a').write('x')\ninit()\nleave_at_eof()"
        with Harness(launch=self.options(body)) as harness:
            for start in [Running(harness.start) for _ in range(5)]:
                start.result()
            harness.start()
        self.assertEqual((self.folder / "starts").read_text(encoding="utf-8"), "x")

    def test_close_while_the_handshake_waits_ends_it(self) -> None:
        harness = Harness(launch=self.options('read()\nnote("got")\nwhile inp.read(1): pass', shutdown_timeout=0.05))
        subscription = harness.client.subscribe()
        starting = Running(harness.start)
        subscription.next(LIMIT)
        self.assertEqual(harness.close().step, "eof")
        self.assertIsInstance(starting.error(), TransportClosedError)
        with self.assertRaises(TransportClosedError):
            harness.start()

    def test_a_harness_that_was_never_started_closes_and_stays_closed(self) -> None:
        harness = Harness(launch=["unused"])
        self.assertEqual(harness.close(), harness.close())
        with self.assertRaises(TransportClosedError):
            harness.run("hello")

    def test_a_session_sends_nothing_and_has_an_id_of_its_own(self) -> None:
        harness = Harness(launch=["unused"])
        first, second = harness.session(), harness.session()
        self.assertRegex(first.id, r"\Asession-[0-9a-f]{32}\Z")
        self.assertNotEqual(first.id, second.id)
        self.assertEqual(harness.session("mine").id, "mine")
        self.assertIs(first.harness, harness)

    def test_launch_may_be_a_command_as_text_or_its_words(self) -> None:
        command, *args = self.fake("init()\nleave_at_eof()")
        script = Path(args[-1]).rename(self.folder / "a runtime.py")
        launches: list[str | Sequence[str]] = [[command, str(script)], f"{command} -S '{script}'", str(script)]
        for launch in launches:
            with Harness(launch=launch) as harness:
                harness.start()
        mistakes: list[str | Sequence[str]] = ["", "  ", "'unbalanced", []]
        for launch in mistakes:
            with self.assertRaises(ValueError):
                Harness(launch=launch)

    def test_options_of_the_harness_stand_before_those_of_launch(self) -> None:
        launch = HarnessClientOptions(command="x", request_timeout=1.0, eof_grace=2.0, env={"A": "1"})
        options = Harness(launch=launch, request_timeout=3.0, env={}).client.options
        self.assertEqual((options.request_timeout, options.eof_grace, options.env), (3.0, 2.0, {}))

    def test_without_launch_the_runtime_is_found_or_the_error_says_what_was_looked_for(self) -> None:
        program = self.folder / "toh-runtime"
        runtime = self.fake("init(argv=sys.argv[1:])\nleave_at_eof()")
        program.write_text(f'#!/bin/sh\nexec {" ".join(runtime)} "$@"\n', encoding="utf-8")
        program.chmod(0o755)
        self.set_environment("TOH_RUNTIME", None)
        self.set_environment("PATH", f"{self.folder}:/usr/bin:/bin")
        with Harness() as harness:
            harness.start()
        self.set_environment("PATH", "/usr/bin:/bin")
        with self.assertRaises(RuntimeNotFoundError) as caught:
            Harness()
        self.assertEqual(caught.exception.kind, "runtime-not-found")
        self.assertIn("TOH_RUNTIME is not set and there is no toh-runtime on the PATH", str(caught.exception))
        for named in (str(program), f"'{program}' --flag 'a b'"):
            self.set_environment("TOH_RUNTIME", named)
            with Harness() as harness:
                harness.start()
        self.set_environment("TOH_RUNTIME", "'unbalanced")
        with self.assertRaises(RuntimeNotFoundError) as caught:
            Harness()
        self.assertIn("TOH_RUNTIME is no command", str(caught.exception))

    def set_environment(self, name: str, value: str | None) -> None:
        before = os.environ.get(name)
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value
        restored = {} if before is None else {name: before}
        self.addCleanup(lambda: (os.environ.pop(name, None), os.environ.update(restored)))


class CommandTest(unittest.TestCase):
    def test_words_are_held_together_by_quotes_and_a_script_runs_with_its_interpreter(self) -> None:
        cases = [
            ("toh-runtime", ["toh-runtime"]),
            ("  a  'b c' \"d e\" f\\ g '' ", ["a", "b c", "d e", "f g", ""]),
            ("bin/toh-runtime.js --ephemeral", ["node", "bin/toh-runtime.js", "--ephemeral"]),
            ("runtime.mjs", ["node", "runtime.mjs"]),
            ("runtime.py x", [sys.executable, "runtime.py", "x"]),
        ]
        for text, words in cases:
            options = parse_command(text)
            self.assertEqual([options.command, *options.args], words, text)


if __name__ == "__main__":
    unittest.main()
