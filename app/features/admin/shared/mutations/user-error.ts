/** Error messages for users of the admin. */
import { PostgrestError } from "@supabase/postgrest-js";
import { INSUFFICIENT_PRIVILEGE } from "#app/lib/supabase/error-codes.ts";
import { INVALID_TOKEN_CODES } from "#app/lib/supabase/invalid-token.ts";
import { hasStoredSession } from "#app/lib/supabase/stored-session.ts";
import {
  NOT_ADMINISTRATOR_MESSAGE,
  SESSION_ENDED_MESSAGE,
  UNKNOWN_ERROR_MESSAGE,
  UNREACHABLE_MESSAGE,
} from "./error-messages.ts";

/** Why the server rejects a request: a signed-out user has not lost the right. */
export function getForbiddenMessage(): string {
  return hasStoredSession() ? NOT_ADMINISTRATOR_MESSAGE : SESSION_ENDED_MESSAGE;
}

/** An error with a message for the user. */
export class UserError extends Error {}

/** The server's own reason; `fallback` when there is none, as without a network, whose errors are English. */
export function toUserMessage(
  error: unknown,
  fallback = error instanceof TypeError ? UNREACHABLE_MESSAGE : UNKNOWN_ERROR_MESSAGE,
): string {
  if (error instanceof UserError) return error.message;
  const failure = error instanceof PostgrestError ? error : getServerCause(error);
  if (!failure) return fallback;
  if (failure.code === INSUFFICIENT_PRIVILEGE) return getForbiddenMessage();
  // No new token could be obtained.
  if (INVALID_TOKEN_CODES.includes(failure.code))
    return hasStoredSession() ? fallback : SESSION_ENDED_MESSAGE;
  return failure.message || fallback;
}

/** The server's error that was wrapped by an error of our own; without a code it is not the server's. */
function getServerCause(error: unknown): { code: string; message: string } | null {
  const cause = error instanceof Error ? error.cause : null;
  if (typeof cause !== "object" || cause === null || !("code" in cause) || !("message" in cause)) return null;
  const { code, message } = cause;
  return typeof code === "string" && code !== "" && typeof message === "string" ? { code, message } : null;
}
