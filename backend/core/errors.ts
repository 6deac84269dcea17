/** The error that ends a start. It is shown as a single line, without a stack. */

/** States what is wrong and how to fix it, in one line. The process ends with exit code 1. */
export class StartupError extends Error {
  override readonly name = "StartupError";
}

/** The message of any thrown value. */
export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The `code` that Node and Postgres put on their errors (`EADDRINUSE`, `23505`), if there is one. */
export function getErrorCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
