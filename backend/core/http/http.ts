/** Request helpers for all services: CORS, the bearer token, and reading a body within a size limit. */
import { getWork } from "#backend/core/observability/work-context.ts";

/** The response headers that the official clients must be able to read. */
const EXPOSED_HEADERS = [
  "content-encoding",
  "content-location",
  "content-range",
  "content-type",
  "date",
  "link",
  "location",
  "server",
  "transfer-encoding",
  "range-unit",
  "retry-after",
  "x-total-count",
  "x-supabase-api-version",
].join(", ");

const ALLOWED_METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";
const DAY_SECONDS = 86_400;

/** Every origin is allowed: requests are authenticated by a token in a header, never by a cookie. */
export function createPreflightResponse(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      "access-control-allow-origin": "*",
      "access-control-allow-methods": ALLOWED_METHODS,
      "access-control-allow-headers": request.headers.get("access-control-request-headers") ?? "*",
      "access-control-max-age": String(DAY_SECONDS),
    },
  });
}

/**
 * The headers of every response: open to all origins, and no content sniffing. A service may set them with
 * its own headers, which costs less than adding them to a finished response.
 */
export const CORS_HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": EXPOSED_HEADERS,
  "x-content-type-options": "nosniff",
};

/** The same response with these headers. */
export function withCorsHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(CORS_HEADERS)) response.headers.set(name, value);
  return response;
}

/** A response without a body. Node would send it as an empty chunked one, unless its length is given. */
export function createEmptyResponse(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, {
    status,
    headers: mayHaveLength(status) ? { ...headers, "content-length": "0" } : headers,
  });
}

/** Whether HTTP allows a Content-Length in a response without a body. */
export function mayHaveLength(status: number): boolean {
  return status !== 204 && status !== 304;
}

/** 544 is the database's timeout in Supabase Storage. */
const UNAVAILABLE_STATUSES = new Set([503, 504, 544]);
const RETRY_AFTER_SECONDS = 2;

/** The same response; one that says that a service is busy or unavailable also says when to try again. */
export function withRetryAfter(response: Response): Response {
  if (UNAVAILABLE_STATUSES.has(response.status) && !response.headers.has("retry-after")) {
    response.headers.set("retry-after", String(RETRY_AFTER_SECONDS));
  }
  return response;
}

/**
 * The token of a request. Authorization takes precedence over the API key, so that a signed-in user's own
 * token decides; with a scheme other than Bearer there is no token. Opaque keys (`sb_…`) are never tokens.
 */
export function getRequestToken(headers: Headers): string | null {
  const authorization = headers.get("authorization");
  if (!authorization || /^bearer\s+sb_/i.test(authorization)) return headers.get("apikey") || null;
  const bearer = /^bearer(?<token>\s.*)?$/i.exec(authorization);
  return bearer && (bearer.groups?.token ?? "").trim();
}

/**
 * Reads the complete body, empty without one. Returns null when it is longer than `limit` bytes: the rest is
 * left unread, because cancelling would close the connection on which the client reads the response and sends
 * its next request. Also returns null when the client disconnects, as phones do: the response reaches nobody,
 * and it is not an error.
 */
export async function readBodyBytes(request: Request, limit: number): Promise<Buffer<ArrayBuffer> | null> {
  if (Number(request.headers.get("content-length")) > limit) return null;
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const chunk = await reader?.read().catch(() => null);
    if (chunk === null) return null;
    if (!chunk || chunk.done) break;
    size += chunk.value.byteLength;
    if (size > limit) return null;
    chunks.push(chunk.value);
  }
  await waitForTurn(size);
  return Buffer.concat(chunks, size);
}

/** In bytes. What is shorter is parsed in a millisecond. */
const MIN_TURN_BYTES = 8 * 1024;

/** To be called before a body of so many bytes is parsed, which holds everybody up when it is long. */
export async function waitForTurn(bytes: number): Promise<void> {
  if (bytes >= MIN_TURN_BYTES) await getWork().takeTurn?.();
}
