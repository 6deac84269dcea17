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

/**
 * The server's own reason, else a sentence for its status; `unreachable` without a response, and `unknown` for one
 * that says nothing.
 */
export function toUserMessage(error: unknown, unreachable?: string, unknown = UNKNOWN_ERROR_MESSAGE): string {
  if (error instanceof UserError) return error.message;
  const { code, message, details } = getServerFailure(error);
  // The database names the right that is missing: the text beside it is for the user.
  if (code === INSUFFICIENT_PRIVILEGE) return hasStoredSession() && details ? message : getForbiddenMessage();
  // No new token could be obtained.
  if (INVALID_TOKEN_CODES.includes(code))
    return hasStoredSession() ? (unreachable ?? unknown) : SESSION_ENDED_MESSAGE;
  if (getFailureStatus(error) === NO_RESPONSE) return unreachable ?? UNREACHABLE_MESSAGE;
  return describeFailure(error, unknown);
}

/** The server's error, which may be the cause of an error of our own; empty for another failure. */
function getServerFailure(error: unknown): Record<"code" | "message" | "details", string> {
  const failure = error instanceof PostgrestError || !(error instanceof Error) ? error : error.cause;
  const read = (name: string) => {
    const value: unknown =
      typeof failure === "object" && failure !== null ? Reflect.get(failure, name) : null;
    return typeof value === "string" ? value : "";
  };
  return { code: read("code"), message: read("message"), details: read("details") };
}
