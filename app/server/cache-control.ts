/** Reads a page's Cache-Control header for the page cache. */

/** Whether a shared cache may store the response. */
export function isSharedCacheable(cacheControl: string): boolean {
  return !/\b(private|no-store|no-cache)\b/i.test(cacheControl) && /(^|[\s,])s-maxage=\d/i.test(cacheControl);
}
