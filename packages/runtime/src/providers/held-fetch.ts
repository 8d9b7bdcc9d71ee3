import { request as plain, type IncomingMessage } from "node:http";
import { request as secure } from "node:https";
import { TextBody } from "./text-body.ts";

/** A `fetch` for one call that keeps the body of a good answer to itself. */
export interface HeldFetch {
  /** Answers with an empty body where the answer is good; with all of it, up to 1 MiB, where it is not. */
  readonly fetch: typeof globalThis.fetch;
  /** The answer whose body was kept, once `fetch` has resolved with it. */
  answer(): HeldAnswer | undefined;
}

export interface HeldAnswer {
  readonly body: TextBody;
  readonly contentType: string | undefined;
}

const LONGEST_REFUSAL = 1024 * 1024; // bytes

/**
 * Over Node's own HTTP client: an answer that comes in thousands of small pieces costs a fraction there of what it does
 * behind `fetch`, and no time limit but ours cuts it. Redirects are not followed.
 */
export function holdAnswer(): HeldFetch {
  let held: HeldAnswer | undefined;
  return {
    answer: () => held,
    fetch: async (input, init = {}) => {
      const message = await send(new URL(input instanceof Request ? input.url : input), init);
      const status = message.statusCode ?? 0;
      const head = { status, statusText: message.statusMessage ?? "", headers: headersOf(message) };
      // Some statuses have no body, and an empty one would be one.
      if (status < 200 || status > 299) return new Response((await refusal(message)) || null, head);
      held = { body: new TextBody(message), contentType: message.headers["content-type"] };
      return new Response("", { ...head, status: 200 });
    },
  };
}

function send(url: URL, { method = "GET", headers, body, signal }: RequestInit): Promise<IncomingMessage> {
  if (typeof body !== "string") throw new TypeError("a request whose body is no text");
  return new Promise((resolve, reject) => {
    const client = url.protocol === "https:" ? secure : plain;
    const request = client(url, {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      ...(signal === null || signal === undefined ? {} : { signal }),
    });
    // Stays for what comes behind the answer: the body tells of that.
    request.on("error", reject);
    request.once("response", resolve);
    request.end(body);
  });
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
  return headers;
}

async function refusal(message: IncomingMessage): Promise<string> {
  const body = new TextBody(message);
  let text = "";
  try {
    for (let piece = await body.next(); piece !== undefined; piece = await body.next()) {
      text += piece;
      if (text.length > LONGEST_REFUSAL) break;
    }
  } catch {
    // Cut while it complained: the status says enough.
  }
  body.leave();
  return text;
}
