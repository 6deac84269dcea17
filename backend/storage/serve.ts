/**
 * A file as an answer. Files come from strangers and go out under the shop's own origin, so that a browser is told
 * three times over not to run one: its type is not to be guessed, what is not a plain picture, sound, film or text is
 * to be kept and not shown, and whatever is shown all the same may do nothing.
 */
import type { FileHandle } from "node:fs/promises";
import { isShown } from "./content-type.ts";
import { StorageError } from "./errors.ts";
import { streamFile } from "./files/stream.ts";
import { isSameFile, isUnchanged, readRange } from "./range.ts";

export interface ServedFile {
  handle: FileHandle;
  /** In bytes. */
  size: number;
  /** The last part of its key. */
  name: string;
  contentType: string;
  eTag: string;
  lastModified: Date;
  cacheControl: string;
  /** Further headers. */
  headers?: Record<string, string>;
}

/** Takes over the open file, and closes it. Throws InvalidRange. */
export async function serveFile(request: Request, file: ServedFile): Promise<Response> {
  const answer = answerOf(request, file);
  if (answer.body === null) await file.handle.close();
  if (answer.error) throw answer.error;
  return new Response(answer.body, { status: answer.status, headers: answer.headers });
}

interface Answer {
  status: number;
  headers: Headers;
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
  error?: StorageError;
}

function answerOf(request: Request, file: ServedFile): Answer {
  const { handle, size, eTag, lastModified } = file;
  const headers = headersOf(request, file);
  if (isUnchanged(request.headers, eTag, lastModified)) return { status: 304, headers, body: null };
  const isGet = request.method === "GET";
  const isRangeValid = isGet && isSameFile(request.headers, eTag, lastModified);
  const range = isRangeValid ? readRange(request.headers.get("range"), size) : null;
  if (range === "none") return { status: 416, headers, body: null, error: outOfRange(size) };
  headers.set("content-type", file.contentType);
  const { start, end } = range ?? { start: 0, end: size - 1 };
  headers.set("content-length", String(end + 1 - start));
  if (range) headers.set("content-range", `bytes ${start}-${end}/${size}`);
  return {
    status: range ? 206 : 200,
    headers,
    body: isGet && size > 0 ? streamFile(handle, { start, end }) : null,
  };
}

function headersOf(request: Request, file: ServedFile): Headers {
  const headers = new Headers({
    "accept-ranges": "bytes",
    "cache-control": file.cacheControl,
    "content-security-policy": "default-src 'none'; sandbox",
    etag: file.eTag,
    "x-content-type-options": "nosniff",
    "x-robots-tag": "none",
    ...file.headers,
  });
  if (!Number.isNaN(file.lastModified.getTime())) {
    headers.set("last-modified", file.lastModified.toUTCString());
  }
  const wanted = new URL(request.url).searchParams.get("download");
  if (wanted !== null || !isShown(file.contentType)) {
    headers.set("content-disposition", attachment(decodedOnceMore(wanted) || file.name));
  }
  return headers;
}

/** The official client encodes the name twice in addresses that are signed. */
function decodedOnceMore(name: string | null): string | null {
  try {
    return name && decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Both forms of the name: readers that know the second prefer it. */
export function attachment(name: string): string {
  const plain = name.replace(/[^\w .()-]/g, "_");
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function outOfRange(size: number): StorageError {
  return new StorageError(416, "InvalidRange", "invalid range provided", {
    error: "invalid_range",
    status: 416,
    headers: { "content-range": `bytes */${size}` },
  });
}
