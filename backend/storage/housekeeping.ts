/** Sweeps files aside that no row names, a while after the start and then every few hours. */
import type { Sql } from "../core/database.ts";
import type { Logger } from "../core/log.ts";
import type { FileStore } from "./files/store.ts";
import { sweep } from "./files/sweep.ts";
import type { Renders } from "./images/renders.ts";

const INTERVAL_MS = 6 * 3_600_000;
const FIRST_MS = 60_000;

interface Work {
  sql: Sql;
  files: FileStore;
  renders: Renders;
  log: Logger;
}

/** Returns what stops it, and resolves when a round that was under way has ended. */
export function startHousekeeping({ sql, files, renders, log }: Work): () => Promise<void> {
  let round = Promise.resolve();
  const start = () => {
    round = sweep(sql, files, renders, Date.now()).catch((error: unknown) =>
      log.warn({ error: String(error) }, "Storage housekeeping failed"),
    );
  };
  const timers = [setTimeout(start, FIRST_MS), setInterval(start, INTERVAL_MS)];
  for (const timer of timers) timer.unref();
  return () => {
    for (const timer of timers) clearTimeout(timer);
    return round;
  };
}
