import type { HarnessNotification } from "@buckeyestudio/toh-sdk-client";
import { firstLine, printable } from "./terminal.ts";
import type { Paint } from "./terminal.ts";
import { at, textAt, textOf } from "./values.ts";

const ARGUMENT_WIDTH = 60;
const OUTCOME_WIDTH = 80;
const INDENT = "    ";

/** Shows a run to people as it goes: text as it comes, a line for each tool call, what subagents do indented. */
export class RunView {
  readonly #write: (text: string) => unknown;
  readonly #paint: Paint;
  readonly #root: string;
  readonly #depths = new Map<string, number>();
  readonly #calls = new Map<string, { name: string; arguments: string }>();
  /** Sessions whose current model call has shown text already, so that its whole message adds nothing. */
  readonly #streamed = new Set<string>();
  /** Text of subagents waits for its line to be whole: several may speak at once. */
  readonly #partLines = new Map<string, string>();
  readonly #labels = new Map<string, string>();
  /** Whose line came last: a subagent that takes over is named first. */
  #speaker: string;
  #midLine = false;

  constructor(write: (text: string) => unknown, paint: Paint, rootSessionId: string) {
    this.#write = write;
    this.#paint = paint;
    this.#root = rootSessionId;
    this.#speaker = rootSessionId;
  }

  take({ method, params }: HarnessNotification): void {
    const parent = textAt(params, "parentSessionId");
    const child = textAt(params, "childSessionId");
    if (method === "subagent.started") this.#depths.set(child, this.#depth(parent) + 1);
    else if (method === "subagent.finished") this.#childFinished(child, params);
    else if (method === "session.event") this.#event(textAt(params, "sessionId"), params);
  }

  /** Ends a line that is still open. */
  end(): void {
    for (const session of this.#partLines.keys()) this.#flush(session);
    if (this.#midLine) this.#write("\n");
    this.#midLine = false;
  }

  /** Ends a line that is still open, for one of others. */
  breakLine(): void {
    this.#endLine();
  }

  /** A subagent's name; `undefined` for the root. */
  nameOf(session: string): string | undefined {
    return session === this.#root ? undefined : `subagent ${this.#labels.get(session) ?? ""}`.trimEnd();
  }

  #event(session: string, params: Record<string, unknown>): void {
    const data = at(params, "event", "data");
    switch (textAt(params, "event", "type")) {
      case "step/start":
        this.#streamed.delete(session);
        break;
      case "assistant/chunk":
        if (textAt(data, "chunk", "type") === "text-delta") this.#text(session, textAt(data, "chunk", "text"));
        break;
      case "assistant/message":
        if (!this.#streamed.has(session)) this.#text(session, textOf(at(data, "message", "content")));
        this.#endText(session);
        break;
      case "llm/retry":
        this.#retry(session, data);
        break;
      case "subagent/descriptor":
        this.#labels.set(session, printable(textAt(data, "label")));
        break;
      case "tool/call":
        this.#calls.set(callKey(session, textAt(data, "callId")), {
          name: textAt(data, "name"),
          arguments: textAt(data, "arguments"),
        });
        break;
      case "tool/result":
        this.#result(session, data);
        break;
      default:
    }
  }

  #text(session: string, text: string): void {
    const shown = printable(text);
    if (shown === "") return;
    this.#streamed.add(session);
    if (session === this.#root) {
      this.#speaker = session;
      this.#write(shown);
      this.#midLine = !shown.endsWith("\n");
      return;
    }
    const lines = ((this.#partLines.get(session) ?? "") + shown).split("\n");
    this.#partLines.set(session, lines.pop() ?? "");
    for (const line of lines) this.#line(session, line);
  }

  #endText(session: string): void {
    if (session !== this.#root) this.#flush(session);
    else if (this.#midLine) this.#endLine();
  }

  #flush(session: string): void {
    const rest = this.#partLines.get(session) ?? "";
    this.#partLines.delete(session);
    if (rest !== "") this.#line(session, rest);
  }

  #retry(session: string, data: unknown): void {
    this.#endText(session);
    this.#streamed.delete(session);
    const seconds = Number(at(data, "delayMs")) / 1000;
    const code = textAt(data, "failure", "code");
    const why = firstLine(textAt(data, "failure", "message"), OUTCOME_WIDTH);
    this.#line(session, this.#paint("dim", `… trying again in ${seconds.toFixed(1)} s (${code}: ${why})`));
  }

  #result(session: string, data: unknown): void {
    this.#endText(session);
    const block = at(data, "message", "content", 0);
    const key = callKey(session, textAt(block, "toolCallId"));
    const call = this.#calls.get(key);
    this.#calls.delete(key);
    const text = textOf(at(block, "content"));
    const failed = at(block, "isError") === true;
    const outcome = failed ? this.#paint("red", `failed: ${firstLine(text, OUTCOME_WIDTH)}`) : summary(text);
    this.#line(session, `• ${this.#paint("bold", printable(call?.name ?? "tool"))}(${argumentsOf(call)}) → ${outcome}`);
  }

  #childFinished(child: string, params: Record<string, unknown>): void {
    this.#flush(child);
    if (textAt(params, "status") === "ok") return;
    this.#line(child, this.#paint("red", `ended: ${printable(textAt(params, "stopReason"))}`));
  }

  #line(session: string, text: string): void {
    this.#endLine();
    const depth = this.#depth(session);
    if (depth > 0 && session !== this.#speaker) {
      const name = this.#paint("cyan", `↳ ${this.nameOf(session)}`);
      this.#write(`${INDENT.repeat(depth - 1)}  ${name}
`);
    }
    this.#speaker = session;
    this.#write(`${INDENT.repeat(depth)}${text}
`);
  }

  #endLine(): void {
    if (this.#midLine) this.#write("\n");
    this.#midLine = false;
  }

  #depth(session: string): number {
    return session === this.#root ? 0 : (this.#depths.get(session) ?? 1);
  }
}

function callKey(session: string, callId: string): string {
  return JSON.stringify([session, callId]);
}

function argumentsOf(call: { arguments: string } | undefined): string {
  if (call === undefined) return "";
  try {
    const parsed: unknown = JSON.parse(call.arguments);
    if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)) {
      const members = Object.entries(parsed).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
      return firstLine(members.join(", "), ARGUMENT_WIDTH);
    }
  } catch {
    // The model wrote no JSON: it is shown as it wrote it.
  }
  return firstLine(call.arguments, ARGUMENT_WIDTH);
}

function summary(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "").length;
  if (lines === 0) return "done";
  return lines === 1 ? firstLine(text, OUTCOME_WIDTH) : `${lines} lines`;
}
