/**
 * Sends a file to the storage service. By XMLHttpRequest, because fetch cannot tell how much of a body has
 * left, and on a slow network that is what one looks at. Nothing is read into memory: the browser streams the file.
 */
import { anonKey, backendAddress } from "./backend.client.ts";

/** Without a byte moving for so long, the network is taken for lost. */
const STALLED_MS = 60_000;

/** The service did not answer: no network, or one that stalled. */
export const UNREACHABLE = 0;

export interface Upload {
  bucket: string;
  /** Letters, digits and `/._-` only: it goes into the address as it is. */
  path: string;
  body: Blob;
  contentType: string;
  /** Kept beside the file. */
  metadata?: Record<string, string>;
  /** What is said with the file whenever somebody reads it. */
  cacheControl?: string;
  /** The signed-in user's; without one it is a visitor who sends. */
  token?: string | null;
  /** Called with the bytes that have left. */
  onProgress: (bytes: number) => void;
  signal: AbortSignal;
}

/**
 * The status of the answer, 200 when the file is stored; UNREACHABLE without one. Never rejects. The storage service
 * answers nearly every refusal with 400 and says what it means in the body: that is what is returned. After an abort
 * nothing of the file is stored.
 */
export function upload(file: Upload) {
  const { bucket, path, body, contentType, metadata, cacheControl, token, onProgress, signal } = file;
  return new Promise<number>((resolve) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    let stalled = setTimeout(stop, STALLED_MS);
    request.upload.onprogress = ({ loaded }) => {
      clearTimeout(stalled);
      stalled = setTimeout(stop, STALLED_MS);
      onProgress(Math.min(loaded, body.size));
    };
    request.onloadend = () => {
      clearTimeout(stalled);
      signal.removeEventListener("abort", stop);
      resolve(request.status === 400 ? meantStatus(request.responseText) : request.status);
    };
    signal.addEventListener("abort", stop);
    request.open("POST", `${backendAddress()}/storage/v1/object/${bucket}/${path}`);
    request.setRequestHeader("apikey", anonKey());
    request.setRequestHeader("authorization", `Bearer ${token ?? anonKey()}`);
    request.setRequestHeader("content-type", contentType);
    request.setRequestHeader("x-upsert", "false");
    if (metadata) request.setRequestHeader("x-metadata", base64(JSON.stringify(metadata)));
    if (cacheControl) request.setRequestHeader("cache-control", cacheControl);
    request.send(body);
  });
}

function meantStatus(answer: string): number {
  return Number(/"statusCode"\s*:\s*"(\d{3})"/.exec(answer)?.[1] ?? 400);
}

/** Where everyone finds a file of a public bucket: within this site, when the backend is. */
export function publicFileAddress(bucket: string, path: string): string {
  const origin = backendAddress();
  return `${origin === window.location.origin ? "" : origin}/storage/v1/object/public/${bucket}/${path}`;
}

/** Of the text's UTF-8 bytes: btoa by itself knows no letters beyond Latin-1. */
function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
