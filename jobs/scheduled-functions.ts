/**
 * The work that the shop's functions do in the database, a part at each call: called every few minutes, as a schedule
 * would on a hosted project, and again at once while there is more. Each instance calls them; a function sees to it
 * that two calls at the same time do no work twice.
 */
import type { DatabaseTarget, Sql } from "#backend/core/database/database.ts";
import type { Logger } from "#backend/core/observability/log.ts";
import { startPeriodicTask } from "#backend/core/timing/periodic-task.ts";
import { connectJob } from "./connect-job.ts";

/** A little longer than an idle connection stays open, so that the job holds none in between. */
const INTERVAL_MS = 6 * 60_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3_600_000;

interface Job {
  /** For the log and, in lower case, as the name of its connection. */
  name: string;
  /** In the schema `private`. Each returns whether it has more to do; the next one is called when it has not. */
  functions: readonly string[];
  /** Delay of the first call after the start: not all of them at once. */
  initialDelayMs: number;
  /** `INTERVAL_MS` where it is left out. */
  intervalMs?: number;
}

/** The sums of the dashboard: its figures are exact without them, but take longer, the more orders are not counted yet. */
export const SALES_DAYS: Job = {
  name: "Sales days",
  functions: ["close_sales_days"],
  initialDelayMs: 20_000,
};

export const JOBS: readonly Job[] = [
  // A sale begins and ends at its minute.
  { name: "Sales", functions: ["run_sales"], initialDelayMs: 5000, intervalMs: MINUTE_MS },
  SALES_DAYS,
  // Until its document is written, which waits for the end of an import, an imported product is found by its name and
  // reference only.
  {
    name: "Search documents",
    functions: ["write_pending_documents"],
    initialDelayMs: 15_000,
    intervalMs: MINUTE_MS,
  },
  {
    name: "Search ranks",
    functions: ["refresh_search_ranks"],
    initialDelayMs: 180_000,
    intervalMs: DAY_MS,
  },
  // Goes on with an import that was confirmed and whose browser is gone, which waits for a minute at most.
  {
    name: "Product imports",
    functions: ["continue_product_imports"],
    initialDelayMs: 10_000,
    intervalMs: MINUTE_MS,
  },
  // Gives the stock of orders back that nobody confirmed in time. The orders remain.
  { name: "Reserved stock", functions: ["release_expired_stock"], initialDelayMs: 25_000 },
  // Two functions, of transactions of their own: nobody writes into the cash book while its days are summed.
  { name: "Cash check", functions: ["sum_cash_days", "check_cash"], initialDelayMs: 40_000 },
  { name: "Stock check", functions: ["check_stock"], initialDelayMs: 50_000 },
  { name: "Reorder list", functions: ["refresh_reorder_items"], initialDelayMs: 55_000 },
  { name: "Retention", functions: ["apply_retention"], initialDelayMs: 240_000, intervalMs: DAY_MS },
  {
    name: "Unused accounts",
    functions: ["delete_unused_accounts"],
    initialDelayMs: 180_000,
    intervalMs: DAY_MS,
  },
];

/** Returns a stop function. A call in progress ends with its part of the work. */
export function startScheduledFunctions(
  target: DatabaseTarget,
  log: Logger,
  jobs: readonly Job[] = JOBS,
): () => Promise<void> {
  const stops = jobs.map((job) => startJob(target, log, job));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

function startJob(
  target: DatabaseTarget,
  log: Logger,
  { name, functions, initialDelayMs, intervalMs = INTERVAL_MS }: Job,
): () => Promise<void> {
  const sql = connectJob(target, name.toLowerCase());
  let isStopping = false;
  const stop = startPeriodicTask({ name, intervalMs, initialDelayMs }, log, async () => {
    let hasMore = true;
    while (hasMore && !isStopping) hasMore = await doPart(sql, functions);
  });
  return async () => {
    isStopping = true;
    await stop();
    await sql.end({ timeout: 1 });
  };
}

/** Calls the functions until one of them has more to do. Resolves to whether one has. */
async function doPart(sql: Sql, functions: readonly string[]): Promise<boolean> {
  for (const name of functions) {
    const [row] = await sql<{ more: boolean }[]>`select ${sql(`private.${name}`)}() as more`;
    if (row?.more) return true;
  }
  return false;
}
