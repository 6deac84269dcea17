/** What every service needs of a request: cross-origin rules, the token that it stands on, its body within a limit. */

/** What the official clients need to read. */
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
  "x-total-count",
  "x-supabase-api-version",
].join(", ");

const ALLOWED_METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";
const DAY_SECONDS = 86_400;

/** Any origin may call: what authenticates is a token in a header, never a cookie. */
export function preflight(request: Request): Response {
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
 * What every answer carries: open to other origins, closed to guessing at its type. A service may put them
 * in itself, with its own headers, which costs less than to add them to a finished answer.
 */
export const OPEN_HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": EXPOSED_HEADERS,
  "x-content-type-options": "nosniff",
};

/** The answer itself, with those headers. */
export function openToOrigins(response: Response): Response {
  for (const [name, value] of Object.entries(OPEN_HEADERS)) response.headers.set(name, value);
  return response;
}

/**
 * The token of a request: what stands in Authorization wins over the API key, so that a signed-in user's own token
 * decides, and is none when it is of another kind than Bearer. Keys of the opaque kind (`sb_…`) are never tokens.
 */
export function tokenOf(headers: Headers): string | null {
  const authorization = headers.get("authorization");
  if (!authorization || /^bearer\s+sb_/i.test(authorization)) return headers.get("apikey") || null;
  const bearer = /^bearer(\s.*)?$/i.exec(authorization);
  return bearer && (bearer[1] ?? "").trim();
}

/**
 * A request's whole body, empty without one; null when it is longer than `limit` bytes. What is left of such a body
 * stays where it is: to cancel it would close the connection, on which the client reads why and sends its next request.
 * Null also when the client hangs up meanwhile, as phones do: nobody reads that answer, and nothing has failed.
 */
export async function readBytes(request: Request, limit: number): Promise<Buffer<ArrayBuffer> | null> {
  if (Number(request.headers.get("content-length")) > limit) return null;
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const chunk = await reader?.read().catch(() => null);
    if (chunk === null) return null;
    if (!chunk || chunk.done) return Buffer.concat(chunks, size);
    size += chunk.value.byteLength;
    if (size > limit) return null;
    chunks.push(chunk.value);
  }
}
