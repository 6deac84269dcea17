/** Reads a request's body as text, up to a limit. */
import { readBytes } from "../core/http.ts";
import { bodyTooLarge } from "./errors.ts";

/** Of the other methods a body means nothing, and even to ask for it costs. */
export function mayHaveBody(method: string): boolean {
  return method === "POST" || method === "PATCH" || method === "PUT";
}

/**
 * Bytes that are no text become Postgres' own notation of them. Rejects with 413 past `limit` bytes, as it does when
 * the client hangs up before the end and nobody reads the answer.
 */
export async function readBody(request: Request, limit: number): Promise<string> {
  const length = request.headers.get("content-length");
  if (length !== null && Number(length) > limit) throw bodyTooLarge(limit);
  const whole = () =>
    request.arrayBuffer().then(
      (buffer) => Buffer.from(buffer),
      () => null,
    );
  const bytes = await (length === null ? readBytes(request, limit) : whole());
  if (bytes === null || bytes.byteLength > limit) throw bodyTooLarge(limit);
  const isBinary = request.headers.get("content-type")?.startsWith("application/octet-stream") ?? false;
  return isBinary ? `\\x${bytes.toString("hex")}` : bytes.toString("utf8");
}
