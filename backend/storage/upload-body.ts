/**
 * What an upload carries, in either of its two forms: the file alone with its properties as headers, or a form in which
 * the file is one part and its properties are others. The file goes to `receive` as it arrives.
 */
import { z } from "zod";
import { bytesOf } from "./body.ts";
import { readContentType } from "./content-type.ts";
import { invalidRequest } from "./errors.ts";
import type { UserMetadata } from "./models/object.ts";
import { boundaryOf, readParts } from "./multipart.ts";

export interface Upload<T> {
  /** What `receive` made of the file. */
  received: T;
  contentType: string;
  /** As the header of answers says it. */
  cacheControl: string;
  userMetadata: UserMetadata | null;
}

/** Takes in the file; it is told the declared type beforehand. */
export type Receive<T> = (file: AsyncIterable<Uint8Array>, contentType: string) => Promise<T>;

const DEFAULT_TYPE = "application/octet-stream";
const DEFAULT_CACHE_CONTROL = "no-cache";
const CACHE_CONTROL = /^[\w=, -]{1,200}$/;
const MAX_FIELD_BYTES = 64 * 1024;

const userMetadata: z.ZodType<UserMetadata> = z.record(z.string(), z.json());

/** Throws InvalidRequest, InvalidMimeType, or as `receive` does. */
export async function readUpload<T>(request: Request, receive: Receive<T>): Promise<Upload<T>> {
  const { headers } = request;
  const type = headers.get("content-type") || DEFAULT_TYPE;
  const body = bytesOf(request);
  if (/^multipart\//i.test(type)) return readForm(body, type, headers, receive);
  const contentType = readContentType(type);
  return {
    received: await receive(body, contentType),
    contentType,
    cacheControl: readCacheControl(headers.get("cache-control")),
    userMetadata: readHeaderMetadata(headers),
  };
}

async function readForm<T>(
  body: AsyncIterable<Uint8Array>,
  type: string,
  headers: Headers,
  receive: Receive<T>,
): Promise<Upload<T>> {
  const boundary = boundaryOf(type);
  if (boundary === null) throw invalidRequest("The form names no boundary");
  const fields = new Map<string, string>();
  let file: { received: T; contentType: string } | null = null;
  for await (const part of readParts(body, boundary)) {
    if (part.filename === null) {
      fields.set(part.name, await readField(part.body));
      continue;
    }
    if (file) throw invalidRequest("The form has more than one file");
    const contentType = readContentType(fields.get("contentType") || part.contentType || DEFAULT_TYPE);
    file = { received: await receive(part.body, contentType), contentType };
  }
  if (!file) throw invalidRequest("The form has no file");
  const seconds = fields.get("cacheControl");
  const metadata = fields.get("metadata");
  return {
    ...file,
    cacheControl: readCacheControl(seconds ? `max-age=${seconds}` : headers.get("cache-control")),
    userMetadata: metadata ? parseMetadata(metadata) : readHeaderMetadata(headers),
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

/** Of no use to keep when it cannot stand in a header. */
export function readCacheControl(value: string | null): string {
  return value !== null && CACHE_CONTROL.test(value) ? value : DEFAULT_CACHE_CONTROL;
}

/** Of the header x-metadata: JSON in base64. */
export function readHeaderMetadata(headers: Headers): UserMetadata | null {
  const value = headers.get("x-metadata");
  return value ? parseMetadata(Buffer.from(value, "base64").toString("utf8")) : null;
}

function parseMetadata(text: string): UserMetadata {
  try {
    return userMetadata.parse(JSON.parse(text));
  } catch {
    throw invalidRequest("The metadata are not a JSON object");
  }
}
