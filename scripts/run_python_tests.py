"""Runs the tests in the folder `tests` of the second argument and writes their counts to the JSON file of the first."""

import json
import os
import pathlib
import sys
import tempfile
import unittest
from typing import Any


class CountingResult(unittest.TextTestResult):
    """Counts what passed; what failed is counted by test, since one test may report several failures."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.passed = 0

    def addSuccess(self, test: unittest.TestCase) -> None:
        super().addSuccess(test)
        self.passed += 1

    def addExpectedFailure(self, test: unittest.TestCase, err: Any) -> None:
        super().addExpectedFailure(test, err)
        self.passed += 1

    def failed(self) -> int:
        reported = [test for test, _ in self.failures + self.errors] + self.unexpectedSuccesses
        # A subtest names the test it belongs to; a module that does not load, or a class whose set-up fails, is a test here.
        return len({getattr(test, "test_case", test).id() for test in reported})


def main() -> int:
    report, folder = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    tests = unittest.defaultTestLoader.discover(str(folder / "tests"), top_level_dir=str(folder))
    # Runtimes that tests start keep their sessions in a folder of this run, never in that of the user who runs the tests.
    with tempfile.TemporaryDirectory(prefix="toh-home-") as home:
        os.environ["TOH_HOME"] = home
        result = unittest.TextTestRunner(resultclass=CountingResult, buffer=True).run(tests)
    assert isinstance(result, CountingResult)
    counts = {"passed": result.passed, "failed": result.failed()}
    report.write_text(json.dumps(counts), encoding="utf-8")
    return 0 if result.wasSuccessful() and result.passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
