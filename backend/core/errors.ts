/** The one error that may end a start: it is shown to a person as a single line, without a stack. */

/** What is wrong and what to do about it, in one line. The process ends with exit code 1. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The `code` that Node and Postgres put on their errors (`EADDRINUSE`, `23505`), if there is one. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
