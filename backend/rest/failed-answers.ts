/**
 * What a function takes from a limit of the database is given back when its transaction fails, and the request decides
 * what it does with the result: a cast, a filter or the wish for a single object fails for one result and not for
 * another, which tells the caller of it, uncounted. So the failures of such calls are counted here.
 */
import postgres from "postgres";
import { LIMIT_REFUSED } from "#backend/core/database/sqlstates.ts";
import { RestError } from "./errors.ts";
import type { Transaction } from "./main-tx.ts";
import { isReadOnly, type PreparedRequest } from "./prepared-request.ts";

/** Whether it calls a function that writes, and does more with the result than to send it. */
export function mayLoseCounts(
  prepared: Exclude<PreparedRequest, { kind: "info" }>,
  { check }: Pick<Transaction, "check">,
): boolean {
  if (prepared.kind !== "transaction" || prepared.plan.kind !== "call" || isReadOnly(prepared)) return false;
  return check !== null || prepared.request.size.mayFail;
}

/** Whether the transaction was rolled back, and not because a limit refused it or the database could not be reached. */
export function isFailedAnswer(error: unknown): boolean {
  if (error instanceof RestError) return error.status < 500 && error.limitKey === null;
  return error instanceof postgres.PostgresError && error.code !== LIMIT_REFUSED;
}
