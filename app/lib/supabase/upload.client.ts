/**
 * Uploads a file to the storage service. It uses XMLHttpRequest, because fetch reports no upload progress,
 * which visitors on a slow network need to see. Nothing is read into memory: the browser streams the file.
 */
import { getAnonKey, getSupabaseUrl } from "./config.client.ts";
import { isInvalidTokenError } from "./invalid-token.ts";

/** An upload without progress for this long is aborted. */
const STALL_TIMEOUT_MS = 60_000;

/** The service did not respond: no network, or one that stalled. */
export const UNREACHABLE = 0;

/** Somebody else did: the sign-in page of a network answers with 200 as well. */
const NOT_THE_SERVICE = 502;

export interface Upload {
  bucket: string;
  /** Letters, digits and `/._-` only: it is not escaped in the URL. */
  path: string;
  body: Blob;
  contentType: string;
  /** Stored with the file. */
  metadata?: Record<string, string>;
  /** The Cache-Control header with which the file is served. */
  cacheControl?: string;
  /** The signed-in user's access token; without one the upload is a visitor's. */
  token?: string | null;
  /** Called with the number of bytes sent. */
  onProgress: (bytes: number) => void;
  signal: AbortSignal;
}

/**
 * The status of the response, 200 when the file is stored; UNREACHABLE without a response. Never rejects. The
 * storage service responds to nearly every error with 400 and has the actual status in the body: that one is
 * returned, and 401 for an expired token. After an abort nothing of the file is stored.
 */
export function upload(file: Upload) {
  const { bucket, path, body, contentType, metadata, cacheControl, token, onProgress, signal } = file;
  return new Promise<number>((resolve) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    let stallTimer = setTimeout(abort, STALL_TIMEOUT_MS);
    request.upload.onprogress = ({ loaded }) => {
      clearTimeout(stallTimer);
      stallTimer = setTimeout(abort, STALL_TIMEOUT_MS);
      onProgress(Math.min(loaded, body.size));
    };
    request.onloadend = () => {
      clearTimeout(stallTimer);
      signal.removeEventListener("abort", abort);
      resolve(readStatus(request));
    };
    signal.addEventListener("abort", abort);
    request.open("POST", `${getSupabaseUrl()}/storage/v1/object/${bucket}/${path}`);
    request.setRequestHeader("apikey", getAnonKey());
    request.setRequestHeader("authorization", `Bearer ${token ?? getAnonKey()}`);
    request.setRequestHeader("content-type", contentType);
    request.setRequestHeader("x-upsert", "false");
    if (metadata) request.setRequestHeader("x-metadata", toBase64(JSON.stringify(metadata)));
    if (cacheControl) request.setRequestHeader("cache-control", cacheControl);
    request.send(body);
  });
}

function readStatus({ status, responseText }: XMLHttpRequest): number {
  if (status === 400) return parseErrorStatus(responseText);
  // The service names the file that it has stored.
  return status === 200 && !/"Key"\s*:/.test(responseText) ? NOT_THE_SERVICE : status;
}

function parseErrorStatus(responseText: string): number {
  if (isInvalidTokenError(responseText)) return 401;
  return Number(/"statusCode"\s*:\s*"(?<status>\d{3})"/.exec(responseText)?.groups?.status ?? 400);
}

/** The public URL of a file in a public bucket: a path of this site when the backend has the same origin. */
export function getPublicUrl(bucket: string, path: string): string {
  const origin = getSupabaseUrl();
  return `${origin === window.location.origin ? "" : origin}/storage/v1/object/public/${bucket}/${path}`;
}

/** Encodes the text's UTF-8 bytes: btoa by itself accepts Latin-1 only. */
function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
