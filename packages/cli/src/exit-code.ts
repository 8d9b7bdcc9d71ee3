/** What `toh` ends with, besides 128 and the number of the signal that interrupted it; `cancelled` is that of Ctrl-C. */
export const ExitCode = { done: 0, failed: 1, usage: 2, runtimeLost: 3, cancelled: 130 } as const;
