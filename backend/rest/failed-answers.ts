/** Requests whose failures are counted, and which are refused once too many have failed. */
import postgres from "postgres";
import { LIMIT_REFUSED, QUERY_CANCELED } from "#backend/core/database/sqlstates.ts";
import { RestError, tooManyCancelledReads, tooManyFailedAnswers } from "./errors.ts";
import type { Transaction } from "./main-tx.ts";
import { isReadOnly, type PreparedRequest } from "./prepared-request.ts";

interface FailureLimit {
  name: "failed_answers" | "cancelled_reads";
  isFailure(error: unknown): boolean;
  refuse(waitSeconds: number): RestError;
}

/**
 * What a function takes from a limit of the database is given back when its transaction fails, and the request decides
 * what it does with the result: a cast, a filter or the wish for a single object fails for one result and not for
 * another, which tells the caller of it, uncounted.
 */
const FAILED_ANSWERS: FailureLimit = {
  name: "failed_answers",
  isFailure: isFailedAnswer,
  refuse: tooManyFailedAnswers,
};
/** A read that takes all the time that it may have takes a processor from everybody for as long. */
const CANCELLED_READS: FailureLimit = {
  name: "cancelled_reads",
  isFailure: (error) => error instanceof postgres.PostgresError && error.code === QUERY_CANCELED,
  refuse: tooManyCancelledReads,
};

/** The limit of the failures of a request; null for those that may fail without end. */
export function getFailureLimit(
  prepared: Exclude<PreparedRequest, { kind: "info" }>,
  transaction: Pick<Transaction, "check" | "readOnly">,
): FailureLimit | null {
  if (mayLoseCounts(prepared, transaction)) return FAILED_ANSWERS;
  return transaction.readOnly ? CANCELLED_READS : null;
}

/** Whether it calls a function that writes, and does more with the result than to send it. */
function mayLoseCounts(
  prepared: Exclude<PreparedRequest, { kind: "info" }>,
  { check }: Pick<Transaction, "check">,
): boolean {
  if (prepared.kind !== "transaction" || prepared.plan.kind !== "call" || isReadOnly(prepared)) return false;
  return check !== null || prepared.request.size.mayFail;
}

/** Whether the transaction was rolled back, and not because a limit refused it or the database could not be reached. */
function isFailedAnswer(error: unknown): boolean {
  if (error instanceof RestError) return error.status < 500 && error.limitKey === null;
  return error instanceof postgres.PostgresError && error.code !== LIMIT_REFUSED;
}
