/**
 * The content security policy of a document. Pages are cached as bytes, where a nonce would be the same for
 * every visitor; so the policy has the hashes of the inline scripts and styles that the application itself wrote
 * into the page. Any other script, injected later or already in the HTML with somebody's text, has no matching hash
 * and does not run.
 */
import { createHash } from "node:crypto";
import type { RenderedDocument } from "#app/lib/pages/rendered-document.ts";

/** @param connectTo further origins to which the browser may send requests and open WebSockets */
export function contentSecurityPolicy(
  { scripts, styles, compilesWasm = false }: Omit<RenderedDocument, "html">,
  connectTo: readonly string[] = [],
): string {
  return [
    "default-src 'self'",
    // Unlike «unsafe-eval» this runs no text as a script.
    [
      "script-src 'self'",
      ...(compilesWasm ? ["'wasm-unsafe-eval'"] : []),
      ...new Set(scripts.map(toHashSource)),
    ].join(" "),
    ["style-src 'self'", ...new Set(styles.map(toStyleSource))].join(" "),
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    ["connect-src 'self'", ...connectTo.flatMap((origin) => [origin, toWebSocketOrigin(origin)])].join(" "),
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self' https://wa.me",
  ].join("; ");
}

/** Of the stylesheets: few, long, and on every page. */
const styleSources = new Map<string, string>();

function toStyleSource(text: string): string {
  const source = styleSources.get(text) ?? toHashSource(text);
  styleSources.set(text, source);
  return source;
}

function toHashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/**
 * The WebSocket origin for Realtime: an https origin does not allow wss, and 'self' is only the page's own
 * origin.
 */
function toWebSocketOrigin(origin: string): string {
  return origin.replace(/^http/, "ws");
}
