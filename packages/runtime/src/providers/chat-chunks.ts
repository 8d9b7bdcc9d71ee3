import type { StreamChunk } from "@buckeyestudio/toh-llm";
import { ChunkWriter, type Stop } from "./chunk-writer.ts";
import { excerpt, failure, reportedFailure, StreamFailure } from "./failures.ts";
import { asObject, asText, parseJson } from "./json.ts";
import type { MakeReplayState } from "./language-model.ts";
import { readUsage } from "./token-usage.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A tool call that is coming in. */
interface Call {
  readonly key: number;
  id: string;
  /** Empty until it is known; arguments wait for it. */
  name: string;
  waiting: string;
  /** A signature of thought, which Gemini wants back. */
  signature?: string;
}

/** The name under which an answer's state tells which member its reasoning came in. */
export const REASONING_FIELD = "reasoningField";

/** Reads the events of one streamed chat completion and writes them as chunks. */
export class ChatChunks {
  readonly #writer: ChunkWriter;
  // Text behind reasoning, and reasoning behind text, are blocks of their own.
  #section = 0;
  #inReasoning = false;
  #reasoningField: string | undefined;
  readonly #calls: Call[] = [];
  readonly #byIndex: Map<number, Call> = new Map();
  #usage: unknown;
  #stop: string | undefined;
  #isRefused = false;

  constructor(makeReplayState?: MakeReplayState) {
    this.#writer = new ChunkWriter(makeReplayState);
  }

  /** The chunks that an event makes. Throws {@link StreamFailure} for an event that is an error, or none of this API. */
  accept(data: string): readonly StreamChunk[] {
    const event = parseEvent(data);
    if (event["usage"] !== undefined && event["usage"] !== null) this.#usage = event["usage"];
    const choices = event["choices"] ?? [];
    if (!Array.isArray(choices)) throw malformed("unexpected SSE payload", data);
    const choice = asObject(choices[0]);
    if (choice === undefined) return [];
    this.#stop = asText(choice["finish_reason"]) ?? this.#stop;
    const delta = asObject(choice["delta"]);
    if (delta === undefined) return [];
    // Most deltas are this.
    const { content } = delta;
    if (typeof content === "string" && content !== "" && !hasMore(delta)) return this.#text(content);
    return this.#acceptDelta(delta);
  }

