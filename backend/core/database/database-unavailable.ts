/** Recognizes the errors of a database that cannot be reached or that does not respond. */
import { getErrorCode } from "#backend/core/errors.ts";
import { TOO_MANY_CONNECTIONS } from "./sqlstates.ts";

/** Codes of postgres.js, of the socket, and of a Postgres that starts, stops or has no connection left. */
const CODES = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "CONNECTION_ENDED",
  "CONNECT_FAILED",
  "CONNECT_TIMEOUT",
  "RESPONSE_TIMEOUT",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "57P01",
  "57P02",
  "57P03",
  TOO_MANY_CONNECTIONS,
]);

export function isDatabaseUnavailable(error: unknown): boolean {
  if (CODES.has(getErrorCode(error) ?? "")) return true;
  // The socket's file is missing while the embedded Postgres is down.
  return error instanceof Error && "syscall" in error && error.syscall === "connect";
}
