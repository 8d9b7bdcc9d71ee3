"""The process-level cases of this client: start, handshake, end, stderr, time limits. Each names its case."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import threading
import time
import unittest
from pathlib import Path

from theopen_harness import (
    CloseReport,
    Harness,
    HarnessClient,
    HarnessClientOptions,
    JsonObject,
    JsonRpcResponseError,
    JsonValue,
    RequestContext,
    RequestTimeoutError,
    TransportClosedError,
)

from .support import LIMIT, SOURCES, LeftoverTestCase, Running, as_int, as_object, wait_until_dead

GRACE = 0.3
INIT_AND_SERVE = "init()\nleave_at_eof()"


class ProcessTestCase(LeftoverTestCase):
    def client(self, options: HarnessClientOptions) -> HarnessClient:
        client = HarnessClient.of(options)
        self.addCleanup(client.close)
        return client

    def initialized(self, options: HarnessClientOptions) -> HarnessClient:
        client = self.client(options)
        client.initialize(cwd="/", provider="p", model="m")
        return client

    def init_result(self, options: HarnessClientOptions) -> dict[str, JsonValue]:
        return as_object(self.client(options).request("initialize", {}, timeout=LIMIT))

    def closed_error(self, call: object) -> TransportClosedError:
        assert callable(call)
        with self.assertRaises(TransportClosedError) as caught:
            call()
        return caught.exception


class SpawnTest(ProcessTestCase):
    def test_a_command_that_is_no_program_is_named_with_the_reason(self) -> None:  # P-002
        plain = self.folder / "plain"
        plain.write_text("#!/bin/sh\n", encoding="utf-8")
        plain.chmod(0o644)
        for command, reason in ((str(plain), "PermissionError"), (str(self.folder / "missing"), "FileNotFoundError")):
            error = self.closed_error(HarnessClient(command=command).start)
            self.assertIn(reason, str(error))
            self.assertIn(command, str(error))
            self.assertIsInstance(error.__cause__, OSError)

    def test_a_client_that_could_not_start_stays_so(self) -> None:
        client = HarnessClient(command=str(self.folder / "missing"))
        subscription = client.subscribe()
        for use in (client.start, client.start, subscription.next, client.subscribe().next):
            self.assertIn("FileNotFoundError", str(self.closed_error(use)))
        self.assertEqual(client.closed, CloseReport("spawn-failed"))
        self.assertEqual(client.close(), CloseReport("spawn-failed"))

    def test_a_working_directory_that_is_missing_is_named(self) -> None:  # P-003
        missing = str(self.folder / "missing")
        client = HarnessClient.of(self.options(INIT_AND_SERVE, cwd=missing))
        self.assertIn(missing, str(self.closed_error(client.start)))

    def test_a_working_directory_may_have_any_name(self) -> None:  # P-004
        folder = self.folder / 'a b\'c "d" é漢'
        folder.mkdir()
        result = self.init_result(self.options("init(cwd=os.getcwd())\nleave_at_eof()", cwd=str(folder)))
        self.assertEqual(result["cwd"], os.path.realpath(folder))

    def test_arguments_arrive_as_given_and_no_shell_reads_them(self) -> None:  # P-005
        args = ["a b", '"', "x\ny", "", "$HOME; echo"]
        result = self.init_result(self.options("init(args=sys.argv[1:])\nleave_at_eof()", *args))
        self.assertEqual(result["args"], args)

    def test_env_replaces_the_environment_and_none_leaves_a_name_out(self) -> None:  # P-008
        os.environ["TOH_TEST_INHERITED"] = "1"
        self.addCleanup(os.environ.pop, "TOH_TEST_INHERITED")
        body = "init(env=dict(os.environ))\nleave_at_eof()"
        environment = as_object(self.init_result(self.options(body, env={"FOO": None, "BAR": "é"}))["env"])
        self.assertEqual(environment["BAR"], "é")
        self.assertNotIn("FOO", environment)
        self.assertNotIn("TOH_TEST_INHERITED", environment)
        inherited = as_object(self.init_result(self.options(body))["env"])
        self.assertEqual(inherited["TOH_TEST_INHERITED"], "1")

    def test_two_starts_at_once_start_one_child(self) -> None:  # P-010
        client = self.client(self.options(f"open({str(self.folder)!r} + '/pids', 'a').write('x')\n" + INIT_AND_SERVE))
        for start in [Running(client.start) for _ in range(5)]:
            start.result()
        client.initialize(cwd="/", provider="p", model="m")
        self.assertEqual((self.folder / "pids").read_text(encoding="utf-8"), "x")

    def test_the_runtime_leads_a_process_group_of_its_own(self) -> None:
        client = self.initialized(self.options(INIT_AND_SERVE))
        assert client.pid is not None
        self.assertEqual(os.getpgid(client.pid), client.pid)

    def test_args_as_one_string_is_a_mistake(self) -> None:
        with self.assertRaises(TypeError):
            HarnessClient(command="x", args="--flag")


class HandshakeTest(ProcessTestCase):
    def start_error(self, body: str) -> BaseException:
        with Harness(launch=self.options(body)) as harness:
            return Running(harness.start).error(5.0)

    def test_a_runtime_that_ends_before_it_answers_is_told_with_its_exit_code(self) -> None:  # P-012
        error = self.start_error("sys.exit(0)")
        assert isinstance(error, TransportClosedError)
        self.assertEqual((error.exit_code, error.signal, error.calls_in_flight), (0, None, ("initialize",)))
        self.assertEqual(str(error), "runtime exited with code 0")

    def test_a_runtime_killed_by_a_signal_is_told_with_its_name(self) -> None:  # P-013
        error = self.start_error("read()\nos.kill(os.getpid(), signal.SIGKILL)")
        assert isinstance(error, TransportClosedError)
        self.assertEqual((error.exit_code, error.signal), (None, "SIGKILL"))
        self.assertEqual(str(error), "runtime was ended by SIGKILL")

    def test_a_refused_handshake_ends_the_runtime_and_a_later_start_tries_again(self) -> None:  # P-015
        flag = self.folder / "licence"
        body = f"""
            request = read()
            if os.path.exists({str(flag)!r}):
                answer(request, {{"serverInfo": {{"name": "fake", "version": "1"}}}})
            else:
                say({{"id": request["id"], "error": {{"code": -32603, "message": "no licence", "data": os.getpid()}}}})
            leave_at_eof()
        """
        with Harness(launch=self.options(body)) as harness:
            first = harness.client
            with self.assertRaises(JsonRpcResponseError) as caught:
                harness.start()
            self.assertEqual((str(caught.exception), caught.exception.code), ("no licence", -32603))
            assert isinstance(caught.exception.data, int)
            self.assertFalse(Path("/proc", str(caught.exception.data)).exists())
            flag.touch()
            harness.start()
            self.assertIsNot(harness.client, first)

    def test_noise_before_the_answer_is_counted_and_does_no_harm(self) -> None:  # P-016
        client = self.initialized(
            self.options(
                r"""for line in ("hi", "[npm] warn", "{ not json", "", "npm notice"): say(line.encode())"""
                "\n" + INIT_AND_SERVE
            )
        )
        for line in ("hi", "[npm] warn", "{ not json", "npm notice"):
            self.assertIn(f"[client] stdout: {line}\n", client.stderr_tail)

    def test_whatever_is_called_first_the_runtime_sees_initialize_first(self) -> None:  # P-021
        body = """
            methods = []
            while (request := read()):
                methods.append(request["method"])
                if request["method"] == "session/prompt":
                    say({"id": request["id"], "error": {"code": 1, "message": "none", "data": methods}})
                elif request["method"] == "shutdown":
                    break
                else:
                    wait(0.05)
                    answer(request, {"serverInfo": {"name": "fake", "version": "1"}})
        """
        with Harness(launch=self.options(body)) as harness:
            runs = [Running(lambda: harness.run("hello")) for _ in range(3)]
            errors = [run.error() for run in runs]
        for error in errors:
            assert isinstance(error, JsonRpcResponseError)
            self.assertRegex(str(error.data), r"\A\['initialize', ('session/prompt'(, )?)+\]\Z")


class ChildExitTest(ProcessTestCase):
    def test_every_open_call_is_rejected_with_the_exit_code(self) -> None:  # P-022
        client = self.initialized(self.options("init()\nfor _ in range(3): read()\nsys.exit(3)"))
        calls = [Running(lambda nth=nth: client.request(f"m{nth}")) for nth in range(3)]
        for call in calls:
            error = call.error(5.0)
            assert isinstance(error, TransportClosedError)
            self.assertEqual((error.exit_code, sorted(error.calls_in_flight)), (3, ["m0", "m1", "m2"]))

    def test_an_answer_in_the_pipe_is_read_although_the_child_has_gone(self) -> None:  # P-023
        body = """
            init()
            request = read()
            answer(request, "x" * 300_000)
            os._exit(0)
        """
        for _ in range(50):
            client = self.initialized(self.options(body))
            self.assertEqual(client.request("m", timeout=LIMIT), "x" * 300_000)
            client.close()

    def test_a_grandchild_that_holds_the_pipes_does_not_hide_the_end(self) -> None:  # P-024
        body = """
            import subprocess
            init()
            read()
            note("pid", pid=subprocess.Popen(["sleep", "30"], start_new_session=len(sys.argv) > 1).pid)
            os._exit(1)
        """
        for args in ([], ["left the group"]):
            client = self.initialized(self.options(body, *args))
            subscription = client.subscribe()
            started = time.monotonic()
            error = self.closed_error(lambda client=client: client.request("m"))
            pid = as_int(subscription.next(LIMIT).params["pid"])
            self.assertEqual(error.exit_code, 1)
            self.assertEqual(client.close().step, "exited")
            self.assertLess(time.monotonic() - started, 3)
            if args:
                self.assertFalse(wait_until_dead(pid, 0.01), "it left the group on purpose")
                os.kill(pid, signal.SIGKILL)
            self.assertTrue(wait_until_dead(pid), "what was left of the group is killed")

    def test_after_the_end_every_use_raises_the_reason_at_once(self) -> None:  # P-027
        client = self.initialized(self.options("init()\nsys.exit(0)"))
        subscription = client.subscribe()
        self.assertEqual(self.closed_error(lambda: subscription.next(LIMIT)).exit_code, 0)
        assert client.closed is not None
        self.assertEqual((client.closed.step, client.closed.exit_code), ("exited", 0))
        for use in (client.start, lambda: client.request("m"), lambda: client.notify("m"), client.subscribe().next):
            started = time.monotonic()
            self.assertEqual(self.closed_error(use).exit_code, 0)
            self.assertLess(time.monotonic() - started, 0.5)

    def test_last_words_on_stdout_that_are_no_frame_do_no_harm(self) -> None:  # P-029
        client = self.initialized(
            self.options('init()\nread()\nwrite(b"Segmentation fault")\nos.kill(os.getpid(), signal.SIGSEGV)')
        )
        self.assertEqual(self.closed_error(lambda: client.request("m")).signal, "SIGSEGV")

    def test_a_runtime_that_closes_stdout_and_lives_on_is_told_as_closed(self) -> None:
        client = self.initialized(self.options("init()\nread()\nos.close(1)\nread()"))
        error = self.closed_error(lambda: client.request("m"))
        self.assertEqual((str(error), error.exit_code), ("JSON-RPC input closed", None))


class BrokenPipeTest(ProcessTestCase):
    def test_a_runtime_that_closes_stdin_and_lives_on_is_told_as_closed(self) -> None:
        client = self.client(
            self.options(
                "init()\nos.close(0)\nnote('closed')\nwhile True: wait(60)",
                shutdown_timeout=0.05,
                eof_grace=0.05,
            )
        )
        subscription = client.subscribe()
        client.initialize(cwd="/", provider="p", model="m")
        subscription.next(LIMIT)
        error = self.closed_error(lambda: client.request("m"))
        self.assertIn("JSON-RPC output failed", str(error))
        self.assertIsNone(error.exit_code)
        self.closed_error(lambda: client.notify("m"))
        self.closed_error(subscription.next)
        self.assertEqual(client.close().step, "sigterm")

    def test_a_child_that_reads_nothing_raises_no_broken_pipe(self) -> None:  # P-030
        for _ in range(20):
            with Harness(launch=["false"]) as harness:
                error = Running(harness.start).error(5.0)
                assert isinstance(error, TransportClosedError)
                self.assertEqual(error.exit_code, 1)

    def test_the_answer_of_a_handler_that_ends_after_close_is_dropped(self) -> None:  # P-032
        entered, reported = threading.Event(), list[BaseException]()

        def handle(method: str, params: JsonObject, context: RequestContext) -> object:
            entered.set()
            return context.closed.wait(LIMIT)

        body = 'init()\nsay({"id": 1, "method": "ask"})\nleave_at_eof()'
        command, *args = self.fake(body)
        client = HarnessClient(command=command, args=args, on_request=handle, on_listener_error=reported.append)
        client.initialize(cwd="/", provider="p", model="m")
        self.assertTrue(entered.wait(LIMIT))
        self.assertEqual(client.close().step, "shutdown")
        for thread in threading.enumerate():
            if thread.name == "theopen-harness request":
                thread.join(LIMIT)
        self.assertEqual(reported, [])


class CloseTest(ProcessTestCase):
    def test_a_child_that_leaves_on_eof_gets_no_signal(self) -> None:  # P-035
        log = self.folder / "signals"
        body = f"""
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                signal.signal(number, lambda number, _: open({str(log)!r}, "a").write(str(number)))
            init()
            read()  # shutdown, unanswered
            while inp.read(65536): pass
            wait(0.1)
        """
        client = self.initialized(self.options(body, shutdown_timeout=0.05))
        report = client.close()
        self.assertEqual((report.step, report.exit_code), ("eof", 0))
        self.assertEqual(report.stderr_tail, "[client] shutdown failed: shutdown was not answered within 0.05 s\n")
        self.assertFalse(log.exists())

    def test_a_child_that_answers_shutdown_leaves_by_it(self) -> None:
        client = self.initialized(self.options(INIT_AND_SERVE))
        self.assertEqual(client.close(), CloseReport("shutdown", 0, None, "", ()))

    def test_a_child_that_ignores_eof_gets_sigterm(self) -> None:
        body = "signal.signal(signal.SIGTERM, lambda *_: os._exit(0))\ninit()\nwhile True: wait(60)"
        client = self.initialized(self.options(body, shutdown_timeout=0.05, eof_grace=GRACE))
        report = client.close()
        self.assertEqual((report.step, report.exit_code, report.signal), ("sigterm", 0, None))

    def test_a_child_that_ignores_eof_and_sigterm_is_killed_after_both_graces(self) -> None:  # P-037
        body = "signal.signal(signal.SIGTERM, signal.SIG_IGN)\ninit()\nwhile True: wait(60)"
        client = self.initialized(self.options(body, shutdown_timeout=0.05, eof_grace=GRACE, term_grace=GRACE))
        started = time.monotonic()
        report = client.close()
        took = time.monotonic() - started
        self.assertEqual((report.step, report.exit_code, report.signal), ("sigkill", None, "SIGKILL"))
        self.assertGreaterEqual(took, 2 * GRACE)
        self.assertLess(took, 2 * GRACE + 1)
        self.assertFalse(Path("/proc", str(client.pid)).exists(), "not reaped")

    def test_close_again_and_at_once_goes_down_one_ladder(self) -> None:  # P-038
        log = self.folder / "signals"
        body = f"""
            def count(*_):
                open({str(log)!r}, "a").write("x")
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
            signal.signal(signal.SIGTERM, count)
            init()
            while True: wait(60)
        """
        client = self.initialized(self.options(body, shutdown_timeout=0.05, eof_grace=GRACE, term_grace=GRACE))
        closes = [Running(client.close) for _ in range(3)]
        reports = [close.result() for close in closes]
        self.assertEqual(reports, [client.close()] * 3)
        self.assertEqual(log.read_text(encoding="utf-8"), "x")

    def test_a_child_that_floods_stdout_is_ended_and_no_listener_is_called_afterwards(self) -> None:  # P-041
        body = """
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            init()
            receive(read())
            while True: note("session.event", sessionId="s", event={"type": "x"})
        """
        seen, flowing = [0], threading.Event()

        def listen(_: object) -> None:
            seen[0] += 1
            flowing.set()

        harness = Harness(launch=self.options(body, shutdown_timeout=0.05, eof_grace=GRACE, term_grace=GRACE))
        run = Running(lambda: harness.run("go", session_id="s", on_notification=listen))
        self.assertTrue(flowing.wait(LIMIT))
        started = time.monotonic()
        harness.close()
        calls = seen[0]
        self.assertLess(time.monotonic() - started, 2 * GRACE + 1)
        self.assertIsInstance(run.error(), TransportClosedError)
        self.assertLessEqual(seen[0] - calls, 1)  # the one that was being called

    def test_an_open_call_is_rejected_as_closed(self) -> None:  # P-042
        client = self.initialized(
            self.options(
                'init()\nrequest = read()\nnote("got")\nwait(5)\nanswer(request, 1)',
                shutdown_timeout=0.05,
                eof_grace=GRACE,
            )
        )
        subscription = client.subscribe()
        call = Running(lambda: client.request("slow"))
        subscription.next(LIMIT)
        client.close()
        error = call.error()
        assert isinstance(error, TransportClosedError)
        self.assertEqual((error.kind, str(error), error.calls_in_flight), ("closed", "client was closed", ("slow",)))

    def test_close_from_within_a_notification_callback_ends_the_run(self) -> None:
        body = """
            init()
            receive(read())
            leave_at_eof()
        """
        harness = Harness(launch=self.options(body))
        with self.assertRaises(TransportClosedError):
            harness.run("go", session_id="s", on_notification=lambda _: harness.close())

    def test_what_waits_in_a_stuck_pipe_does_not_hold_up_close(self) -> None:
        body = "signal.signal(signal.SIGTERM, lambda *_: os._exit(0))\ninit()\nwhile True: wait(60)"
        client = self.initialized(self.options(body, shutdown_timeout=0.05, eof_grace=GRACE))
        call = Running(lambda: client.request("big", {"t": "x" * 1_000_000}))
        started = time.monotonic()
        self.assertEqual(client.close().step, "sigterm")
        self.assertLess(time.monotonic() - started, GRACE + 2)
        self.assertIsInstance(call.error(), TransportClosedError)

    def test_the_children_of_the_runtime_end_with_it(self) -> None:  # P-047
        for handler in ("sleep.kill(); sleep.wait(); os._exit(0)", "os._exit(0)"):
            body = f"""
                import subprocess
                def end(*_):
                    {handler}
                init()
                sleep = subprocess.Popen(["sh", "-c", "trap '' TERM; echo up; read forever"], stdin=subprocess.PIPE,
                                         stdout=subprocess.PIPE)
                keep = os.dup(sleep.stdin.fileno())
                sleep.stdout.readline()
                signal.signal(signal.SIGTERM, end)
                note("pid", pid=sleep.pid)
                while True: wait(60)
            """
            client = self.client(self.options(body, shutdown_timeout=0.05, eof_grace=GRACE))
            subscription = client.subscribe()
            client.initialize(cwd="/", provider="p", model="m")
            pid = as_int(subscription.next(LIMIT).params["pid"])
            self.assertEqual(client.close().step, "sigterm")
            self.assertTrue(wait_until_dead(pid))

    def test_kill_ends_the_runtime_at_once(self) -> None:
        client = self.initialized(self.options("init()\nwhile True: wait(60)"))
        self.assertIsNone(client.closed)
        client.kill()
        self.assertEqual((client.close().step, client.close().signal), ("sigkill", "SIGKILL"))

    def test_a_shutdown_timeout_of_zero_does_not_ask(self) -> None:
        client = self.initialized(self.options("init()\nnote('got', line=read())", shutdown_timeout=0))
        subscription = client.subscribe()
        self.assertEqual(client.close().step, "eof")
        self.assertEqual([n.params for n in subscription], [{"line": None}])

    def test_a_client_that_was_never_started_has_nothing_to_end(self) -> None:
        client = HarnessClient(command="unused")
        self.assertEqual(client.close(), CloseReport("not-started"))
        self.closed_error(client.start)
        self.closed_error(client.subscribe().next)

    def test_a_forgotten_client_leaves_no_process(self) -> None:
        client = HarnessClient.of(self.options(INIT_AND_SERVE))
        client.initialize(cwd="/", provider="p", model="m")
        pid = client.pid
        assert pid is not None
        del client
        self.assertTrue(wait_until_dead(pid))

    def test_a_client_that_somebody_reads_from_is_not_forgotten(self) -> None:
        body = 'init()\nread()\nnote("still here")\nleave_at_eof()'
        client = HarnessClient.of(self.options(body))
        client.initialize(cwd="/", provider="p", model="m")
        subscription = client.subscribe()
        client.notify("go")
        del client
        self.assertEqual(subscription.next(LIMIT).method, "still here")


class StderrTest(ProcessTestCase):
    def test_a_flood_on_stderr_neither_blocks_the_runtime_nor_grows_the_client(self) -> None:  # P-049
        body = """
            init()
            request = read()
            for _ in range(200): os.write(2, b"x" * 1_000_000)
            answer(request, "done")
            leave_at_eof()
        """
        client = self.initialized(self.options(body))
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        self.assertEqual(client.request("m", timeout=60), "done")
        self.assertLess(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, 30 * 1024)
        self.assertLessEqual(len(client.stderr_tail), 64 * 1024)

    def test_stderr_without_a_newline_stays_bounded(self) -> None:  # P-050
        client = self.client(self.options('for _ in range(20): os.write(2, b"." * 1_000_000)\nsys.exit(1)'))
        error = self.closed_error(lambda: client.request("initialize"))
        self.assertEqual(error.stderr_tail, "." * 64 * 1024)
        self.assertLess(len(str(error)), 300)

    def test_a_tail_cut_within_a_character_is_whole_text(self) -> None:  # P-051
        client = self.client(self.options('sys.stderr.buffer.write("漢".encode() * 100_000)\nsys.exit(1)'))
        tail = self.closed_error(lambda: client.request("initialize")).stderr_tail
        self.assertEqual(tail, "漢" * (64 * 1024 // 3))

    def test_what_was_written_just_before_the_exit_is_in_the_error(self) -> None:  # P-053
        body = 'read()\nos.write(2, b"fatal: reason 42\\n")\nos._exit(2)'
        for _ in range(30):
            client = HarnessClient.of(self.options(body))
            error = self.closed_error(lambda client=client: client.request("initialize"))
            self.assertEqual((error.exit_code, error.stderr_tail), (2, "fatal: reason 42\n"))
            self.assertEqual(str(error), "runtime exited with code 2; its stderr: fatal: reason 42")
            client.close()

    def test_the_message_quotes_the_line_that_tells_what_went_wrong(self) -> None:
        for written, said in (
            ("node:internal\nError: no such module\n    at load (x:1)\n\nNode.js v20", "Error: no such module"),
            ("Traceback:\n  File x\nValueError: 7\n", "ValueError: 7"),
            ("one\n\x1b[31mtwo\x07\n\n", "[31mtwo"),
            ("\n  \n", ""),
        ):
            client = self.client(self.options(f"sys.stderr.write({written!r})\nsys.exit(1)"))
            message = str(self.closed_error(lambda client=client: client.request("m")))
            self.assertEqual(message, "runtime exited with code 1" + (f"; its stderr: {said}" if said else ""))

    def test_a_runtime_that_closes_stderr_works_on(self) -> None:  # P-054
        client = self.initialized(self.options("os.close(2)\n" + INIT_AND_SERVE))
        self.assertEqual(client.request("m", timeout=LIMIT), {})


class TimeLimitTest(ProcessTestCase):
    SLOW = "init()\nwhile (request := read()):\n    wait(0.2)\n    answer(request, 1)"

    def test_a_limit_beyond_what_a_timer_can_hold_is_a_long_limit(self) -> None:  # P-076
        client = self.initialized(self.options(self.SLOW))
        for timeout in (2_147_483.648, 1e9, 1e300):
            self.assertEqual(client.request("m", timeout=timeout), 1)

    def test_infinity_is_no_limit_and_zero_negative_and_nan_are_refused(self) -> None:  # P-077
        client = self.initialized(self.options(self.SLOW, request_timeout=5.0))
        self.assertEqual(client.request("m", timeout=float("inf")), 1)
        for timeout in (0, -1, float("nan")):
            with self.assertRaises(ValueError):
                client.request("m", timeout=timeout)
            with self.assertRaises(ValueError):
                HarnessClientOptions(command="x", request_timeout=timeout)
        for grace in (-1.0, float("nan")):
            with self.assertRaises(ValueError):
                HarnessClientOptions(command="x", eof_grace=grace)

    def test_a_late_answer_is_ignored(self) -> None:  # P-078
        client = self.initialized(self.options(self.SLOW, request_timeout=0.05))
        with self.assertRaises(RequestTimeoutError):
            client.request("late")
        self.assertEqual(client.request("next", timeout=LIMIT), 1)

    def test_an_answer_that_came_while_the_host_was_busy_wins_over_the_limit(self) -> None:  # P-059
        client = self.initialized(self.options(self.SLOW))
        call = Running(lambda: client.request("m", timeout=1.0))
        stop = time.monotonic() + 3
        while time.monotonic() < stop:
            pass
        self.assertEqual(call.result(), 1)

    def test_an_interrupt_ends_the_wait_and_the_client_works_on(self) -> None:
        client = self.initialized(self.options('init()\nread()\nnote("got")\nleave_at_eof()'))
        subscription = client.subscribe()

        def interrupt() -> None:
            subscription.next(LIMIT)
            os.kill(os.getpid(), signal.SIGINT)

        interrupting = Running(interrupt)
        with self.assertRaises(KeyboardInterrupt):
            client.request("never answered")
        interrupting.result()
        self.assertEqual(client.request("m", timeout=LIMIT), {})


class HostEndTest(ProcessTestCase):
    """Scripts of their own, since it is the end of the interpreter that is looked at."""

    def run_host(self, script: str, **environment: str) -> tuple[subprocess.CompletedProcess[str], float]:
        prelude = f"import sys\nsys.path.insert(0, {str(SOURCES)!r})\nfrom theopen_harness import *\n"
        started = time.monotonic()
        done = subprocess.run(
            [sys.executable, "-c", prelude + script],
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=LIMIT,
            env={**os.environ, **environment},
        )
        return done, time.monotonic() - started

    def harness_source(self, body: str, extra: str = "") -> str:
        return f"harness = Harness(launch={self.fake(body)!r})\nharness.start()\npid = harness.client.pid\n{extra}"

    def test_after_close_nothing_keeps_the_host_alive(self) -> None:  # P-044, P-082
        script = self.harness_source(
            INIT_AND_SERVE,
            "harness.client.request('m', timeout=3600)\nharness.close()\nimport time\nprint(time.time())",
        )
        done, _ = self.run_host(script)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertLess(time.time() - float(done.stdout), 1)

    def test_a_host_that_ends_without_close_leaves_no_process(self) -> None:  # P-045, P-101
        endings = ("", "sys.exit(0)", "with harness: sys.exit(0)", "import os; os._exit(0)", "raise SystemError")
        for ending in endings:
            done, took = self.run_host(self.harness_source(INIT_AND_SERVE, f"print(pid, flush=True)\n{ending}"))
            self.assertTrue(wait_until_dead(int(done.stdout), 3.0), ending)
            self.assertLess(took, 4, ending)
            self.assertNotIn("Exception ignored", done.stderr)

    def test_a_stubborn_runtime_is_ended_within_three_seconds_of_the_hosts_end(self) -> None:  # P-101
        body = "signal.signal(signal.SIGTERM, signal.SIG_IGN)\ninit()\nwhile True: wait(60)"
        done, took = self.run_host(self.harness_source(body, "print(pid, flush=True)"))
        self.assertTrue(wait_until_dead(int(done.stdout), 0.1))
        self.assertLess(took, 4)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_a_forked_copy_of_the_host_does_not_end_the_runtime(self) -> None:
        extra = """
