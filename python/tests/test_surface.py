"""The public surface, and what the package may rest on."""

from __future__ import annotations

import ast
import inspect
import pickle
import subprocess
import sys
import unittest

import theopen_harness
from theopen_harness import (
    CapabilityError,
    FrameTooLargeError,
    Harness,
    HarnessClient,
    HarnessClientOptions,
    HarnessError,
    HarnessSession,
    JsonRpcResponseError,
    RequestTimeoutError,
    RuntimeNotFoundError,
    SdkProtocolError,
    SubscriptionOverflowError,
    TransportClosedError,
)

from .support import SOURCES

PACKAGE = SOURCES / "theopen_harness"


class SurfaceTest(unittest.TestCase):
    def test_the_package_offers_these_names_and_no_other(self) -> None:
        self.assertEqual(
            theopen_harness.__all__,
            [
                "CapabilityError",
                "CloseReport",
                "FrameTooLargeError",
                "Harness",
                "HarnessClient",
                "HarnessClientOptions",
                "HarnessError",
                "HarnessNotification",
                "HarnessSession",
                "JsonObject",
                "JsonRpcLineTransport",
                "JsonRpcResponseError",
                "JsonValue",
                "NotificationSubscription",
                "RequestContext",
                "RequestTimeoutError",
                "RunResult",
                "RuntimeNotFoundError",
                "SdkProtocolError",
                "SubscriptionOverflowError",
                "TransportClosedError",
            ],
        )
        for name in theopen_harness.__all__:
            self.assertTrue(hasattr(theopen_harness, name), name)

    def test_options_are_keyword_only(self) -> None:
        for callable_ in (Harness, HarnessClient, HarnessClientOptions):
            kinds = {parameter.kind for parameter in inspect.signature(callable_).parameters.values()}
            self.assertEqual(kinds, {inspect.Parameter.KEYWORD_ONLY}, callable_)

    def test_the_client_has_the_options_that_harness_client_options_explains(self) -> None:
        explained = inspect.signature(HarnessClientOptions).parameters
        taken = inspect.signature(HarnessClient).parameters
        self.assertEqual(
            {name: parameter.default for name, parameter in taken.items()},
            {name: parameter.default for name, parameter in explained.items()},
        )

    def test_every_public_thing_has_a_docstring(self) -> None:
        for name in theopen_harness.__all__:
            thing = getattr(theopen_harness, name)
            if inspect.isclass(thing):
                self.assertTrue(inspect.getdoc(thing), name)
                for member, value in vars(thing).items():
                    if not member.startswith("_") and (inspect.isfunction(value) or isinstance(value, property)):
                        self.assertTrue(inspect.getdoc(value), f"{name}.{member}")

    def test_run_takes_the_same_options_on_harness_and_session(self) -> None:
        self.assertLess(
            set(inspect.signature(HarnessSession.run).parameters), set(inspect.signature(Harness.run).parameters)
        )


class ErrorTest(unittest.TestCase):
    def test_each_error_has_its_kind_and_is_a_harness_error(self) -> None:
        kinds = {
            JsonRpcResponseError: "response",
            TransportClosedError: "closed",
            RequestTimeoutError: "timeout",
            CapabilityError: "not-agreed",
            SdkProtocolError: "bad-message",
            FrameTooLargeError: "frame-too-large",
            SubscriptionOverflowError: "subscription-overflow",
            RuntimeNotFoundError: "runtime-not-found",
        }
        for kind_of_error, kind in kinds.items():
            error = kind_of_error("text")
            self.assertIsInstance(error, HarnessError)
            self.assertEqual((error.kind, str(error)), (kind, "text"))
        self.assertIn(SdkProtocolError, FrameTooLargeError.__mro__)
        self.assertIn(TimeoutError, RequestTimeoutError.__mro__)

    def test_an_error_survives_pickling_with_its_fields(self) -> None:
        errors = [
            JsonRpcResponseError("m", code=-1, data={"kind": "k"}),
            TransportClosedError("m", exit_code=3, signal=None, stderr_tail="t", calls_in_flight=("a",)),
            RequestTimeoutError("m", method="a", timeout=1.5),
            SdkProtocolError("m", method="a", field="b"),
            FrameTooLargeError("m", method="a", max_frame_bytes=5),
            SubscriptionOverflowError("m", max_queued_bytes=5, last_seqs={"s": 1}),
        ]
        for error in errors:
            twin = pickle.loads(pickle.dumps(error))
            self.assertEqual((type(twin), str(twin), vars(twin)), (type(error), str(error), vars(error)))


class DependencyTest(unittest.TestCase):
    def test_only_the_standard_library_is_imported(self) -> None:
        for path in PACKAGE.glob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                if isinstance(node, ast.ImportFrom) and node.level == 0:
                    names.append(node.module or "")
                for name in names:
                    root = name.split(".", maxsplit=1)[0]
                    is_for_types_alone = path.name == "_wire.py" and root == "typing_extensions"
                    self.assertTrue(root in sys.stdlib_module_names or is_for_types_alone, f"{path.name}: {name}")

    def test_the_import_starts_no_thread_and_leaves_the_types_of_the_wire_alone(self) -> None:
        script = "\n".join(
            [
                f"import sys, threading; sys.path.insert(0, {str(SOURCES)!r})",
                "import theopen_harness",
                "print(threading.active_count(), 'theopen_harness._wire' in sys.modules)",
                "import theopen_harness.wire",
                "print(theopen_harness.wire.SessionEvent is not None)",
            ]
        )
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout, "1 False\nTrue\n")

    def test_the_version_is_that_of_the_distribution(self) -> None:
        project = (SOURCES.parent / "pyproject.toml").read_text(encoding="utf-8")
        self.assertIn(f'\nversion = "{theopen_harness.__version__}"\n', project)
        self.assertTrue((PACKAGE / "py.typed").exists())


if __name__ == "__main__":
    unittest.main()
