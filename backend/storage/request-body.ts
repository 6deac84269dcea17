/** Reads request bodies: as a stream, or as validated JSON; a missing body counts as an empty object. */
import { z } from "zod";
import { waitForTurn } from "#backend/core/http/http.ts";
import { aborted, invalidRequest, StorageError } from "./errors.ts";

const MAX_BODY_BYTES = 1 << 20;

/** Also as text, which clients without types send. */
export const wholeNumber = z.coerce.number<number | string>().int();

/** Throws InvalidRequest or EntityTooLarge. Unknown fields are ignored. */
export async function parseJsonBody<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  const source = await readText(request);
  let body: unknown;
  try {
    body = source === "" ? {} : JSON.parse(source);
  } catch {
    throw invalidRequest("The body is not valid JSON");
  }
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw invalidRequest(`body/${issue?.path.join("/") ?? ""} ${issue?.message}`);
}

async function readText(request: Request): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of readChunks(request)) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) throw new StorageError(413, "EntityTooLarge", "Request body is too large");
    chunks.push(chunk);
  }
  await waitForTurn(size);
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * Yields the body as it arrives. Throws Aborted when the client stops in the middle. A consumer that stops
 * early leaves the rest unread: cancelling would close the connection before the client has read the
 * response.
 */
export async function* readChunks(request: Request): AsyncGenerator<Uint8Array> {
  const reader = request.body?.getReader();
  for (;;) {
    const chunk = await reader?.read().catch(() => {
      throw aborted();
    });
    if (!chunk || chunk.done) return;
    yield chunk.value;
  }
}
