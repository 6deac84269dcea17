/**
 * The content security policy of a document. Pages are cached as bytes, where a nonce would be the same for
 * every visitor; so the policy has the hashes of the inline scripts and styles that the server wrote into the
 * page. A script that is injected later, from any source, has no matching hash and does not run.
 */
import { createHash } from "node:crypto";

const INLINE_ELEMENT = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1\s*>/gi;
const HAS_SOURCE = /\ssrc\s*=/i;
/** Data for search engines, which browsers do not run. */
const IS_DATA = /\stype\s*=\s*["']?application\/(ld\+)?json/i;

/** @param connectTo further origins to which the browser may send requests and open WebSockets */
export function contentSecurityPolicy(html: string, connectTo: readonly string[] = []): string {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  for (const [, element = "", attributes = "", text = ""] of html.matchAll(INLINE_ELEMENT)) {
    if (text === "" || HAS_SOURCE.test(attributes) || IS_DATA.test(attributes)) continue;
    const hash = `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
    (element.toLowerCase() === "script" ? scripts : styles).add(hash);
  }
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(" "),
    ["style-src 'self'", ...styles].join(" "),
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    ["connect-src 'self'", ...connectTo.flatMap((origin) => [origin, toWebSocketOrigin(origin)])].join(" "),
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self' https://wa.me",
  ].join("; ");
}

/**
 * The WebSocket origin for Realtime: an https origin does not allow wss, and 'self' is only the page's own
 * origin.
 */
function toWebSocketOrigin(origin: string): string {
  return origin.replace(/^http/, "ws");
}
