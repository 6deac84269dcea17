/** Creates the response of an error. */
import { CORS_HEADERS, mayHaveLength } from "#backend/core/http/http.ts";
import type { RestError } from "#backend/rest/errors.ts";

export function createErrorResponse(error: RestError, headersOnly: boolean): Response {
  const isEmpty = headersOnly || error.status === 204 || error.status === 205 || error.status === 304;
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "Proxy-Status": `PostgREST; error=${error.body.code}`,
    ...(isEmpty && !headersOnly && mayHaveLength(error.status) && { "Content-Length": "0" }),
    ...CORS_HEADERS,
    ...error.headers,
  };
  const init = {
    status: error.status,
    headers,
    ...(error.statusText ? { statusText: toReasonPhrase(error.statusText) } : {}),
  };
  return new Response(isEmpty ? null : JSON.stringify(error.body), init);
}

/** HTTP's reason phrase has bytes and no control characters: PostgREST sends it in UTF-8. */
function toReasonPhrase(text: string): string {
  return Buffer.from(text.replace(/\p{Cc}/gu, " ")).toString("latin1");
}
