import { mkdtemp, rm, writeFile, mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { StreamChunk } from "@buckeyestudio/toh-llm";
import type { HostConnection, HostFact } from "@buckeyestudio/toh-sdk-jsonrpc-server";
import { onTestFinished } from "vitest";
import { RuntimeHost, type RuntimeHostOptions } from "./index.ts";
import type { Reply, Rule } from "./providers/script.ts";
import { ScriptedProvider } from "./providers/scripted.ts";

/** A folder with these files, gone when the test is done. */
export async function folder(files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "toh-"));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), content);
  }
  return path;
}

/** Rules out of `text of the user message -> replies`. */
export function script(rules: Readonly<Record<string, readonly Reply[]>>): Rule[] {
  return Object.entries(rules).map(([when, turns]) => ({ when, turns }));
}

/** A host with a scripted model and one peer, which keeps what it hears. */
export class Bench {
  readonly facts: HostFact[] = [];
  readonly provider: ScriptedProvider;
  readonly host: RuntimeHost;
  readonly connection: HostConnection;
  #onFact: () => void = () => undefined;

  constructor(rules: Readonly<Record<string, readonly Reply[]>>, options: RuntimeHostOptions = {}) {
    this.provider = new ScriptedProvider({ rules: script(rules) });
    this.host = new RuntimeHost({
      providers: new Map([["scripted", async () => this.provider]]),
      sleep: async (_ms, signal) => signal.throwIfAborted(),
      ...options,
    });
    this.connection = this.host.connect({
      emit: (fact) => {
        this.facts.push(fact);
        this.#onFact();
      },
    });
    onTestFinished(() => this.host.dispose(AbortSignal.timeout(5000)));
  }

  async open(cwd: string = "/nowhere"): Promise<this> {
    await this.connection.configure(
      { cwd, provider: "scripted", model: "m" },
      { signal: new AbortController().signal },
    );
    return this;
  }

  prompt(text: string, sessionId: string = "s"): Promise<{ messageId: string }> {
    return this.connection.prompt(
      { sessionId, contentBlocks: [{ type: "text", text }] },
      { signal: new AbortController().signal },
    );
  }

  /** Resolves at the first fact, also one of the past, that fits. */
  async until(fits: (fact: HostFact) => boolean): Promise<void> {
    while (!this.facts.some(fits)) await new Promise<void>((resolve) => (this.#onFact = resolve));
  }

  /** Prompts and waits for the session's idle. */
  async run(text: string, sessionId: string = "s"): Promise<void> {
    const from = this.facts.length;
    await this.prompt(text, sessionId);
    await this.until(
      (fact) =>
        this.facts.indexOf(fact) >= from &&
        fact.kind === "status" &&
        fact.status === "idle" &&
        fact.sessionId === sessionId,
    );
  }

  /** What was heard, a line a fact: `s event-type detail`, chunks left out. */
  story(): string[] {
    return this.facts.flatMap((fact) => {
      const line = tell(fact, (id) => this.#name(id));
      return line === undefined ? [] : [line];
    });
  }

  readonly #names: Map<string, string> = new Map();
  #name(id: string): string {
    if (id.length < 36) return id;
    if (!this.#names.has(id)) this.#names.set(id, `child${this.#names.size + 1}`);
    return this.#names.get(id) ?? id;
  }
}

function tell(fact: HostFact, name: (id: string) => string): string | undefined {
  switch (fact.kind) {
    case "status":
      return `${name(fact.sessionId)} ${fact.status}`;
    case "child-started":
      return `${name(fact.parentSessionId)} started ${name(fact.childSessionId)}`;
    case "child-finished":
      return `${name(fact.parentSessionId)} finished ${name(fact.childSessionId)} ${fact.stopReason}`;
    case "tool-progress":
      return `${name(fact.sessionId)} progress ${fact.callId}`;
    case "gap":
      return `${name(fact.sessionId)} gap ${fact.from}..${fact.to}`;
    case "event":
      break;
  }
  const { event } = fact;
  const id = name(fact.sessionId);
  switch (event.type) {
    case "assistant/chunk":
    case "request/header":
    case "request/context":
    case "session/title":
      return undefined;
    case "agent/inbox/spliced":
      return `${id} ${event.data.removedCount === undefined ? "receipt" : "claim"}`;
    case "turn/end":
      return `${id} turn/end ${JSON.stringify(event.data.reason)}`;
    case "tool/call":
      return `${id} tool/call ${event.data.name}`;
    case "tool/result": {
      const [block] = event.data.message.content;
      const texts = block?.content.flatMap((inner) => (inner.type === "text" ? [inner.text] : [])) ?? [];
      return `${id} tool/result ${event.data.error?.code ?? ""}${event.data.error === undefined ? "" : " "}${texts.join("")}`;
    }
    case "assistant/message": {
      const texts = event.data.message.content.flatMap((block) => (block.type === "text" ? [block.text] : []));
      return `${id} assistant/message${event.data.interrupted === true ? " interrupted" : ""} ${texts.join("")}`.trimEnd();
    }
    default:
      return `${id} ${event.type}`;
  }
}

/** All of an async iterable. */
export async function all(chunks: AsyncIterable<StreamChunk>): Promise<StreamChunk[]> {
  const list: StreamChunk[] = [];
  for await (const chunk of chunks) list.push(chunk);
  return list;
}
