import { once } from "node:events";
import { PassThrough } from "node:stream";
import { JsonRpcLineTransport } from "@buckeyestudio/toh-sdk-protocol";
import {
  type Configuration,
  type HarnessHost,
  HarnessSdkJsonRpcServer,
  type HarnessSdkJsonRpcServerOptions,
  type HostPeer,
  type Prompt,
} from "./index.ts";

/** A host whose work is what the test makes it: it records what it is asked, and `steps` decides how it answers. */
export class FakeHost implements HarnessHost {
  readonly capabilities = {};
  readonly configurations: Configuration[] = [];
  readonly prompts: Prompt[] = [];
  peers: HostPeer[] = [];
  disposed = 0;
  configure: (configuration: Configuration, signal: AbortSignal) => Promise<void> = async () => undefined;
  prompt: (prompt: Prompt) => Promise<string> = async () => "m-1";
  dispose: (signal: AbortSignal) => Promise<void> = async () => {
    this.disposed++;
  };

  connect(peer: HostPeer): ReturnType<HarnessHost["connect"]> {
    this.peers.push(peer);
    return {
      configure: async (configuration, { signal }) => {
        this.configurations.push(configuration);
        await this.configure(configuration, signal);
      },
      prompt: async (prompt) => {
        this.prompts.push(prompt);
        return { messageId: await this.prompt(prompt) };
      },
      end: async () => {
        this.peers = this.peers.filter((known) => known !== peer);
      },
    };
  }
}

/** Two in-memory pipes between a test and a server; what the test says and hears is lines. */
export class Lines {
  readonly toServer: PassThrough = new PassThrough();
  readonly fromServer: PassThrough = new PassThrough();
  #heard = "";

  /** Sends lines in one write. */
  say(...lines: string[]): void {
    this.toServer.write(lines.map((line) => `${line}\n`).join(""));
  }

  /** The next `count` lines that the server writes. */
  async hear(count: number): Promise<string[]> {
    for (;;) {
      const lines = this.#heard.split("\n");
      if (lines.length > count) {
        this.#heard = lines.slice(count).join("\n");
        return lines.slice(0, count);
      }
      const chunk: unknown = this.fromServer.read() ?? (await once(this.fromServer, "readable"), "");
      this.#heard += String(chunk);
    }
  }

  /** Sends a line and gives the one line that answers it. */
  async ask(line: string): Promise<string> {
    this.say(line);
    const [answer = ""] = await this.hear(1);
    return answer;
  }

  /** Opens the connection as most tests need it. */
  async initialize(): Promise<void> {
    await this.ask('{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"cwd":"/w","provider":"p","model":"m"}}');
  }
}

/** A server over a fake host at the far end of the lines. */
export class Wire extends Lines {
  readonly host: FakeHost = new FakeHost();
  readonly server: HarnessSdkJsonRpcServer;
  readonly transport: JsonRpcLineTransport;

  constructor(options: HarnessSdkJsonRpcServerOptions = {}) {
    super();
    this.transport = new JsonRpcLineTransport(this.toServer, this.fromServer);
    this.server = new HarnessSdkJsonRpcServer(this.host, this.transport, options);
    this.transport.onRequest((method, params, context) => this.server.handleRequest(method, params, context));
    this.transport.onNotification((method, params) => this.server.handleNotification(method, params));
    this.transport.start();
  }
}
