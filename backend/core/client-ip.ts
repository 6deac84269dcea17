/** The address of a request's client. */
import type { IncomingMessage } from "node:http";
import type { Http2ServerRequest } from "node:http2";

/** Some proxies add the port, which is another one with each connection: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const WITH_PORT = /^(?:\[(?<ipv6>[^\]]+)\]|(?<ipv4>\d+(?:\.\d+){3}))(?::\d+)?$/;

/** Behind a trusted proxy, the last address in the list is the one that the proxy saw. */
export function getClientIp(incoming: IncomingMessage | Http2ServerRequest, trustProxy: boolean): string {
  const forwarded = trustProxy ? String(incoming.headers["x-forwarded-for"] ?? "") : "";
  const last = forwarded.split(",").at(-1)?.trim() ?? "";
  const { ipv6, ipv4 } = WITH_PORT.exec(last)?.groups ?? {};
  return ipv6 ?? ipv4 ?? (last || (incoming.socket.remoteAddress ?? ""));
}
