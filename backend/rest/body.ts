/** Reads a request's body as text, up to a limit. */
import { bodyTooLarge } from "./errors.ts";

/** Of the other methods a body means nothing, and even to ask for it costs. */
export function mayHaveBody(method: string): boolean {
  return method === "POST" || method === "PATCH" || method === "PUT";
}

/** Bytes that are no text become Postgres' own notation of them. Rejects with 413 past `limit` bytes. */
export async function readBody(request: Request, limit: number): Promise<string> {
  const length = request.headers.get("content-length");
  if (length !== null && Number(length) > limit) throw bodyTooLarge(limit);
  const bytes = length === null ? await readStream(request, limit) : Buffer.from(await request.arrayBuffer());
  if (bytes.byteLength > limit) throw bodyTooLarge(limit);
  const isBinary = request.headers.get("content-type")?.startsWith("application/octet-stream") ?? false;
  return isBinary ? `\\x${bytes.toString("hex")}` : bytes.toString("utf8");
}

async function readStream({ body }: Request, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw bodyTooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}
