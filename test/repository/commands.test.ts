import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { requireNode } from "../../scripts/repository.mjs";
import { root } from "./packages.test-support.ts";
import { temporaryFolder } from "./temporary-folder.test-support.ts";

describe("npm test", () => {
  it("fails with one line where there is no python3, and still ends with the counts", () => {
    const { status, stdout, stderr } = npmTest({ PATH: temporaryFolder() });
    expect(stderr).toBe("Python 3.10 or newer is needed for the tests; python3 was not found\n");
    expect(stdout).toBe("0 passed, 1 failed\n");
    expect(status).toBe(1);
  });

  it("fails with one line where python3 is too old", () => {
    const folder = temporaryFolder({ python3: "#!/bin/sh\necho 3.9.18\n" });
    chmodSync(join(folder, "python3"), 0o755);
    const { status, stderr } = npmTest({ PATH: folder });
    expect(stderr).toBe("Python 3.10 or newer is needed for the tests; python3 is 3.9.18\n");
    expect(status).toBe(1);
  });

  function npmTest(env: Readonly<Record<string, string>>) {
    const options = { cwd: root, encoding: "utf8", env: { ...process.env, PYTHON: "", ...env } } as const;
    return spawnSync(process.execPath, ["scripts/test.mjs"], options);
  }
});

describe("Every command", () => {
  it.each(["20.19.0", "20.20.2", "22.0.0", "26.10.0"])("accepts Node %s", (version) => {
    expect(() => requireNode(version)).not.toThrow();
  });

  it.each(["18.20.4", "20.9.0", "20.18.3"])("refuses Node %s in one line", (version) => {
    expect(() => requireNode(version)).toThrow(`Node 20.19 or newer is needed; this is Node ${version}`);
  });
});

describe("The Python tests", () => {
  it("are counted by test: subtests are one, a module that does not load is one", () => {
    const folder = temporaryFolder({
      "tests/__init__.py": "",
      "tests/test_broken.py": "import does_not_exist\n",
      "tests/test_some.py": [
        "import unittest",
        "class Some(unittest.TestCase):",
        "    def test_passes(self): pass",
        "    def test_passes_too(self): pass",
        "    def test_fails(self): self.fail()",
        "    def test_fails_in_two_subtests(self):",
        "        for i in (1, 2, 3):",
        "            with self.subTest(i=i): self.assertEqual(i, 1)",
        "    @unittest.skip('not now')",
        "    def test_skipped(self): pass",
        "    @unittest.expectedFailure",
        "    def test_unexpectedly_passes(self): pass",
        "",
      ].join("\n"),
    });
    expect(runPythonTests(folder)).toEqual({ counts: { passed: 2, failed: 4 }, status: 1 });
  });

  it("fail when there are none", () => {
    const folder = temporaryFolder({ "tests/__init__.py": "" });
    expect(runPythonTests(folder)).toEqual({ counts: { passed: 0, failed: 0 }, status: 1 });
  });

  function runPythonTests(folder: string) {
    const report = join(folder, "report.json");
    const command = process.env["PYTHON"] || "python3";
    const { status } = spawnSync(command, [join(root, "scripts/run_python_tests.py"), report, folder]);
    return { counts: JSON.parse(readFileSync(report, "utf8")) as unknown, status };
  }
});
