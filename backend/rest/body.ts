/** Reads a request's body as text, up to a limit. */
import { bodyTooLarge } from "./errors.ts";

/** Bytes that are no text become Postgres' own notation of them. Rejects with 413 past `limit` bytes. */
export async function readBody(request: Request, limit: number): Promise<string> {
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > limit) throw bodyTooLarge(limit);
  if (request.body === null) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > limit) throw bodyTooLarge(limit);
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks, size);
  const isBinary = request.headers.get("content-type")?.startsWith("application/octet-stream") ?? false;
  return isBinary ? `\\x${bytes.toString("hex")}` : bytes.toString("utf8");
}
