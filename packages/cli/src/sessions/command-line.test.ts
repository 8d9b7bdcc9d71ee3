import { describe, expect, it } from "vitest";
import { UsageError } from "../usage.ts";
import { parseSessions } from "./command-line.ts";

const KEPT_THERE = { kind: "sessions", dataDir: undefined };

describe("toh sessions", () => {
  it.each<[string[], object]>([
    [["list"], { action: "list", json: false, all: false, limit: undefined }],
    [["list", "-a", "--limit", "5", "--json"], { action: "list", json: true, all: true, limit: 5 }],
    [["list", "--data-dir", "x"], { action: "list", json: false, all: false, limit: undefined, dataDir: "x" }],
    [["show", "s1"], { action: "show", id: "s1", json: false }],
    [["salvage", "--json", "--", "-s"], { action: "salvage", id: "-s", json: true }],
    [["export", "s"], { action: "export", id: "s", output: undefined, force: false }],
    [["export", "s", "-o", "f", "--force"], { action: "export", id: "s", output: "f", force: true }],
    [["fork", "s"], { action: "fork", id: "s", json: false, atSeq: undefined }],
    [["fork", "s", "--at", "7", "--json"], { action: "fork", id: "s", json: true, atSeq: 7 }],
    [["delete", "a", "b", "-y"], { action: "delete", ids: ["a", "b"], json: false, yes: true }],
    [
      ["prune", "--older-than", "30d"],
      { action: "prune", olderThanMs: 30 * 86_400_000, dryRun: false, json: false, yes: false },
    ],
    [
      ["prune", "--older-than=12h", "--dry-run", "--yes"],
      { action: "prune", olderThanMs: 12 * 3_600_000, dryRun: true, json: false, yes: true },
    ],
    [
      ["prune", "--older-than", "2w", "--json"],
      { action: "prune", olderThanMs: 14 * 86_400_000, dryRun: false, json: true, yes: false },
    ],
  ])("reads %j", (argv, command) => {
    expect(parseSessions(argv)).toEqual({ ...KEPT_THERE, ...command });
  });

  it.each([
    [["lst"], "unknown command sessions lst: did you mean `toh sessions list`?"],
    [["rm"], "unknown command sessions rm: see `toh sessions --help`"],
    [["--json"], "unknown option --json: see `toh sessions --help`"],
    [["help", "nothing"], "unknown command sessions nothing: see `toh sessions --help`"],
    [["list", "x"], "sessions list takes no arguments, got x: see `toh sessions list --help`"],
    [["list", "--limit", "0"], "--limit must be a positive whole number, got 0: for example --limit 20"],
    [["list", "--jsn"], "unknown option '--jsn': did you mean --json?"],
    [["list", "--data-dir", ""], "--data-dir needs a value: see `toh sessions list --help`"],
    [["show"], "no session is named: give its id: toh sessions show ID"],
    [["show", ""], "no session is named: give its id: toh sessions show ID"],
    [["show", "a", "b"], "one session is expected, got 2: toh sessions show ID"],
    [["export", "a", "--json"], "unknown option '--json': see `toh sessions export --help`"],
    [["fork"], "no session is named: give its id: toh sessions fork ID"],
    [["fork", "s", "--at=-1"], "--at must be a positive whole number, got -1: for example --at 42"],
    [["fork", "s", "--at", "x"], "--at must be a positive whole number, got x: for example --at 42"],
    [["delete"], "no session is named: give its id: toh sessions delete ID"],
    [["delete", "a", ""], "the id of a session is empty: see `toh sessions list`"],
    [["prune"], "--older-than is missing: for example --older-than 30d"],
    [
      ["prune", "--older-than", "30"],
      "--older-than is a number of hours, days or weeks (12h, 30d, 2w), got 30: for example --older-than 30d",
    ],
    [
      ["prune", "--older-than", "0d"],
      "--older-than is a number of hours, days or weeks (12h, 30d, 2w), got 0d: for example --older-than 30d",
    ],
    [
      ["prune", "--older-than", "3m"],
      "--older-than is a number of hours, days or weeks (12h, 30d, 2w), got 3m: for example --older-than 30d",
    ],
    [["prune", "--older-than", "1d", "s"], "sessions prune takes no arguments, got s: see `toh sessions prune --help`"],
  ])("refuses %j and says what to do", (argv, text) => {
    const read = (): unknown => parseSessions(argv);
    expect(read).toThrow(UsageError);
    try {
      read();
    } catch (error) {
      expect(error instanceof UsageError && `${error.message}: ${error.hint}`).toBe(text);
    }
  });
});
