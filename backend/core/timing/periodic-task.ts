/**
 * Runs housekeeping periodically. A failed round is logged, and tried again with the next one, after five minutes at the
 * latest: what is daily would be undone for a day because the database was away for a moment. Where the database is slow, a
 * round may take longer than its interval: then the next one is left out, so that rounds do not pile up.
 */
import type { Logger } from "#backend/core/observability/log.ts";
import { traceWork } from "#backend/core/observability/tracing.ts";
import { runWork } from "#backend/core/observability/work-context.ts";

interface Schedule {
  /** The name in the log: of the service, or of what is cleaned up. */
  name: string;
  intervalMs: number;
  /** Delay of the first round after the start. Without it the first round runs after a whole interval. */
  initialDelayMs?: number;
  /** How long a round may take, if that is longer than the interval. */
  longestRoundMs?: number;
}

/** How a periodic task of this process has done. */
export interface TaskRun {
  name: string;
  /** From the end of a round to that of the next one, at most. */
  intervalSeconds: number;
  /** When its last round ended; null before. */
  endedAt: Date | null;
  /** Why its last round failed. */
  error: string | null;
}

const LONGEST_RETRY_MS = 300_000;

const runs = new Set<TaskRun>();

/** Of the tasks that are running in this process. */
export function listTaskRuns(): readonly TaskRun[] {
  return [...runs];
}

/** Returns a stop function, which resolves when a round in progress has ended. */
export function startPeriodicTask(
  { name, intervalMs, initialDelayMs, longestRoundMs = 0 }: Schedule,
  log: Logger,
  work: () => Promise<void>,
): () => Promise<void> {
  const intervalSeconds = (intervalMs + longestRoundMs) / 1000;
  const run: TaskRun = { name, intervalSeconds, endedAt: null, error: null };
  runs.add(run);
  let round: Promise<void> | null = null;
  let retry: NodeJS.Timeout | undefined;
  const start = () => {
    clearTimeout(retry);
    round ??= runWork({ task: name }, () => traceWork(name, {}, work))
      .then(
        () => {
          run.error = null;
        },
        (error: unknown) => {
          run.error = String(error);
          log.warn({ error: run.error }, `${name} housekeeping failed`);
          if (intervalMs > LONGEST_RETRY_MS) retry = setTimeout(start, LONGEST_RETRY_MS).unref();
        },
      )
      .finally(() => {
        run.endedAt = new Date();
        round = null;
      });
  };
  const timers = [setInterval(start, intervalMs)];
  if (initialDelayMs !== undefined) timers.push(setTimeout(start, initialDelayMs));
  for (const timer of timers) timer.unref();
  return async () => {
    for (const timer of timers) clearTimeout(timer);
    await round;
    clearTimeout(retry);
    runs.delete(run);
  };
}
