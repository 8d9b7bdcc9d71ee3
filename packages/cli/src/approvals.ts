import type { ApprovalHandler, ApprovalReply, HarnessNotification } from "@buckeyestudio/toh-sdk-client";
import type { RunCommand } from "./command-line.ts";
import { type ApprovalRequest, approvalLines, choicePrompt, optionOf, readChoice } from "./approval-text.ts";
import { LineInput } from "./line-input.ts";
import { inLine, visible } from "./sessions/text.ts";
import { painter } from "./terminal.ts";
import type { Terminal } from "./terminal.ts";
import { at, textAt } from "./values.ts";

const DENIED_ALL = "whoever runs this denies all that has to be asked for";

/** Where a question comes to stand: in the middle of what a run shows. */
export interface Stage {
  /** Makes room: what the run shows waits until {@link clear}. */
  set: () => void;
  clear: () => void;
  /** Ends a line that is still open, for one of ours. */
  breakLine: () => void;
  /** Who a session is, where it is a subagent's. */
  nameOf: (sessionId: string) => string | undefined;
}

/** Decides what the runtime asks: as the command line says, else as the person at the terminal says, where one is. */
export class Approvals {
  /** Absent where nobody can be asked. The runtime is told so, and denies by itself. */
  readonly handler: ApprovalHandler | undefined;
  stage: Stage = { set: () => {}, clear: () => {}, breakLine: () => {}, nameOf: () => undefined };
  readonly #terminal: Terminal;
  readonly #input: LineInput;
  /** Tools of questions that are open, by the approval's id. */
  readonly #asked = new Map<string, string>();
  readonly #told = new Set<string>();
  #last: Promise<unknown> = Promise.resolve();

  constructor({ approve }: Pick<RunCommand, "approve">, terminal: Terminal) {
    this.#terminal = terminal;
    this.#input = new LineInput(terminal.stdin);
    if (approve === "allow") this.handler = allowed;
    else if (approve === "deny") this.handler = (request) => denied(request, DENIED_ALL);
    // The question is written to stderr: whoever cannot see it would be waited for.
    else if (terminal.stdin.isTTY === true && terminal.stderr.isTTY === true)
      this.handler = (request, { signal }) => this.#ask(request, signal);
  }

  /** Tells, once a tool, of what was denied because nobody could be asked. */
  take({ method, params }: HarnessNotification): void {
    if (this.handler !== undefined || method !== "session.event") return;
    const data = at(params, "event", "data");
    const id = textAt(data, "id");
    const type = textAt(params, "event", "type");
    if (type === "approval/asked") this.#asked.set(id, textAt(data, "toolName"));
    if (type !== "approval/decided") return;
    const tool = this.#asked.get(id);
    this.#asked.delete(id);
    if (textAt(data, "outcome") !== "deny" || tool === undefined || this.#told.has(tool)) return;
    this.#told.add(tool);
    this.stage.breakLine();
    const rule = visible(JSON.stringify({ tool, verdict: "allow" }));
    this.#terminal.stderr.write(
      `toh: ${inLine(tool)} was denied: without a terminal nobody can be asked. ` +
        `Allow what would be asked with --yes, or always with a rule under tools.rules in toh.config.json: ${rule}\n`,
    );
  }

  close(): void {
    this.#input.close();
  }

  /** One question at a time. */
  #ask(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalReply> {
    const answer = this.#last.then(() => (signal.aborted ? undefined : this.#put(request, signal)));
    // How one was answered is no matter of the next.
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #put(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalReply> {
    const { stderr, env } = this.#terminal;
    // By then the run has shown what came before the question, too.
    await this.#input.dropTyped();
    if (signal.aborted) return undefined;
    this.stage.set();
    try {
      const [title, ...lines] = approvalLines(request, this.stage.nameOf(request.sessionId));
      stderr.write(`${[painter(stderr, env)("bold", title), ...lines].join("\n")}\n`);
      for (;;) {
        stderr.write(choicePrompt(request));
        // oxlint-disable-next-line no-await-in-loop -- until the answer is one
        const line = await this.#input.line(signal);
        if (line === undefined) {
          stderr.write(signal.aborted ? "\nthe question was withdrawn\n" : "\nno answer: denied\n");
          return signal.aborted ? undefined : denied(request);
        }
        const choice = readChoice(line, request);
        if (choice !== undefined) return choice;
      }
    } finally {
      this.stage.clear();
    }
  }
}

function allowed(request: ApprovalRequest): ApprovalReply {
  return (optionOf(request, "allow-once") ?? optionOf(request, "allow-session"))?.id;
}

function denied(request: ApprovalRequest, note?: string): ApprovalReply {
  const option = optionOf(request, "deny");
  return option && { optionId: option.id, ...(note !== undefined && { note }) };
}
