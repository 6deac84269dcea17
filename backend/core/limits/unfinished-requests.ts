/**
 * The body of a request stays in memory until all of it has arrived and the request is answered, and a client may
 * take minutes to send it. So what each client has begun to send is counted, by what its header announces.
 */
import type { IncomingMessage } from "node:http";
import type { Http2ServerRequest } from "node:http2";
import type { Limits } from "./limits.ts";
import { OpenCounts } from "./open-counts.ts";

/** In bytes. Forms and orders are smaller: they count as connections only. */
const MIN_COUNTED = 64 * 1024;
/** A body of unknown length, which HTTP/2 does not tell from none, is read up to this size from all but administrators. */
const UNKNOWN_BYTES = 1024 * 1024;
/** Of an uploaded file only a part is in memory at a time. */
const MAX_STREAMED_BYTES = 1024 * 1024;
const STREAMED_PATH = /^\/storage\//;

/**
 * Returns the function to call before a request is read. It returns the one to call when the request has been answered;
 * null when the client has begun to send more than it may.
 */
export function createUnfinishedLimit(
  limits: Limits,
): (request: IncomingMessage | Http2ServerRequest, ip: string) => (() => void) | null {
  const unfinished = new OpenCounts(limits, "unfinished_request_bytes");
  return (request, ip) => {
    const bytes = getBodySize(request);
    return bytes < MIN_COUNTED ? () => {} : unfinished.take(ip, bytes);
  };
}

function getBodySize(request: IncomingMessage | Http2ServerRequest): number {
  const { headers, url = "", method, httpVersionMajor } = request;
  if (method === "GET" || method === "HEAD") return 0;
  const announced = headers["content-length"];
  const isUnknown = headers["transfer-encoding"] !== undefined || httpVersionMajor > 1;
  const bytes = announced === undefined ? (isUnknown ? UNKNOWN_BYTES : 0) : Number(announced);
  return STREAMED_PATH.test(url) ? Math.min(bytes, MAX_STREAMED_BYTES) : bytes;
}
