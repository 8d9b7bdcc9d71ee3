import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Runtimes that tests start keep their sessions in a folder of this run, never in that of the user who runs the tests. */
export default async function setUp(): Promise<() => Promise<void>> {
  const home = await mkdtemp(join(tmpdir(), "toh-home-"));
  process.env["TOH_HOME"] = home;
  return () => rm(home, { recursive: true, force: true });
}
