/** How the backend's services report that they reject a request for its token. */

/**
 * PostgREST's codes for a token that cannot be decoded and for one with invalid claims, such as an expired
 * one.
 */
export const INVALID_TOKEN_CODES = ["PGRST301", "PGRST303"];

/** Whether the body of an error response, of PostgREST or of the storage service, reports an invalid token. */
export function isInvalidTokenError(body: string): boolean {
  // The storage service has one code for all missing rights, and two texts for an expired token.
  return INVALID_TOKEN_CODES.some((code) => body.includes(code)) || /jwt expired|exp\\" claim/i.test(body);
}
