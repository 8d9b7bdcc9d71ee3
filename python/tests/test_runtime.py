"""Against the runtime of this repository, as it is built, with its provider of scripted answers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import unittest
from typing import Any

from theopen_harness import (
    Harness,
    HarnessClient,
    HarnessNotification,
    JsonRpcResponseError,
    RequestTimeoutError,
    RunResult,
    TransportClosedError,
)

from .support import LIMIT, REPOSITORY, SOURCES, LeftoverTestCase, Running, wait_until_dead

COMMAND = ["node", str(REPOSITORY / "packages" / "runtime" / "bin" / "toh-runtime.js"), "--ephemeral"]

RULES: list[dict[str, Any]] = [
    {"when": "hello", "turns": [{"reasoning": "thinking", "text": "Hello from the script."}]},
    {"when": "ünï*", "turns": [{"text": "é漢😀\u2028\u2029\u0085 end"}]},
    {"when": "fail", "turns": [{"error": {"message": "no", "code": "INVALID_REQUEST", "status": 400}}]},
    {"when": "long", "turns": [{"text": "too long", "maxTokens": True}]},
    {"when": "hang", "turns": [{"text": "begun", "hang": True}]},
    {
        "when": "list",
        "turns": [{"toolCalls": [{"name": "list_files", "arguments": {"path": "."}}]}, {"text": "Listed."}],
    },
    {
        "when": "delegate",
        "turns": [
            {"toolCalls": [{"name": "subagent", "arguments": {"description": "a task", "prompt": "child task"}}]},
            {"text": "The child is done."},
        ],
    },
    {"when": "child task", "turns": [{"text": "I am the child."}]},
    {"when": "many *", "turns": [{"text": "word ", "repeat": 200}]},
]


class RuntimeTestCase(LeftoverTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.script = self.folder / "script.json"
        self.script.write_text(json.dumps({"rules": RULES}), encoding="utf-8")

    def harness(self, **options: Any) -> Harness:
        given: dict[str, Any] = {
            "launch": COMMAND,
            "cwd": self.folder,
            "provider": "scripted",
            "model": str(self.script),
            **options,
        }
        harness = Harness(**given)
        self.addCleanup(harness.close)
        return harness


class RunTest(RuntimeTestCase):
    def test_a_text_turn_has_the_events_of_the_specification_in_their_order(self) -> None:
        result = self.harness().run("hello", session_id="s")
        self.assertEqual((result.final_response, result.finish_reason), ("Hello from the script.", "completed"))
        kinds = [event["type"] for event in result.events]
        self.assertEqual(kinds[:3], ["agent/inbox/spliced", "turn/start", "agent/inbox/spliced"])
        self.assertEqual(kinds[-3:], ["assistant/message", "step/end", "turn/end"])
        self.assertEqual([event["seq"] for event in result.events], list(range(len(kinds))))
        self.assertEqual(result.notifications[1].params["status"], "running")
        self.assertEqual(result.notifications[-1].params["status"], "idle")

    def test_text_of_every_script_is_intact_both_ways(self) -> None:
        result = self.harness().run("ünïcödé \u2028 漢字 😀")
        self.assertEqual(result.final_response, "é漢😀\u2028\u2029\u0085 end")
        messages = [event for event in result.events if event["type"] == "user/message"]
        self.assertIn("ünïcödé \u2028 漢字 😀", json.dumps(messages[0], ensure_ascii=False))

    def test_two_runs_on_one_session_are_two_turns_of_it(self) -> None:
        session = self.harness().session()
        first, second = session.run("hello"), session.run("list")
        self.assertEqual([first.finish_reason, second.finish_reason], ["completed", "completed"])
        self.assertEqual(second.final_response, "Listed.")
        starts = [event["data"]["turn"] for event in second.events if event["type"] == "turn/start"]
        self.assertEqual(starts, [2])
        self.assertIn("tool/result", [event["type"] for event in second.events])

    def test_a_failed_and_a_truncated_turn_return_with_their_reasons(self) -> None:
        session = self.harness().session()
        self.assertEqual(session.run("fail").finish_reason, "error")
        self.assertEqual(session.run("long").finish_reason, "max-tokens")
        self.assertEqual(session.run("hello").finish_reason, "completed")

    def test_a_child_session_belongs_to_the_run_and_not_to_its_events(self) -> None:
        seen: list[HarnessNotification] = []
        result = self.harness().run("delegate", on_notification=seen.append)
        self.assertEqual(seen, result.notifications)
        self.assertEqual((result.final_response, result.finish_reason), ("The child is done.", "completed"))
        methods = [notification.method for notification in result.notifications]
        self.assertEqual((methods.count("subagent.started"), methods.count("subagent.finished")), (1, 1))
        finished = next(n for n in result.notifications if n.method == "subagent.finished")
        self.assertEqual((finished.params["status"], finished.params["stopReason"]), ("ok", "completed"))
        self.assertEqual(len(result.events), len([n for n in result.notifications if self.is_event_of(n, result)]))

    def is_event_of(self, notification: HarnessNotification, result: RunResult) -> bool:
        return notification.method == "session.event" and notification.params["sessionId"] == result.session_id

    def test_twenty_sessions_at_once_do_not_mix(self) -> None:
        harness = self.harness()
        runs = [Running(lambda n=n: harness.run(f"many {n}", session_id=f"s{n}")) for n in range(20)]
        for number, run in enumerate(runs):
            result = run.result(60)
            assert isinstance(result, RunResult)
            self.assertEqual((result.session_id, result.final_response), (f"s{number}", "word " * 200))
            self.assertEqual([event["seq"] for event in result.events], list(range(len(result.events))))

    def test_runs_at_once_on_one_session_end_together(self) -> None:
        harness = self.harness()
        harness.start()
        runs = [Running(lambda n=n: harness.run(f"many {n}", session_id="s")) for n in range(3)]
        for run in runs:
            result = run.result(60)
            assert isinstance(result, RunResult)
            self.assertEqual((result.final_response, result.finish_reason), ("word " * 200, "completed"))

    def test_the_agent_without_a_model_works_in_the_folder_it_was_given(self) -> None:
        (self.folder / "notes.txt").write_text("the heron stands in the water\n", encoding="utf-8")
        result = self.harness(provider="offline", model="offline").run("Where is the heron?")
        self.assertIn("notes.txt", result.final_response)


class RefusalTest(RuntimeTestCase):
    def test_an_unknown_provider_is_refused_and_the_runtime_ended(self) -> None:
        harness = self.harness(provider="none-such")
        with self.assertRaises(JsonRpcResponseError) as caught:
            harness.start()
        self.assertIn("none-such", str(caught.exception))

    def test_bad_params_are_refused_with_their_code_and_the_next_prompt_works(self) -> None:
        harness = self.harness()
        for session_id, blocks in (("", [{"type": "text", "text": "x"}]), ("s", []), ("s", [{"type": "tool-call"}])):
            with self.assertRaises(JsonRpcResponseError) as caught:
                harness.run(blocks, session_id=session_id)
            self.assertEqual(caught.exception.code, -32602)
        self.assertEqual(harness.run("hello").finish_reason, "completed")

    def test_what_the_runtime_does_not_know_it_says_so(self) -> None:
        harness = self.harness()
        harness.start()
        with self.assertRaises(JsonRpcResponseError) as caught:
            harness.client.request("no/such")
        self.assertEqual(caught.exception.code, -32601)

    def test_before_the_handshake_a_prompt_is_refused(self) -> None:
        with HarnessClient(command=COMMAND[0], args=COMMAND[1:], cwd=self.folder) as client:
            with self.assertRaises(JsonRpcResponseError) as caught:
                client.prompt("s", [{"type": "text", "text": "hello"}])
            self.assertEqual(caught.exception.code, -32600)
            info = client.initialize(cwd=self.folder, provider="scripted", model=str(self.script))["serverInfo"]
            self.assertEqual(info["name"], "theopen-harness-sdk-runtime")


class EndTest(RuntimeTestCase):
    def test_an_idle_runtime_leaves_by_shutdown_with_0(self) -> None:
        harness = self.harness()
        harness.run("hello")
        report = harness.close()
        self.assertEqual((report.step, report.exit_code, report.signal), ("shutdown", 0, None))

    def test_close_in_the_middle_of_a_turn_ends_both_in_order(self) -> None:
        harness = self.harness()
        harness.start()
        subscription = harness.client.subscribe(lambda notification: "text-delta" in json.dumps(notification.params))
        run = Running(lambda: harness.run("hang"))
        subscription.next(LIMIT)
        report = harness.close()
        self.assertEqual((report.step, report.exit_code), ("shutdown", 0), report.stderr_tail)
        error = run.error()
        assert isinstance(error, TransportClosedError)
        self.assertEqual(error.kind, "closed")

    def test_a_subscription_can_wait_for_a_time_and_go_on(self) -> None:
        harness = self.harness()
        harness.start()
        with harness.client.subscribe_session_tree("s") as subscription:
            with self.assertRaises(RequestTimeoutError):
                subscription.next(0.01)
            harness.client.prompt("s", [{"type": "text", "text": "hello"}])
            for notification in subscription:
                if notification.params.get("status") == "idle":
                    break

    def test_a_host_that_ends_in_the_middle_of_a_turn_leaves_no_runtime(self) -> None:  # P-045
        script = "\n".join(
            [
                f"import os, sys; sys.path.insert(0, {str(SOURCES)!r})",
                "from theopen_harness import Harness",
                f"harness = Harness(launch={COMMAND!r}, cwd={str(self.folder)!r}, provider='scripted',",
                f"                  model={str(self.script)!r})",
                "harness.start()",
                "harness.client.prompt('s', [{'type': 'text', 'text': 'hang'}])",
                "print(harness.client.pid, flush=True)",
            ]
        )
        for ending in ("", "os._exit(0)", "os.kill(os.getpid(), 9)"):
            done = subprocess.run(
                [sys.executable, "-c", f"{script}\n{ending}"],
                capture_output=True,
                text=True,
                timeout=LIMIT,
                env=dict(os.environ),
            )
            self.assertTrue(wait_until_dead(int(done.stdout), 6.0), ending)


if __name__ == "__main__":
    unittest.main()
