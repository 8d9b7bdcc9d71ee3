/** A run-time invariant of a package does not hold. Callers branch on `code`; the message is for people. */
export class InvariantError extends Error {
  override readonly name = "InvariantError";
  readonly code = "INVARIANT";
  /** Full npm name of the package whose invariant it is. */
  readonly packageName: string;

  constructor(packageName: string, message: string) {
    super(`invariant violated by "${packageName}": ${message}`);
    this.packageName = packageName;
  }
}
