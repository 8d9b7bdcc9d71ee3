import { describe, expect, it } from "vitest";
import { type Access, Policy, type PolicyRule, type Verdict } from "./policy.ts";

const path = (...paths: string[]): Access => ({ paths });
const command = (text: string): Access => ({ command: text, paths: ["."] });

describe("the policy without rules", () => {
  it.each<[string, Access, Verdict]>([
    ["list_files", path("."), "allow"],
    ["read_file", path("src/a.ts"), "allow"],
    ["search_files", path("src"), "allow"],
    ["subagent", {}, "allow"],
    ["write_file", path("src/a.ts"), "ask"],
    ["edit_file", path("src/a.ts"), "ask"],
    ["shell", command("ls"), "ask"],
    ["anything_else", {}, "ask"],
    ["read_file", path(".env"), "ask"],
    ["read_file", path("deep/down/.env.local"), "ask"],
    ["read_file", path(".ENV"), "ask"],
    ["read_file", path("server.pem"), "ask"],
    ["read_file", path("id_rsa"), "ask"],
    ["read_file", path("keys/id_ed25519.pub"), "ask"],
    ["read_file", path("home/.ssh/config"), "ask"],
    ["read_file", path(".npmrc"), "ask"],
    ["read_file", path(".netrc"), "ask"],
    ["read_file", path(".git/config"), "ask"],
    ["list_files", path(".git"), "ask"],
    ["search_files", path("sub/.git"), "ask"],
    ["read_file", path(".gitignore"), "allow"],
    ["read_file", path("environment.ts"), "allow"],
    ["read_file", path("keyboard.ts"), "allow"],
    ["read_file", path("innocent.txt", ".env"), "ask"],
    ["read_file", path("__proto__"), "allow"],
    ["read_file", path("..two"), "allow"],
  ])("decides %s %j: %s", (tool, access, verdict) => {
    expect(new Policy().decide(tool, access).verdict).toBe(verdict);
  });
});

describe("rules", () => {
  const rules: PolicyRule[] = [
    { tool: "write_file", path: "src/generated/", verdict: "deny" },
    { tool: "write_file", path: "src/**", verdict: "allow" },
    { tool: "edit_*", path: "*.md", verdict: "allow" },
    { tool: "shell", command: "rm *", verdict: "deny" },
    { tool: "shell", command: "git status*", verdict: "allow" },
    { tool: "shell", command: "npm test", verdict: "allow" },
    { tool: "read_file", path: ".env.example", verdict: "allow" },
    { tool: "mcp_*", verdict: "allow" },
  ];

  it.each<[string, Access, Verdict]>([
    ["write_file", path("src/a.ts"), "allow"],
    ["write_file", path("src/generated/a.ts"), "deny"],
    ["write_file", path("src/a.ts", "src/generated/a.ts"), "deny"],
    ["write_file", path("other/a.ts"), "ask"],
    ["edit_file", path("docs/a.md"), "allow"],
    ["edit_file", path("docs/a.ts"), "ask"],
    ["read_file", path(".env.example"), "allow"],
    ["read_file", path(".env"), "ask"],
    ["mcp_weather", {}, "allow"],
    ["shell", command("npm test"), "allow"],
    ["shell", command("  npm test\t"), "allow"],
    ["shell", command("npm test -- --watch"), "ask"],
    ["shell", command("npm.test"), "ask"],
    ["shell", command("git status"), "allow"],
    ["shell", command("git status --short"), "allow"],
    ["shell", command("git status; rm -rf ."), "deny"],
    ["shell", command("git status; touch x"), "ask"],
    ["shell", command("git status && x"), "ask"],
    ["shell", command("git status | x"), "ask"],
    ["shell", command("git status > x"), "ask"],
    ["shell", command("git status < x"), "ask"],
    ["shell", command("git status $(x)"), "ask"],
    ["shell", command("git status `x`"), "ask"],
    ["shell", command("git status\nx"), "ask"],
    ["shell", command("git status &"), "ask"],
    ["shell", command("git status $HOME"), "ask"],
    ["shell", command("rm -rf ."), "deny"],
    ["shell", command("ls\nrm -rf ."), "deny"],
    ["shell", command("echo $(rm -rf .)"), "deny"],
  ])("decide %s %j: %s", (tool, access, verdict) => {
    expect(new Policy(rules).decide(tool, access).verdict).toBe(verdict);
  });

  it("are tried in their order, and name the place of the one that decided", () => {
    const policy = new Policy([
      { tool: "shell", verdict: "allow" },
      { tool: "*", verdict: "deny" },
    ]);
    expect(policy.decide("shell", command("a; b"))).toMatchObject({
      verdict: "allow",
      rule: { place: "tools.rules[0]" },
    });
    expect(policy.decide("read_file", path("a"))).toMatchObject({ verdict: "deny", rule: { place: "tools.rules[1]" } });
  });

  it("never let a model rewrite the rules without asking", () => {
    const policy = new Policy([{ tool: "*", verdict: "allow" }]);
    expect(policy.decide("write_file", path("toh.config.json")).verdict).toBe("ask");
    expect(policy.decide("edit_file", path("link", "sub/toh.config.json")).verdict).toBe("ask");
    expect(policy.decide("read_file", path("toh.config.json")).verdict).toBe("allow");
  });
});