import gc, os
with harness:
    for ending in ("leave", "close", "forget"):
        child = os.fork()
        if child == 0:
            if ending == "close": harness.close()
            if ending == "forget": os._exit((globals().pop("harness"), gc.collect(), 0)[2])
            sys.exit(0)
        os.waitpid(child, 0)
    print(harness.client.request("m", timeout=10), harness.close().step)
"""
        done, _ = self.run_host(
            "import warnings; warnings.simplefilter('ignore')\n" + self.harness_source(INIT_AND_SERVE, extra)
        )
        self.assertEqual((done.stdout, done.returncode), ("{} shutdown\n", 0), done.stderr)

    def test_text_is_intact_whatever_the_locale(self) -> None:  # P-088
        body = "init()\nrequest = read()\nanswer(request, request['params'])\nleave_at_eof()"
        script = self.harness_source(
            body,
            "text = {'t': '\\xe9\\u6f22\\U0001f600'}\n"
            "print(harness.client.request('m', text) == text)\nharness.close()",
        )
        done, _ = self.run_host(script, LC_ALL="C", PYTHONUTF8="0", PYTHONIOENCODING="ascii", PYTHONCOERCECLOCALE="0")
        self.assertEqual((done.stdout, done.stderr), ("True\n", ""))

    def test_ctrl_c_reaches_the_host_alone_so_that_it_can_finish(self) -> None:  # P-065
        script = self.harness_source(
            "init()\nrequest = read()\nwait(0.3)\nanswer(request, 'finished')\nleave_at_eof()",
            """
