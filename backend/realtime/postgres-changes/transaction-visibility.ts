/**
 * Waits until committed transactions are visible. The replication stream sends a commit as soon as it is in
 * the log, a moment before other transactions see it. A lookup in that moment would not find the row, and a
 * change would be lost.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Sql } from "#backend/core/database/database.ts";
import { queryAs, SERVICE_CALLER } from "./query-as.ts";

const POLL_MS = 2;
/** A commit with synchronous replication may take long to become visible. */
const TIMEOUT_MS = 30_000;

/** Resolves when every later snapshot shows the writes of these transactions. Rejects after a timeout. */
export async function waitUntilVisible(sql: Sql, transactions: Iterable<number>): Promise<void> {
  const awaited = [...new Set(transactions)];
  for (let waited = 0; waited < TIMEOUT_MS; waited += POLL_MS) {
    const [snapshot] = await queryAs(sql, SERVICE_CALLER, ["select to_jsonb(pg_current_snapshot()::text)"]);
    const text = z.string().parse(snapshot);
    if (awaited.every((transaction) => isTransactionVisible(transaction, text))) return;
    await sleep(POLL_MS);
  }
  throw new Error("a transaction that was committed does not become visible");
}

/**
 * Whether a snapshot, `xmin:xmax:list of those in progress`, shows the writes of a finished transaction.
 * Snapshots have transaction ids of 64 bits, the log only their lower 32, which wrap around.
 */
export function isTransactionVisible(transaction: number, snapshot: string): boolean {
  const [, next = "0", inProgress = ""] = snapshot.split(":");
  const isBefore = ((lowerBits(next) - transaction) | 0) > 0;
  return (
    isBefore && !inProgress.split(",").some((number) => number !== "" && lowerBits(number) === transaction)
  );
}

function lowerBits(number: string): number {
  return Number(BigInt.asUintN(32, BigInt(number)));
}
