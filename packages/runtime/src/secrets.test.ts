import { describe, expect, it } from "vitest";
import { Secrets } from "./secrets.ts";

const env = {
  PATH: "/bin",
  DEEPSEEK_API_KEY: "sk-deep-0123456789",
  TEAM_KEY: "team-0123456789",
  GITHUB_TOKEN: "ghp_0123456789",
  MY_SECRET_THING: "hush-0123456789",
  DB_PASSWORD: "password",
  EMPTY_API_KEY: "",
  LOCAL_API_KEY: "ollama",
  LONGER_API_KEY: "sk-deep-0123456789-and-more",
  PADDED_API_KEY: "  padded-0123456789\n",
};

describe("secrets", () => {
  it("keep keys, tokens and passwords from the environment of a command", () => {
    expect(new Secrets(env, { keys: ["TEAM_KEY"] }).childEnvironment()).toEqual({ PATH: "/bin" });
  });

  it("hand on what was named, though never the key of a provider", () => {
    const secrets = new Secrets(env, { keys: ["TEAM_KEY"], passEnv: ["GITHUB_TOKEN", "TEAM_KEY"] });
    expect(secrets.childEnvironment()).toEqual({ PATH: "/bin", GITHUB_TOKEN: "ghp_0123456789" });
  });

  it.each([
    ["key sk-deep-0123456789.", "key [redacted DEEPSEEK_API_KEY]."],
    ["sk-deep-0123456789-and-more", "[redacted LONGER_API_KEY]"],
    ["team-0123456789 team-0123456789", "[redacted TEAM_KEY] [redacted TEAM_KEY]"],
    ["padded-0123456789", "[redacted PADDED_API_KEY]"],
    ["ollama and password are words", "ollama and password are words"],
  ])("take keys out of %j", (text, clean) => {
    expect(new Secrets(env, { keys: ["TEAM_KEY"] }).redact(text)).toBe(clean);
  });
});
