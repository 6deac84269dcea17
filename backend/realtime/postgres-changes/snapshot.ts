/**
 * The log tells of a commit as soon as it is written, a moment before other transactions see it. Whoever looked for
 * the row in that moment would not find it, and a change would be lost: so it is waited for.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Sql } from "../../core/database.ts";
import { askAs, SERVICE } from "./as-caller.ts";

const POLL_MS = 2;
/** A commit that waits for a standby may take its time. */
const PATIENCE_MS = 30_000;

/** Resolves when whoever looks from now on sees what these transactions wrote. Rejects when that takes too long. */
export async function untilVisible(sql: Sql, transactions: Iterable<number>): Promise<void> {
  const awaited = [...new Set(transactions)];
  for (let waited = 0; waited < PATIENCE_MS; waited += POLL_MS) {
    const [snapshot] = await askAs(sql, SERVICE, ["select to_jsonb(pg_current_snapshot()::text)"]);
    const text = z.string().parse(snapshot);
    if (awaited.every((transaction) => isVisible(transaction, text))) return;
    await sleep(POLL_MS);
  }
  throw new Error("a transaction that was committed does not become visible");
}

/**
 * Whether a snapshot, `xmin:xmax:list of those in progress`, shows what a finished transaction wrote. A snapshot
 * numbers transactions in 64 bits, the log in the lower 32 of them, which go round.
 */
export function isVisible(transaction: number, snapshot: string): boolean {
  const [, next = "0", inProgress = ""] = snapshot.split(":");
  const isBefore = ((lowerBits(next) - transaction) | 0) > 0;
  return (
    isBefore && !inProgress.split(",").some((number) => number !== "" && lowerBits(number) === transaction)
  );
}

function lowerBits(number: string): number {
  return Number(BigInt.asUintN(32, BigInt(number)));
}
