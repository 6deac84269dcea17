/**
 * What a page's Cache-Control says to this cache, and what of it goes on to the client. A route speaks to shared
 * caches (`s-maxage`, `stale-while-revalidate`). Browsers obey the second one too and would show yesterday's price
 * without asking, so it stays here.
 */
export interface SharedLifetime {
  freshMs: number;
  /** After `freshMs`, how long the page may still be shown while a new one is made. */
  staleMs: number;
}

/** Null when a shared cache must not keep the answer. */
export function sharedLifetime(cacheControl: string): SharedLifetime | null {
  if (/\b(private|no-store|no-cache)\b/i.test(cacheControl)) return null;
  const fresh = seconds(cacheControl, "s-maxage");
  if (fresh === null) return null;
  return { freshMs: fresh * 1000, staleMs: (seconds(cacheControl, "stale-while-revalidate") ?? 0) * 1000 };
}

export function withoutStale(cacheControl: string): string {
  return cacheControl
    .split(",")
    .map((directive) => directive.trim())
    .filter((directive) => !directive.toLowerCase().startsWith("stale-while-revalidate"))
    .join(", ");
}

function seconds(cacheControl: string, directive: string): number | null {
  const match = new RegExp(`(?:^|[\\s,])${directive}=(\\d+)`, "i").exec(cacheControl);
  return match?.[1] === undefined ? null : Number(match[1]);
}
