import { EventEmitter, once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Attachments, openAttachments } from "@buckeyestudio/toh-runtime";
import { describe, expect, it } from "vitest";
import { expectNoProcessLeft, RuntimeProcess } from "../compatibility/runtime-process.test-support.ts";
import { type JsonObject, pick } from "../compatibility/wire.test-support.ts";
import { folder, runtimeHost } from "./host.test-support.ts";
import { handshaken, RULES } from "./scene.test-support.ts";
import { promptParams, WireClient } from "./wire-client.test-support.ts";

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGM8wQAFTDAGAwAPFADMILIQogAAAABJRU5ErkJggg==";
const ID = "sha256:2ce2b4a8";
const put = { mediaType: "image/png", data: PNG, name: "dot.png" };
const nowhere = { attachmentId: ID, mediaType: "image/png", bytes: 1, width: 1, height: 1 };

expectNoProcessLeft();

describe("attachments, over the wire (spec §1.12.2)", () => {
  it("are put, given back, and shown in a prompt", async () => {
    const { client } = await handshaken();
    const { attachment } = await client.result("attachment/put", put);
    expect(attachment).toMatchObject({ mediaType: "image/png", bytes: 73, width: 3, height: 2, name: "dot.png" });
    const attachmentId = pick(attachment, "attachmentId");
    expect(await client.result("attachment/get", { attachmentId })).toEqual({ attachment, data: PNG });
    await client.prompt("s", "look", { contentBlocks: image(attachment) });
    await client.idle("s");
    expect(JSON.stringify(client.events("s"))).toContain(JSON.stringify(image(attachment)));
    expect(ends(client)).toEqual([{ kind: "completed" }]);
  });

  it("belong to the runtime: another client has them too", async () => {
    const { client, cwd, host } = await handshaken();
    const { attachment } = await client.result("attachment/put", put);
    const other = new WireClient(host);
    await other.initialize(cwd);
    await other.prompt("s", "look", { contentBlocks: image(attachment) });
    await other.idle("s");
  });

  it("one that is not there is bad params: of attachment/get, and of a prompt, which makes no session", async () => {
    const { client } = await handshaken();
    expect(issueOf(await client.request("attachment/get", { attachmentId: ID }))).toEqual([
      -32602,
      "invalid-params",
      "params.attachmentId",
    ]);
    const refused = await client.request("session/prompt", { sessionId: "s", contentBlocks: image(nowhere) });
    expect(issueOf(refused)).toEqual([-32602, "invalid-params", "params.contentBlocks[1].attachment.attachmentId"]);
    expect(await client.result("session/list", {})).toEqual({ sessions: [] });
  });

  it("version 0 does not look (spec §0.5.4)", async () => {
    const client = new WireClient(runtimeHost());
    await client.result("initialize", { cwd: await folder(RULES), provider: "scripted", model: "script.json" });
    await client.prompt("s", "look", { contentBlocks: image(nowhere) });
    await client.idle("s");
    expect(ends(client)).toEqual([{ kind: "completed" }]);
  });

  it("a prompt whose picture is looked up is overtaken by no later prompt and no later cancel", async () => {
    const store = await openAttachments();
    const { attachment } = await store.put({ mediaType: "image/png", data: PNG });
    const { client, release } = await slow(store);
    const prompts = [image(attachment), [{ type: "text", text: "second" }]].map((contentBlocks, at) => ({
      id: `p${at}`,
      method: "session/prompt",
      params: { sessionId: "s", contentBlocks, clientMessageId: `c${at}` },
    }));
    client.send(...prompts, { id: "cancel", method: "session/cancel", params: { sessionId: "s", scope: "queued" } });
    await client.result("model/list", {});
    release();
    const [first, second, cancel] = await Promise.all(["p0", "p1", "cancel"].map((id) => client.response(id)));
    expect([pick(first, "result", "position"), pick(second, "result", "position")]).toEqual([0, 1]);
    expect(pick(cancel, "result", "cancelled")).toEqual([pick(second, "result", "messageId")]);
    await client.idle("s");
  });

  it("a prompt is refused however long the look for its picture takes", async () => {
    const { client, release } = await slow(await openAttachments());
    client.send({ id: "p", method: "session/prompt", params: { sessionId: "s", contentBlocks: image(nowhere) } });
    await client.result("model/list", {});
    release();
    expect(issueOf(await client.response("p"))).toEqual([
      -32602,
      "invalid-params",
      "params.contentBlocks[1].attachment.attachmentId",
    ]);
  });

  it("a runtime that starts anew still has them, in its data folder", async () => {
    const cwd = await folder(RULES);
    const first = await start(cwd);
    const attachment = pick(await first.request("put", "attachment/put", put), "result", "attachment");
    first.kill("SIGKILL"); // what was answered is on the disk
    await first.end();
    const digest = String(pick(attachment, "attachmentId")).replace("sha256:", "");
    const path = join(cwd, "data", "attachments");
    expect((await readdir(path)).sort()).toEqual([digest, `${digest}.json`]);
    expect((await readFile(join(path, digest))).toString("base64")).toBe(PNG);

    const second = await start(cwd);
    const got = await second.request("get", "attachment/get", { attachmentId: `sha256:${digest}` });
    expect(got["result"]).toEqual({ attachment, data: PNG });
    const params = promptParams("s", "", { contentBlocks: image(attachment) });
    expect(await second.request("prompt", "session/prompt", params)).toHaveProperty("result");
    await second.status("s", "idle");
    await second.request("end", "shutdown");
    await second.end();
  });
});

/** A client of a runtime whose attachments open when they are released. */
async function slow(attachments: Attachments): Promise<{ client: WireClient; release: () => void }> {
  const opening = new EventEmitter();
  const released = once(opening, "release");
  const host = runtimeHost({ openAttachments: () => released.then(() => attachments) });
  const client = new WireClient(host);
  await client.initialize(await folder(RULES));
  // What a first prompt loads is loaded then, and delays none that a test sends.
  await client.prompt("before", "look");
  await client.idle("before");
  return { client, release: () => void opening.emit("release") };
}

async function start(cwd: string): Promise<RuntimeProcess> {
  const runtime = new RuntimeProcess({ dataDir: join(cwd, "data") });
  const params = { cwd, provider: "scripted", model: "script.json", protocolVersion: 1 };
  await runtime.request("init", "initialize", params);
  return runtime;
}

function image(attachment: unknown): object[] {
  return [
    { type: "text", text: "look" },
    { type: "image", attachment },
  ];
}

function issueOf(frame: JsonObject): unknown[] {
  const data = pick(frame, "error", "data");
  return [pick(frame, "error", "code"), pick(data, "kind"), pick(data, "issues", 0, "path")];
}

function ends(client: WireClient): unknown[] {
  return client.events("s").flatMap((event) => (event["type"] === "turn/end" ? [pick(event, "data", "reason")] : []));
}
