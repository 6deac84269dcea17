/**
 * Allowed redirect targets: the site itself, or a URL that matches the configured list. Any other request
 * falls back to the site silently. URLs are compared after parsing, as browsers read them, so that the check
 * and the browser agree.
 */

import type { AuthSettings } from "./config.ts";
import type { AuthContext } from "./endpoint.ts";

type RedirectRules = Pick<AuthSettings, "siteUrl" | "redirectUrls">;

/** The requested URL when it is allowed, else the referring page when that is allowed, else the site. */
export function getRedirectTarget(c: AuthContext, rules: RedirectRules): string {
  const requested = [c.req.query("redirect_to"), c.req.header("redirect_to"), c.req.header("referer")];
  return (
    requested.map((target) => getAllowedRedirect(target, rules)).find((target) => target !== null) ??
    rules.siteUrl
  );
}

/** The URL when it is an allowed target, else null. */
export function getAllowedRedirect(
  target: string | undefined,
  { siteUrl, redirectUrls }: RedirectRules,
): string | null {
  if (!target || /[\\\s\p{Cc}]/u.test(target)) return null;
  const url = URL.parse(target);
  if (!url || url.username || url.password) return null;
  const isWeb = url.protocol === "http:" || url.protocol === "https:";
  const site = new URL(siteUrl);
  if (url.protocol === site.protocol && isSameHost(url, site)) return url.href;
  if (["javascript:", "data:", "vbscript:", "blob:", "file:"].includes(url.protocol)) return null;
  const plain = url.href.split("#", 1).join("");
  const isListed = redirectUrls.some((glob) => {
    const pattern = globToRegExp(glob);
    // A browser adds a slash to a bare host.
    return (
      pattern.test(plain) || (isWeb && url.pathname === "/" && pattern.test(plain.replace(/\/(?=$|\?)/, "")))
    );
  });
  return isListed ? url.href : null;
}

/** Whether the URL, an allowed target, is a page of the site itself. */
export function isPageOfSite(target: string, { siteUrl }: Pick<AuthSettings, "siteUrl">): boolean {
  return isSameHost(new URL(target), new URL(siteUrl));
}

/** Adds parameters to the fragment, which is not sent to servers. */
export function withFragment(target: string, values: Record<string, string>): string {
  const url = new URL(target);
  url.hash = new URLSearchParams(values).toString();
  return url.href;
}

export function withQuery(target: string, values: Record<string, string>): string {
  const url = new URL(target);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url.href;
}

/** The names of the local machine count as one host, with any port: apps on it use any. */
function isSameHost(url: URL, site: URL): boolean {
  return url.host === site.host || (isLoopback(url.hostname) && isLoopback(site.hostname));
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** `*` matches within one part of a name or path, `**` across parts, `?` one character. */
function globToRegExp(glob: string): RegExp {
  const source = glob.replace(/\*\*|\*|\?|[.+^${}()|[\]\\/]/g, (mark) => {
    if (mark === "**") return ".*";
    if (mark === "*") return "[^./]*";
    return mark === "?" ? "[^./]" : `\\${mark}`;
  });
  return new RegExp(`^${source}$`);
}
