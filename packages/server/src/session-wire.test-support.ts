import type { SessionEvent } from "@buckeyestudio/toh-session";
import { JsonRpcLineTransport, type JsonRpcLineTransportOptions } from "@buckeyestudio/toh-sdk-protocol";
import {
  type HarnessHost,
  HarnessSdkJsonRpcServer,
  type HarnessSdkJsonRpcServerOptions,
  type HostCapabilities,
  HostError,
  type HostPeer,
  type SessionHostConnection,
} from "./index.ts";
import { Lines } from "./wire.test-support.ts";

/** All that a host can offer. */
const EVERYTHING: HostCapabilities = {
  steer: {},
  approvals: {},
  tools: {},
  fork: {},
  models: {},
  attachments: {},
};

const info = {
  sessionId: "s",
  cwd: "/w",
  provider: "p",
  model: "m",
  createdAt: 1,
  updatedAt: 2,
  status: "idle",
  lastSeq: 4,
  children: [],
  usage: [],
  treeUsage: [],
} as const;

export const PICTURE = { attachmentId: "sha256:00", mediaType: "image/png", bytes: 1, width: 1, height: 1 } as const;

/** What each method of the fake host answers, unless a test puts another in its place. */
const answers: Omit<SessionHostConnection, "configure" | "prompt" | "end"> = {
  configureRoute: async ({ provider = "p", model = "m" }) => ({ provider, model }),
  submit: async () => ({ messageId: "m-1", mode: "queue", position: 0 }),
  cancel: async () => ({ outcome: "nothing", cancelled: [], kept: [] }),
  open: async ({ sessionId = "minted" }) => ({ sessionId, created: true }),
  resume: async () => ({ lastSeq: 4, status: "idle", pending: { prompts: [], approvals: [] } }),
  events: async () => ({ events: [], lastSeq: 4 }),
  close: async () => ({ cancelled: [] }),
  fork: async () => ({ sessionId: "f", lastSeq: 4 }),
  list: async () => ({ sessions: [info] }),
  get: async () => ({ ...info, pending: { prompts: [], approvals: [] } }),
  update: async () => undefined,
  delete: async () => undefined,
  answerApproval: async () => undefined,
  models: async () => ({ models: [{ provider: "p", model: "m", ready: true }] }),
  putAttachment: async () => ({ attachment: PICTURE }),
  getAttachment: async () => ({ attachment: PICTURE, data: "AA==" }),
  toolProgress: () => undefined,
};

/** A host of version 1 whose work is what the test makes it. It records what it is asked: method and params. */
export class FakeSessionHost implements HarnessHost {
  readonly capabilities: HostCapabilities;
  readonly asked: (readonly [method: string, params: unknown])[] = [];
  /** Put another method in the place of one, and it is used from then on. */
  readonly answers: Omit<SessionHostConnection, "configure" | "prompt" | "end"> = { ...answers };
  /** Of version 0. */
  messageId: string = "m-1";
  peers: HostPeer[] = [];
  dispose: (signal: AbortSignal) => Promise<void> = async () => undefined;

  constructor(capabilities: HostCapabilities = EVERYTHING) {
    this.capabilities = capabilities;
  }

  /** The one that the test's client is. */
  get peer(): HostPeer {
    const [peer] = this.peers;
    if (peer === undefined) throw new Error("nobody is connected");
    return peer;
  }

  connect(peer: HostPeer): SessionHostConnection {
    this.peers.push(peer);
    const { asked, answers: current } = this;
    const recorded = <P extends readonly unknown[], R>(
      method: string,
      run: (...params: P) => R,
    ): ((...params: P) => R) => {
      return (...params) => {
        asked.push([method, params[0]]);
        return run(...params);
      };
    };
    return {
      configure: recorded("configure", async () => undefined),
      prompt: recorded("prompt", async () => ({ messageId: this.messageId })),
      configureRoute: recorded("configureRoute", (...params) => current.configureRoute(...params)),
      submit: recorded("submit", (...params) => current.submit(...params)),
      cancel: recorded("cancel", (...params) => current.cancel(...params)),
      open: recorded("open", (...params) => current.open(...params)),
      resume: recorded("resume", (...params) => current.resume(...params)),
      events: recorded("events", (...params) => current.events(...params)),
      close: recorded("close", (...params) => current.close(...params)),
      fork: recorded("fork", async (request) => offered(await current.fork?.(request))),
      list: recorded("list", (...params) => current.list(...params)),
      get: recorded("get", (...params) => current.get(...params)),
      update: recorded("update", (...params) => current.update(...params)),
      delete: recorded("delete", (...params) => current.delete(...params)),
      answerApproval: recorded("answerApproval", async (request) => current.answerApproval?.(request)),
      models: recorded("models", async (request) => offered(await current.models?.(request))),
      putAttachment: recorded("putAttachment", async (request) => offered(await current.putAttachment?.(request))),
      getAttachment: recorded("getAttachment", async (request) => offered(await current.getAttachment?.(request))),
      toolProgress: recorded("toolProgress", (progress) => current.toolProgress?.(progress)),
      end: async () => {
        this.peers = this.peers.filter((known) => known !== peer);
      },
    };
  }
}

function offered<T>(answer: T | undefined): T {
  if (answer === undefined) throw new HostError("not-agreed", "not offered");
  return answer;
}

/** An event with nothing in it but its place. */
export function event(seq: number, type: "turn/start" = "turn/start"): SessionEvent {
  return { type, seq, time: 5, data: { turn: 1 } };
}

export const initialize = (params: string): string =>
  `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"cwd":"/w","protocolVersion":1${params}}}`;

export interface SessionWireOptions extends HarnessSdkJsonRpcServerOptions {
  readonly host?: FakeSessionHost;
  readonly transport?: JsonRpcLineTransportOptions;
}

/** A server over a fake host of version 1 at the far end of the lines. */
export class SessionWire extends Lines {
  readonly host: FakeSessionHost;
  readonly server: HarnessSdkJsonRpcServer;
  readonly transport: JsonRpcLineTransport;

  constructor({ host = new FakeSessionHost(), transport = {}, ...options }: SessionWireOptions = {}) {
    super();
    this.host = host;
    this.transport = new JsonRpcLineTransport(this.toServer, this.fromServer, transport);
    this.server = new HarnessSdkJsonRpcServer(host, this.transport, { runtimeId: "r-1", ...options });
    this.transport.onRequest((method, params, context) => this.server.handleRequest(method, params, context));
    this.transport.onNotification((method, params) => this.server.handleNotification(method, params));
    this.transport.start();
  }

  /** Shakes hands for version 1; `params` are further members, as in `,"tools":[]`. */
  async agree(params: string = ""): Promise<string> {
    const answer = await this.ask(initialize(params));
    this.host.asked.length = 0;
    return answer;
  }
}
