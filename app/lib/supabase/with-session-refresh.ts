/**
 * Runs a signed-in customer's database request again with a new token when the database rejects the old one.
 */
import { refreshSession } from "./refresh-session.ts";

/**
 * PostgREST's codes for a token that cannot be decoded and for one with invalid claims, such as an expired
 * one.
 */
const INVALID_TOKEN_CODES = new Set<unknown>(["PGRST301", "PGRST303"]);

/**
 * The result of `operation`, which runs once more with a new token when the token was rejected. Throws what
 * `operation` throws.
 */
export async function withSessionRefresh<T>(
  connect: () => Promise<Parameters<typeof refreshSession>[0]>,
  operation: () => Promise<T>,
): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    if (
      !INVALID_TOKEN_CODES.has(getErrorCode(error)) ||
      (await refreshSession(await connect())) !== "refreshed"
    )
      throw error;
    return operation();
  }
}

/**
 * The code of an error of postgrest-js, also when it is the cause of an error with a message for the screen.
 */
function getErrorCode(error: unknown): unknown {
  if (typeof error !== "object" || error === null) return undefined;
  if ("code" in error) return error.code;
  return "cause" in error ? getErrorCode(error.cause) : undefined;
}
