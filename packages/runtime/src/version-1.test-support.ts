import type {
  ApprovalDecision,
  ApprovalQuestion,
  ClientToolCall,
  ClientToolOutcome,
  HostFact,
  SessionHostConnection,
} from "@buckeyestudio/toh-sdk-jsonrpc-server";
import type { SessionEvent } from "@buckeyestudio/toh-session";
import { onTestFinished } from "vitest";
import { RuntimeHost, type RuntimeHostOptions } from "./index.ts";
import type { Reply } from "./providers/script.ts";
import { ScriptedProvider } from "./providers/scripted.ts";
import { script } from "./runtime.test-support.ts";

const never = new AbortController().signal;

export interface PeerAnswers {
  readonly decide?: (question: ApprovalQuestion, signal: AbortSignal) => Promise<ApprovalDecision>;
  readonly callTool?: (call: ClientToolCall, signal: AbortSignal) => Promise<ClientToolOutcome>;
}

/** A client of a host, and what it has heard. */
export class Client {
  readonly facts: HostFact[] = [];
  readonly connection: SessionHostConnection;
  #onFact: (() => void)[] = [];

  constructor(host: RuntimeHost, { decide, callTool }: PeerAnswers = {}) {
    this.connection = host.connect({
      emit: (fact) => {
        this.facts.push(fact);
        for (const wake of this.#onFact.splice(0)) wake();
      },
      ...(decide === undefined ? {} : { decide: (question, { signal }) => decide(question, signal) }),
      ...(callTool === undefined ? {} : { callTool: (call, { signal }) => callTool(call, signal) }),
    });
  }

  prompt(text: string, more: object = {}, sessionId = "s"): ReturnType<SessionHostConnection["submit"]> {
    return this.connection.submit({ sessionId, contentBlocks: [{ type: "text", text }], ...more }, { signal: never });
  }

  /** Resolves at the first fact, also one of the past, that fits. */
  async until(fits: (fact: HostFact) => boolean): Promise<void> {
    while (!this.facts.some(fits)) await new Promise<void>((resolve) => this.#onFact.push(resolve));
  }

  idle(sessionId = "s", count = 1): Promise<void> {
    const isIt = (fact: HostFact): boolean =>
      fact.kind === "status" && fact.status === "idle" && fact.sessionId === sessionId;
    return this.until(() => this.facts.filter(isIt).length >= count);
  }

  /** The first event of a type has come. */
  event(type: SessionEvent["type"], sessionId = "s"): Promise<void> {
    return this.until((fact) => fact.kind === "event" && fact.sessionId === sessionId && fact.event.type === type);
  }

  events(sessionId = "s"): SessionEvent[] {
    return this.facts.flatMap((fact) => (fact.kind === "event" && fact.sessionId === sessionId ? [fact.event] : []));
  }

  /** How the turns of a session ended, as JSON. */
  ends(sessionId = "s"): string[] {
    return this.events(sessionId).flatMap((event) =>
      event.type === "turn/end" ? [JSON.stringify(event.data.reason)] : [],
    );
  }

  /** What each model call of a session was asked last, by the answers' texts. */
  answers(sessionId = "s"): string[] {
    return this.events(sessionId).flatMap((event) =>
      event.type === "assistant/message"
        ? [event.data.message.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("")]
        : [],
    );
  }
}

/** A host with a scripted model. */
export function scriptedHost(
  rules: Readonly<Record<string, readonly Reply[]>>,
  options: RuntimeHostOptions = {},
): RuntimeHost {
  const provider = new ScriptedProvider({ rules: script(rules) });
  const host = new RuntimeHost({
    providers: new Map([
      ["scripted", async () => provider],
      ["other", async () => provider],
    ]),
    standardRoute: { provider: "scripted", model: "m" },
    sleep: async (_ms, signal) => signal.throwIfAborted(),
    ...options,
  });
  onTestFinished(() => host.dispose(AbortSignal.timeout(5000)));
  return host;
}

/** One more client of a host, with the handshake done. */
export async function connect(host: RuntimeHost, answers: PeerAnswers = {}, more: object = {}): Promise<Client> {
  const client = new Client(host, answers);
  await client.connection.configureRoute({ cwd: "/nowhere", ...more }, { signal: never });
  return client;
}
