// @ts-check
// npm run build: brings every lib up to date; with --release, from nothing.
import { ensureBuilt, buildRelease, main } from "./setup.mjs";

await main(process.argv.includes("--release") ? buildRelease : ensureBuilt);