import signal
signal.signal(signal.SIGINT, lambda *_: print("interrupted", flush=True))
print("ready", flush=True)
print(harness.client.request("m", timeout=10), harness.close().step)
""",
        )
        prelude = f"import sys\nsys.path.insert(0, {str(SOURCES)!r})\nfrom theopen_harness import *\n"
        with subprocess.Popen(
            [sys.executable, "-c", prelude + script], stdout=subprocess.PIPE, text=True, start_new_session=True
        ) as host:
            assert host.stdout is not None
            self.assertEqual(host.stdout.readline(), "ready\n")
            os.killpg(host.pid, signal.SIGINT)
            self.assertEqual(host.stdout.read(), "interrupted\nfinished shutdown\n")


class PythonTest(ProcessTestCase):
    def test_answers_around_64_kib_and_up_to_15_9_mib_arrive_whole(self) -> None:  # P-084
        body = """
            init()
            while (request := read()) and request["method"] == "m":
                size = len(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": ""}))
                answer(request, "x" * (request["params"]["size"] - size))
            answer(request, {})
        """
        client = self.initialized(self.options(body))
        for size in (65535, 65536, 65537, 1024 * 1024, int(15.9 * 1024 * 1024)):
            started = time.monotonic()
            result = client.request("m", {"size": size}, timeout=LIMIT)
            self.assertLess(time.monotonic() - started, 5)
            assert isinstance(result, str)
            self.assertEqual(len(result), size - len('{"jsonrpc": "2.0", "id": "req_", "result": ""}') - 32)

    def test_a_bare_cr_within_a_frame_and_crlf_behind_one_are_white_space(self) -> None:  # P-086
        client = self.client(
            self.options(r"""write(b'{"jsonrpc":"2.0",\r"method":"a"}\n{"method":"b"}\r\n')""" "\n" + INIT_AND_SERVE)
        )
        subscription = client.subscribe()
        client.start()
        self.assertEqual([subscription.next(LIMIT).method for _ in range(2)], ["a", "b"])

    def test_bytes_that_are_no_utf8_are_one_ignored_line(self) -> None:  # P-087
        client = self.client(self.options(r'write(b"\xff\xfe\n")' '\nnote("good")\n' + INIT_AND_SERVE))
        subscription = client.subscribe()
        client.initialize(cwd="/", provider="p", model="m")
        self.assertEqual(subscription.next(LIMIT).method, "good")
        self.assertEqual(client.stderr_tail, "[client] stdout: \ufffd\ufffd\n")

    def test_half_a_surrogate_pair_arrives_as_it_was_sent(self) -> None:  # P-089
        body = "init()\nrequest = read()\nanswer(request, request['params'])\nleave_at_eof()"
        client = self.initialized(self.options(body))
        self.assertEqual(client.request("m", {"t": "\ud83d"}, timeout=LIMIT), {"t": "\ud83d"})

    def test_a_value_that_is_no_json_is_refused_and_the_next_call_works(self) -> None:  # P-091
        client = self.initialized(self.options(INIT_AND_SERVE))
        for value in ({1}, b"x", time):
            with self.assertRaises(TypeError):
                client.request("m", {"v": value})
        self.assertEqual(client.request("m", timeout=LIMIT), {})

    def test_an_endless_integer_and_endless_nesting_do_no_harm(self) -> None:  # P-092
        body = r"""
            init()
            request = read()
            say(b'{"method":"n","params":{"n":' + b"9" * 5000 + b"}}")
            say(b'{"method":"n","params":{"n":' + b"[" * 100_000 + b"]" * 100_000 + b"}}")
            answer(request, "right")
            leave_at_eof()
        """
        client = self.initialized(self.options(body))
        self.assertEqual(client.request("m", timeout=LIMIT), "right")
        self.assertEqual(client.stderr_tail.count("[client] skipped the notification n: its "), 2)

    def test_true_and_numbers_never_match_an_id(self) -> None:  # P-093
        body = """
            init()
            request = read()
            for wrong in (True, 1, 1.0, 0): say({"id": wrong, "result": "wrong"})
            answer(request, "right")
            leave_at_eof()
        """
        self.assertEqual(self.initialized(self.options(body)).request("m", timeout=LIMIT), "right")

    RUN = """
        init()
        receive(read())
        for i in range(3): note("session.event", sessionId="s", event={"type": "x", "data": i})
        if len(sys.argv) > 1: answer(read(), "from within")
        note("session.status", sessionId="s", status="idle")
        leave_at_eof()
    """

    def test_a_call_from_within_a_notification_callback_works(self) -> None:  # P-094
        results: list[object] = []

        def listen(notification: object) -> None:
            if not results:
                results.append(harness.client.request("m", timeout=LIMIT))

        with Harness(launch=self.options(self.RUN, "call")) as harness:
            harness.run("go", session_id="s", on_notification=listen)
        self.assertEqual(results, ["from within"])

    def test_a_callback_that_raises_is_reported_and_harms_no_other(self) -> None:  # P-095
        seen: list[str] = []
        reported: list[BaseException] = []

        def listen(notification: object) -> None:
            seen.append("x")
            if len(seen) == 1:
                raise LookupError("of the callback")

        with Harness(launch=self.options(self.RUN, on_listener_error=reported.append)) as harness:
            result = harness.run("go", session_id="s", on_notification=listen)
            self.assertEqual(harness.client.request("m", timeout=LIMIT), {})
        self.assertEqual((len(seen), len(result.notifications)), (5, 5))
        self.assertEqual([str(error) for error in reported], ["of the callback"])

    def test_without_a_hook_what_a_callback_raised_is_logged(self) -> None:
        def listen(notification: object) -> None:
            raise LookupError("of the callback")

        with self.assertLogs("theopen_harness", "ERROR") as logs, Harness(launch=self.options(self.RUN)) as harness:
            harness.run("go", session_id="s", on_notification=listen)
        self.assertEqual(len(logs.records), 5)
        self.assertIn("of the callback", logs.output[0])

    def test_each_notification_arrives_when_it_is_written(self) -> None:  # P-100
        body = """
            import time
            init()
            read()
            for _ in range(10):
                wait(0.1)
                note("n", at=time.time())
            leave_at_eof()
        """
        client = self.initialized(self.options(body))
        subscription = client.subscribe()
        client.notify("go")
        delays: list[float] = []
        for _ in range(10):
            written = subscription.next(LIMIT).params["at"]
            assert isinstance(written, float)
            delays.append(time.time() - written)
        # Reading ahead would hold back the first ones for most of a second; a busy machine delays one or two.
        self.assertLess(sorted(delays)[7], 0.2)


if __name__ == "__main__":
    unittest.main()
