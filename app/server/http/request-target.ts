/** Which site a request means, and what it asks of it. */
import type { IncomingMessage } from "node:http";

/** The name or address of a site, with its port or without; not every one that looks so is one (`1.2.3.4.5`, `[:::]`). */
const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d*)?$/i;
/** A request may name its target by a whole address (RFC 9112, 3.2.2). */
const WHOLE_ADDRESS = /^https?:\/\/(?<site>[^/?#]*)\/?(?<rest>.*)$/i;

/**
 * The path that a request asks for, with its query; null when the request does not name one site. One that names two, or
 * none by its characters, means one to a proxy and another to us: RFC 9112 (3.2) and RFC 9113 (8.3.1) refuse it. Node
 * refuses one without a name. A client of HTTP/2 names the site in `:authority`, and may repeat it in `Host`; one of
 * HTTP/1.1 may repeat it in the target.
 */
export function findTarget({
  headers: { host, ":authority": authority },
  rawHeaders,
  url = "",
}: Pick<IncomingMessage, "headers" | "rawHeaders" | "url">): string | null {
  const whole = WHOLE_ADDRESS.exec(url)?.groups;
  const path = whole ? `/${whole.rest}` : url;
  const name = host ?? authority;
  if (typeof name !== "string") return host === undefined ? path : null;
  const names = rawHeaders.filter((header, index) => index % 2 === 0 && header.toLowerCase() === "host");
  const isOne =
    names.length <= 1 &&
    (whole?.site ?? name) === name &&
    (authority === undefined || authority === name) &&
    HOST.test(name) &&
    URL.canParse(`http://${name}`);
  return isOne ? path : null;
}
