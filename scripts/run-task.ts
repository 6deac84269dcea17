/** Runs the work of a command: one line for an error that the operator can mend, and Ctrl-C stops it in order. */
import { inspect } from "node:util";
import postgres from "postgres";
import type { Task } from "#backend/backup/task.ts";
import { getErrorCode, getErrorMessage, StartupError } from "#backend/core/errors.ts";
import { createLogger } from "#backend/core/observability/log.ts";

/** Sets the exit code of the process: 1 when `work` has failed. */
export async function runTask(work: (task: Task) => Promise<void>): Promise<void> {
  const controller = new AbortController();
  const stop = () => controller.abort(new StartupError("Stopped: nothing has been changed."));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, stop);
  // The process that started this one is gone.
  process.once("disconnect", stop);
  try {
    const report = (line: string) => console.log(line);
    await work({ log: createLogger("error"), report, signal: controller.signal });
  } catch (error) {
    console.error(describe(controller.signal.aborted ? controller.signal.reason : error));
    process.exitCode = 1;
  }
  if (process.connected) process.disconnect();
}

function describe(error: unknown): string {
  if (error instanceof StartupError) return error.message;
  if (getErrorCode(error) === "CONNECTION_CLOSED") {
    return "The connection to the database was lost, and nothing has been changed: try again.";
  }
  if (error instanceof postgres.PostgresError) {
    return `The database has refused the work (${error.message}): docs/operations.md says what it needs under "Backup and restore".`;
  }
  // An error of the file system names its path.
  if (getErrorCode(error) !== undefined) return `The work has failed: ${getErrorMessage(error)}`;
  return inspect(error);
}
