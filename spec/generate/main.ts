import { readFileSync } from "node:fs";
import { owners, type Owner } from "./catalog.ts";
import { jsonSchema } from "./json-schema.ts";
import { pythonModule } from "./python.ts";
import { HEADER } from "./text.ts";
import { typescriptOf } from "./typescript.ts";
import { clientTypes, clientValidators, logTypes, logValidators, serverTypes, serverValidators } from "./validators.ts";

const protocol = "packages/protocol/src/generated";
const session = "packages/session/src/generated";
const protocolIssues = "../../packages/protocol/src/generated/issues.ts";

/** Every generated file: its path from the root of the repository, and its text. The same schemas give the same texts. */
export async function generate(root: URL): Promise<Map<string, string>> {
  // The two packages that check data import nothing of each other, so both get the same few lines.
  const issues = `// ${HEADER}\n\n${readFileSync(new URL("spec/generate/issues.ts", root), "utf8")}`;
  return new Map([
    ...(["llm", "session", "subagent", "protocol"] satisfies Owner[]).map(
      (owner) => [owners[owner].file, typescriptOf(owner)] as const,
    ),
    ["packages/protocol/schema.json", `${JSON.stringify(jsonSchema(), null, 2)}\n`],
    ["python/src/theopen_harness/_wire.py", pythonModule()],
    [`${protocol}/issues.ts`, issues],
    [`${protocol}/wire-open.js`, clientValidators("open")],
    [`${protocol}/wire-open.d.ts`, clientTypes()],
    [`${protocol}/requests-open.js`, serverValidators("open")],
    [`${protocol}/requests-open.d.ts`, serverTypes()],
    [`${session}/issues.ts`, issues],
    [`${session}/log-open.js`, logValidators("open")],
    [`${session}/log-open.d.ts`, logTypes()],
    [`${session}/log-closed.js`, logValidators("closed")],
    [`${session}/log-closed.d.ts`, logTypes()],
    // Only tests ask whether what we write on the wire is closed, so these are in no package.
    ["spec/generated/wire-closed.js", clientValidators("closed")],
    ["spec/generated/wire-closed.d.ts", clientTypes(protocolIssues)],
    ["spec/generated/requests-closed.js", serverValidators("closed")],
    ["spec/generated/requests-closed.d.ts", serverTypes(protocolIssues)],
  ]);
}
