/** Recognizes the responses by which the backend's services reject a token. */
import { INVALID_TOKEN, INVALID_TOKEN_CLAIM } from "./error-codes.ts";

/** The codes of PostgREST for a token that it rejects. */
export const INVALID_TOKEN_CODES = [INVALID_TOKEN, INVALID_TOKEN_CLAIM];

/** Whether the body of an error response, of PostgREST or of the storage service, reports an invalid token. */
export function isInvalidTokenError(body: string): boolean {
  // The storage service has one code for all missing rights, and two texts for an expired token.
  return INVALID_TOKEN_CODES.some((code) => body.includes(code)) || /jwt expired|exp\\" claim/i.test(body);
}
