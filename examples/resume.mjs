// A session outlives its runtime: another process goes on with it, and reads what the first one did.
import { Harness } from "@buckeyestudio/toh-sdk-client";

const options = { cwd: import.meta.dirname, provider: "scripted", model: "script.json" };

const first = new Harness(options);
const { sessionId, events } = await first.run("Remember this");
await first.close();

const second = new Harness(options);
const session = second.session(sessionId);
const { lastSeq } = await session.resume();
console.log(`stored: ${lastSeq + 1} events, heard before: ${events.length}`);
await session.run("What is in here?");
const { title, status } = await session.info();
console.log(`"${title}" is ${status}`);
await session.delete();
await second.close();
