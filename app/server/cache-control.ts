/**
 * Parses a page's Cache-Control header for the page cache, and reduces it to the part for browsers. A route
 * sets directives for shared caches (`s-maxage`, `stale-while-revalidate`). Browsers also obey
 * `stale-while-revalidate` and would show an outdated price without a request, so it is not sent to them.
 */

/** How long a shared cache may send a stored page. */
export interface SharedLifetime {
  freshMs: number;
  /** After `freshMs`, how long the page may still be sent while it is rendered again. */
  staleMs: number;
}

/** Null when a shared cache must not store the response. */
export function parseSharedLifetime(cacheControl: string): SharedLifetime | null {
  if (/\b(private|no-store|no-cache)\b/i.test(cacheControl)) return null;
  const fresh = parseSeconds(cacheControl, "s-maxage");
  if (fresh === null) return null;
  return {
    freshMs: fresh * 1000,
    staleMs: (parseSeconds(cacheControl, "stale-while-revalidate") ?? 0) * 1000,
  };
}

export function withoutStaleWhileRevalidate(cacheControl: string): string {
  return cacheControl
    .split(",")
    .map((directive) => directive.trim())
    .filter((directive) => !directive.toLowerCase().startsWith("stale-while-revalidate"))
    .join(", ");
}

function parseSeconds(cacheControl: string, directive: string): number | null {
  const match = new RegExp(`(?:^|[\\s,])${directive}=(?<seconds>\\d+)`, "i").exec(cacheControl);
  return match?.groups?.seconds === undefined ? null : Number(match.groups.seconds);
}
