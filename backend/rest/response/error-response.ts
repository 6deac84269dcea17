/** Creates the response of an error. */
import { CORS_HEADERS } from "#backend/core/http.ts";
import type { RestError } from "#backend/rest/errors.ts";

export function createErrorResponse(error: RestError, headersOnly: boolean): Response {
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "Proxy-Status": `PostgREST; error=${error.body.code}`,
    ...CORS_HEADERS,
    ...error.headers,
  };
  const init = {
    status: error.status,
    headers,
    ...(error.statusText ? { statusText: error.statusText } : {}),
  };
  const isEmpty = headersOnly || error.status === 204 || error.status === 205 || error.status === 304;
  return new Response(isEmpty ? null : JSON.stringify(error.body), init);
}
