/** Reads a request's body as text, up to a size limit. */
import { readBodyBytes, waitForTurn } from "#backend/core/http/http.ts";
import { bodyTooLarge } from "./errors.ts";

/** The body of other methods has no meaning, and checking for one has a cost. */
export function mayHaveBody(method: string): boolean {
  return method === "POST" || method === "PATCH" || method === "PUT";
}

/** Whether the headers say that the body is no longer than this; one of unknown length may be longer. */
export function isWithin(headers: Headers, limit: number): boolean {
  const length = headers.get("content-length");
  return length !== null && Number(length) <= limit;
}

/**
 * Bytes that are not valid text become Postgres's notation of them. Rejects with 413 beyond `limit` bytes,
 * and also when the client disconnects before the end, as nobody reads that response.
 */
export async function readBody(request: Request, limit: number): Promise<string> {
  const length = request.headers.get("content-length");
  if (length !== null && Number(length) > limit) throw bodyTooLarge(limit);
  const readAll = () =>
    request.arrayBuffer().then(
      (buffer) => Buffer.from(buffer),
      () => null,
    );
  const bytes = await (length === null ? readBodyBytes(request, limit) : readAll());
  if (bytes === null || bytes.byteLength > limit) throw bodyTooLarge(limit);
  if (length !== null) await waitForTurn(bytes.byteLength);
  const isBinary = request.headers.get("content-type")?.startsWith("application/octet-stream") ?? false;
  return isBinary ? `\\x${bytes.toString("hex")}` : bytes.toString("utf8");
}
