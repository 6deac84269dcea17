/** Error messages for users of the admin. */
import { PostgrestError } from "@supabase/postgrest-js";
import { INSUFFICIENT_PRIVILEGE } from "#app/lib/supabase/error-codes.ts";
import { describeFailure, getFailureStatus, NO_RESPONSE } from "#app/lib/supabase/failure-message.ts";
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

/** The server's own reason, else a sentence for its status; `fallback` without a response or a known reason. */
export function toUserMessage(error: unknown, fallback?: string): string {
  if (error instanceof UserError) return error.message;
  const code = getServerCode(error);
  if (code === INSUFFICIENT_PRIVILEGE) return getForbiddenMessage();
  // No new token could be obtained.
  if (INVALID_TOKEN_CODES.includes(code))
    return hasStoredSession() ? (fallback ?? UNKNOWN_ERROR_MESSAGE) : SESSION_ENDED_MESSAGE;
  if (getFailureStatus(error) === NO_RESPONSE) return fallback ?? UNREACHABLE_MESSAGE;
  return describeFailure(error, fallback ?? UNKNOWN_ERROR_MESSAGE);
}

/** The code of the server's error, which may be the cause of an error of our own; "" for another failure. */
function getServerCode(error: unknown): string {
  const failure = error instanceof PostgrestError || !(error instanceof Error) ? error : error.cause;
  if (typeof failure !== "object" || failure === null || !("code" in failure)) return "";
  return typeof failure.code === "string" ? failure.code : "";
}
