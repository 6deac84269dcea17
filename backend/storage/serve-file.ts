/**
 * Builds the response with a file. Files are untrusted and served from the shop's own origin, so three
 * headers keep a browser from running one: no sniffing of the type, download of everything that is not a
 * plain image, audio, video or text, and a sandbox for everything that is shown all the same.
 */
import type { FileHandle } from "node:fs/promises";
import { isSafeInline } from "./content-type.ts";
import { StorageError } from "./errors.ts";
import { streamFile } from "./files/stream-file.ts";
import { isNotModified, matchesIfRange, parseRange } from "./range.ts";

export interface ServedFile {
  handle: FileHandle;
  /** In bytes. */
  size: number;
  /** The last segment of the key. */
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
  const response = buildResponse(request, file);
  if (response.body === null) await file.handle.close();
  if (response.error) throw response.error;
  return new Response(response.body, { status: response.status, headers: response.headers });
}

interface FileResponse {
  status: number;
  headers: Headers;
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
  error?: StorageError;
}

function buildResponse(request: Request, file: ServedFile): FileResponse {
  const { handle, size, eTag, lastModified } = file;
  const headers = buildHeaders(request, file);
  if (isNotModified(request.headers, eTag, lastModified)) return { status: 304, headers, body: null };
  const isGet = request.method === "GET";
  const isRangeValid = isGet && matchesIfRange(request.headers, eTag, lastModified);
  const range = isRangeValid ? parseRange(request.headers.get("range"), size) : null;
  if (range === "unsatisfiable") return { status: 416, headers, body: null, error: outOfRange(size) };
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

function buildHeaders(request: Request, file: ServedFile): Headers {
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
  const downloadName = new URL(request.url).searchParams.get("download");
  if (downloadName !== null || !isSafeInline(file.contentType)) {
    headers.set("content-disposition", contentDisposition(decodeTwiceEncoded(downloadName) || file.name));
  }
  return headers;
}

/** The official client encodes the name twice in signed URLs. */
function decodeTwiceEncoded(name: string | null): string | null {
  try {
    return name && decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Contains both forms of the name: clients that know the second one prefer it. */
export function contentDisposition(name: string): string {
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
