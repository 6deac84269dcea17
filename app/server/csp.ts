/**
 * The content security policy of a document. Pages are kept as bytes, where a nonce would be the same for everyone;
 * so the policy names the hashes of the inline scripts and styles that the server itself wrote into the page. What a
 * script adds later, from wherever it may come, has no hash and does not run.
 */
import { createHash } from "node:crypto";

const INLINE_ELEMENT = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1\s*>/gi;
const HAS_SOURCE = /\ssrc\s*=/i;
/** Data for search engines, which no browser runs. */
const IS_DATA = /\stype\s*=\s*["']?application\/(ld\+)?json/i;

/** @param connectTo origins besides our own that the browser may speak to, by requests and by a socket */
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
    ["connect-src 'self'", ...connectTo.flatMap((origin) => [origin, socketOrigin(origin)])].join(" "),
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self' https://wa.me",
  ].join("; ");
}

/** Realtime's address beside that of the other services: «https:» names no socket, and nothing of it is allowed by 'self'. */
function socketOrigin(origin: string): string {
  return origin.replace(/^http/, "ws");
}
