/**
 * Parses an upload in either of its two forms: the file alone with its properties as headers, or a form with
 * the file and its properties as parts. The file is streamed to `receive`.
 */
import { z } from "zod";
import type { JsonObject } from "#backend/core/values/json.ts";
import { parseContentType } from "./content-type.ts";
import { invalidRequest } from "./errors.ts";
import { parseBoundary, readParts } from "./multipart.ts";
import { readChunks } from "./request-body.ts";

export interface ParsedUpload<T> {
  /** The result of `receive`. */
  received: T;
  contentType: string;
  /** The value of the response header. */
  cacheControl: string;
  userMetadata: JsonObject | null;
}

/** Stores the file, whose declared type is known beforehand. */
export type ReceiveFile<T> = (file: AsyncIterable<Uint8Array>, contentType: string) => Promise<T>;

const DEFAULT_TYPE = "application/octet-stream";
const DEFAULT_CACHE_CONTROL = "no-cache";
const CACHE_CONTROL = /^[\w=, -]{1,200}$/;
const MAX_FIELD_BYTES = 64 * 1024;

const userMetadataSchema: z.ZodType<JsonObject> = z.record(z.string(), z.json());

/** Throws InvalidRequest, InvalidMimeType, or as `receive` does. */
export async function parseUpload<T>(request: Request, receive: ReceiveFile<T>): Promise<ParsedUpload<T>> {
  const { headers } = request;
  const type = headers.get("content-type") || DEFAULT_TYPE;
  const body = readChunks(request);
  if (/^multipart\//i.test(type)) return parseForm(body, type, headers, receive);
  const contentType = parseContentType(type);
  return {
    received: await receive(body, contentType),
    contentType,
    cacheControl: parseCacheControl(headers.get("cache-control")),
    userMetadata: parseMetadataHeader(headers),
  };
}

async function parseForm<T>(
  body: AsyncIterable<Uint8Array>,
  type: string,
  headers: Headers,
  receive: ReceiveFile<T>,
): Promise<ParsedUpload<T>> {
  const boundary = parseBoundary(type);
  if (boundary === null) throw invalidRequest("The form names no boundary");
  const fields = new Map<string, string>();
  let file: { received: T; contentType: string } | null = null;
  for await (const part of readParts(body, boundary)) {
    if (part.filename === null) {
      fields.set(part.name, await readField(part.body));
      continue;
    }
    if (file) throw invalidRequest("The form has more than one file");
    const contentType = parseContentType(fields.get("contentType") || part.contentType || DEFAULT_TYPE);
    file = { received: await receive(part.body, contentType), contentType };
  }
  if (!file) throw invalidRequest("The form has no file");
  const seconds = fields.get("cacheControl");
  const metadata = fields.get("metadata");
  return {
    ...file,
    cacheControl: parseCacheControl(seconds ? `max-age=${seconds}` : headers.get("cache-control")),
    userMetadata: metadata ? parseMetadata(metadata) : parseMetadataHeader(headers),
  };
}

async function readField(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > MAX_FIELD_BYTES) throw invalidRequest("A field of the form is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** The default for a missing value, and for one that is not valid in a header. */
export function parseCacheControl(value: string | null): string {
  return value !== null && CACHE_CONTROL.test(value) ? value : DEFAULT_CACHE_CONTROL;
}

/** Parses the header x-metadata: JSON in base64. */
export function parseMetadataHeader(headers: Headers): JsonObject | null {
  const value = headers.get("x-metadata");
  return value ? parseMetadata(Buffer.from(value, "base64").toString("utf8")) : null;
}

function parseMetadata(text: string): JsonObject {
  try {
    return userMetadataSchema.parse(JSON.parse(text));
  } catch {
    throw invalidRequest("The metadata are not a JSON object");
  }
}