  /** The end of the answer. `isDone`: its sender said that it is the end, in so many words. */
  end(isDone: boolean): readonly StreamChunk[] {
    if (this.#calls.some(({ name }) => name === ""))
      throw new StreamFailure(failure("MALFORMED_RESPONSE", "a tool call came without the name of its tool"));
    if (!isDone && this.#stop === undefined)
      throw new StreamFailure(failure("STREAM_CLOSED", "the stream ended before the model had finished"));
    const field = this.#reasoningField;
    const options = field === undefined ? undefined : { theopen: { [REASONING_FIELD]: field } };
    return [
      ...this.#calls.flatMap((call) => this.#endCall(call)),
      ...this.#writer.end({ stop: this.#stopOf(), usage: readUsage(this.#usage), options }),
    ];
  }

  #acceptDelta(delta: Fields): readonly StreamChunk[] {
    const chunks: StreamChunk[] = [];
    for (const field of ["reasoning_content", "reasoning"]) {
      const text = asText(delta[field]);
      if (text === undefined) continue;
      this.#reasoningField ??= field;
      chunks.push(...this.#reasoning(text));
      break; // servers that know both send the same in both
    }
    const { content, refusal } = delta;
    if (typeof content === "string") chunks.push(...this.#text(content));
    else if (Array.isArray(content)) chunks.push(...content.flatMap((part) => this.#part(asObject(part))));
    if (typeof refusal === "string" && refusal !== "") {
      this.#isRefused = true;
      chunks.push(...this.#text(refusal));
    }
    const calls = delta["tool_calls"];
    if (Array.isArray(calls)) chunks.push(...calls.flatMap((call) => this.#call(asObject(call))));
    return chunks;
  }

  #text(text: string): readonly StreamChunk[] {
    if (text === "") return [];
    if (this.#inReasoning) this.#section++;
    this.#inReasoning = false;
    return this.#writer.text(this.#section, text);
  }

  #reasoning(text: string): readonly StreamChunk[] {
    if (!this.#inReasoning) this.#section++;
    this.#inReasoning = true;
    return this.#writer.reasoning(this.#section, text);
  }

  /** Content in parts, as Mistral's thinking models send it. */
  #part(part: Fields | undefined): readonly StreamChunk[] {
    if (part?.["type"] === "text") return this.#text(asText(part["text"]) ?? "");
    const thinking = part?.["thinking"];
    if (part?.["type"] !== "thinking" || !Array.isArray(thinking)) return [];
    return thinking.flatMap((piece) => {
      const text = asText(asObject(piece)?.["text"]);
      return text === undefined ? [] : this.#reasoning(text);
    });
  }

  #call(delta: Fields | undefined): readonly StreamChunk[] {
    if (delta === undefined) return [];
    const asked = asObject(delta["function"]);
    const id = asText(delta["id"]) ?? "";
    const name = asText(asked?.["name"]) ?? "";
    const call = this.#callFor(delta["index"], id, name);
    call.id ||= id;
    call.name ||= name;
    call.waiting += asText(asked?.["arguments"]) ?? "";
    if (call.name === "") return [];
    // An empty first piece says nothing that the next one does not say.
    const chunks = call.waiting === "" ? [] : this.#writer.call(call.key, call.id, call.name, call.waiting);
    call.waiting = "";
    const signature = asText(asObject(asObject(delta["extra_content"])?.["google"])?.["thought_signature"]);
    if (signature !== undefined) call.signature = signature;
    return chunks;
  }

  #endCall({ key, id, name, signature }: Call): readonly StreamChunk[] {
    const chunks = this.#writer.has("tool-call", key) ? [] : this.#writer.call(key, id, name, "");
    if (signature !== undefined) this.#writer.attach("tool-call", key, { google: { thoughtSignature: signature } });
    return chunks;
  }

  /** Pieces belong together by their index; servers that send none, or the same for all, tell calls apart by id and name. */
  #callFor(index: unknown, id: string, name: string): Call {
    const known =
      typeof index === "number"
        ? this.#byIndex.get(index)
        : id === "" && name === ""
          ? this.#calls.at(-1)
          : this.#calls.find((call) => id !== "" && call.id === id);
    if (known !== undefined && (id === "" || name === "" || known.id === "" || id === known.id)) return known;
    const call: Call = { key: this.#calls.length, id, name: "", waiting: "" };
    this.#calls.push(call);
    if (typeof index === "number") this.#byIndex.set(index, call);
    return call;
  }

  #stopOf(): Stop {
    const word = this.#stop;
    switch (word) {
      case undefined:
      case "stop":
        return { kind: this.#isRefused ? "content-filter" : "stop", word };
      case "length":
        return { kind: "length", word };
      case "content_filter":
        return { kind: "content-filter", word };
      case "tool_calls":
      case "function_call":
        return { kind: "tool-calls", word };
      default:
        return { kind: "other", word };
    }
  }
}

function hasMore(delta: Fields): boolean {
  const { reasoning_content, reasoning, refusal, tool_calls } = delta;
  return Boolean(reasoning_content ?? reasoning ?? refusal ?? tool_calls);
}

function parseEvent(data: string): Fields {
  const value = parseJson(data);
  if (value === undefined) throw malformed("malformed SSE payload", data);
  const event = asObject(value);
  if (event === undefined) throw malformed("unexpected SSE payload", data);
  const isError = (event["error"] !== undefined && event["error"] !== null) || event["object"] === "error";
  if (isError) throw new StreamFailure(reportedFailure(event));
  return event;
}

function malformed(what: string, data: string): StreamFailure {
  return new StreamFailure(failure("MALFORMED_RESPONSE", `${what}: ${excerpt(data)}`));
}
