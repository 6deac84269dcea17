/**
 * Where a browser may be led back to: the site itself, or an address of the list. Whatever else is asked for, the site
 * is taken silently. What is compared is the address as a browser reads it, so that none is read twice.
 */

import type { AuthSettings } from "./config.ts";
import type { AuthContext } from "./endpoint.ts";

type Rules = Pick<AuthSettings, "siteUrl" | "redirectUrls">;

/** What the request asks for, if that is allowed; else the page it came from, if that is; else the site. */
export function redirectTargetOf(c: AuthContext, rules: Rules, inBody?: string): string {
  const asked = [c.req.query("redirect_to"), c.req.header("redirect_to"), inBody, c.req.header("referer")];
  return asked.map((address) => allowed(address, rules)).find((address) => address !== null) ?? rules.siteUrl;
}

/** The address, if it may be led to; else null. */
export function allowed(address: string | undefined, { siteUrl, redirectUrls }: Rules): string | null {
  if (!address || /[\\\s\p{Cc}]/u.test(address)) return null;
  const url = URL.parse(address);
  if (!url || url.username || url.password) return null;
  const isWeb = url.protocol === "http:" || url.protocol === "https:";
  const site = new URL(siteUrl);
  if (url.protocol === site.protocol && isSameHost(url, site)) return url.href;
  if (["javascript:", "data:", "vbscript:", "blob:", "file:"].includes(url.protocol)) return null;
  const plain = url.href.split("#", 1).join("");
  const isListed = redirectUrls.some((glob) => {
    const pattern = patternOf(glob);
    // A browser writes a bare host with a slash.
    return (
      pattern.test(plain) || (isWeb && url.pathname === "/" && pattern.test(plain.replace(/\/(?=$|\?)/, "")))
    );
  });
  return isListed ? url.href : null;
}

/** The address with these in its fragment, where they reach no server. */
export function withFragment(address: string, values: Record<string, string>): string {
  const url = new URL(address);
  url.hash = new URLSearchParams(values).toString();
  return url.href;
}

export function withQuery(address: string, values: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url.href;
}

/** A machine's own names for itself are one host, whatever the port: apps on it take any. */
function isSameHost(url: URL, site: URL): boolean {
  return url.host === site.host || (isLoopback(url.hostname) && isLoopback(site.hostname));
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** `*` stays within a part of a name or path, `**` does not, `?` is one character. */
function patternOf(glob: string): RegExp {
  const source = glob.replace(/\*\*|\*|\?|[.+^${}()|[\]\\/]/g, (mark) => {
    if (mark === "**") return ".*";
    if (mark === "*") return "[^./]*";
    return mark === "?" ? "[^./]" : `\\${mark}`;
  });
  return new RegExp(`^${source}$`);
}
