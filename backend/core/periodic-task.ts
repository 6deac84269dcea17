/**
 * Runs housekeeping periodically. A failed round is logged, and the next one tries again. Where the database is slow, a
 * round may take longer than its interval: then the next one is left out, so that rounds do not pile up.
 */
import type { Logger } from "./log.ts";

interface Schedule {
  /** The name in the log: of the service, or of what is cleaned up. */
  name: string;
  intervalMs: number;
  /** Delay of the first round after the start. Without it the first round runs after a whole interval. */
  initialDelayMs?: number;
}

/** Returns a stop function, which resolves when a round in progress has ended. */
export function startPeriodicTask(
  { name, intervalMs, initialDelayMs }: Schedule,
  log: Logger,
  work: () => Promise<void>,
): () => Promise<void> {
  let round: Promise<void> | null = null;
  const start = () => {
    round ??= work()
      .catch((error: unknown) => log.warn({ error: String(error) }, `${name} housekeeping failed`))
      .finally(() => {
        round = null;
      });
  };
  const timers = [setInterval(start, intervalMs)];
  if (initialDelayMs !== undefined) timers.push(setTimeout(start, initialDelayMs));
  for (const timer of timers) timer.unref();
  return async () => {
    for (const timer of timers) clearTimeout(timer);
    await round;
  };
}
