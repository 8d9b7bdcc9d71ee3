// @ts-check
// npm run pack: a release build, then a tarball of every package in dist/npm/.
import { packPackages } from "./tarballs.mjs";
import { buildRelease, main } from "./setup.mjs";

await main(async () => {
  await buildRelease();
  for (const { file } of await packPackages()) process.stdout.write(`${file}\n`);
});
