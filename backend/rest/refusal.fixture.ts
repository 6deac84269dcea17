/** What a stage answers to a request that it refuses. */
import { RestError } from "./errors.ts";

/** The error's status and body; null when nothing is refused. */
export function refusalOf(run: () => unknown): Pick<RestError, "status" | "body"> | null {
  try {
    run();
    return null;
  } catch (error) {
    if (error instanceof RestError) return { status: error.status, body: error.body };
    throw error;
  }
}
