/** Work that a service does for itself every now and then. A round that fails is logged, and the next one tries again. */
import type { Logger } from "./log.ts";

interface Schedule {
  /** Names the service in the log. */
  service: string;
  everyMs: number;
  /** After the start; without one the first round comes after a whole interval. */
  firstMs?: number;
}

/** Returns what stops it, and resolves when a round that was under way has ended. */
export function startHousekeeping(
  { service, everyMs, firstMs }: Schedule,
  log: Logger,
  work: () => Promise<void>,
): () => Promise<void> {
  let round = Promise.resolve();
  const start = () => {
    round = work().catch((error: unknown) =>
      log.warn({ error: String(error) }, `${service} housekeeping failed`),
    );
  };
  const timers = [setInterval(start, everyMs)];
  if (firstMs !== undefined) timers.push(setTimeout(start, firstMs));
  for (const timer of timers) timer.unref();
  return () => {
    for (const timer of timers) clearTimeout(timer);
    return round;
  };
}
