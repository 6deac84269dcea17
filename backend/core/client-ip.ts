/** The address of a request's client. */
import type { IncomingMessage } from "node:http";
import type { Http2ServerRequest } from "node:http2";

/** Behind a trusted proxy, the last address in the list is the one that the proxy saw. */
export function getClientIp(incoming: IncomingMessage | Http2ServerRequest, trustProxy: boolean): string {
  const forwarded = trustProxy ? String(incoming.headers["x-forwarded-for"] ?? "") : "";
  return forwarded.split(",").at(-1)?.trim() || (incoming.socket.remoteAddress ?? "");
}
