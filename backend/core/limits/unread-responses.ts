/**
 * A response that its client does not read stays in memory until the connection has been silent for a while. So what
 * each client leaves unread is counted, and beyond its limit the connection is closed.
 */
import type { ServerResponse } from "node:http";
import type { Http2ServerResponse } from "node:http2";
import type { Limits } from "./limits.ts";
import { OpenCounts } from "./open-counts.ts";

/** In bytes. What the operating system takes at once is not counted: most responses are gone here. */
const MIN_COUNTED = 64 * 1024;

/** Returns the function to call with a response of the backend when all of it has been written. */
export function createUnreadLimit(
  limits: Limits,
): (response: ServerResponse | Http2ServerResponse, ip: string) => void {
  const unread = new OpenCounts(limits, "unread_response_bytes");
  return (response, ip) => {
    const bytes = response.writableLength;
    if (bytes < MIN_COUNTED) return;
    const release = unread.take(ip, bytes);
    if (release) response.once("close", release);
    else response.destroy();
  };
}
