/** What a command passes to the backup or the restore that it runs. */
import type { Logger } from "#backend/core/observability/log.ts";

export interface Task {
  log: Logger;
  /** Tells the operator, in one line, what has been done. */
  report(line: string): void;
  /** Stops the work, which then removes what it has written. */
  signal: AbortSignal;
}
