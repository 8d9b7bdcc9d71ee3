export { toh } from "./toh.ts";
export type { Terminal, TerminalOutput } from "./terminal.ts";
