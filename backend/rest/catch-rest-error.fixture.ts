/** The error that a stage throws for an invalid request. */
import { RestError } from "./errors.ts";

/** The error's status and body; null when nothing is thrown. */
export function catchRestError(run: () => unknown): Pick<RestError, "status" | "body"> | null {
  try {
    run();
    return null;
  } catch (error) {
    if (error instanceof RestError) return { status: error.status, body: error.body };
    throw error;
  }
}
