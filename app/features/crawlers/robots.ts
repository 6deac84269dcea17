/**
 * The rules of robots.txt. Private pages contain nothing to index, and the catalogue's filters combine
 * without end, which would waste the crawl budget. Searches stay allowed, so that crawlers see their
 * `noindex`. These rules are no access control: permissions are enforced by the database.
 */
import type { ShopPage } from "#app/lib/pages/shop-pages.ts";

/** URLs that are no pages, and filters of the catalogue. */
const DISALLOWED_PATHS = [
  "/search-suggestions",
  "/product-count",
  "/auth/v1/",
  "/functions/v1/",
  "/rest/v1/",
  "/*?*minPrice=",
  "/*?*maxPrice=",
  "/*?*inStock=",
  "/*?*sort=",
  "/*?*reviews=",
];

/** `siteUrl` without a trailing slash. */
export function robotsTxt(siteUrl: string, pages: readonly ShopPage[]): string {
  const paths = [...listPrivatePaths(pages), ...DISALLOWED_PATHS];
  const rules = paths.map((path) => `Disallow: ${path}\n`).join("");
  return `User-agent: *\n${rules}\nSitemap: ${siteUrl}/sitemap.xml\n`;
}

/**
 * The first segments of the pages that must not be indexed; a rule holds for all paths that start with it. The
 * page of unknown URLs has no segment of its own.
 */
function listPrivatePaths(pages: readonly ShopPage[]): string[] {
  const paths = pages.filter(({ handle }) => handle.noindex).map(({ path }) => path);
  const segments = paths.flatMap((path) => /^\/[^/:*]+/.exec(path)?.[0] ?? []);
  return [...new Set(segments)].sort().map((segment) => (paths.includes(segment) ? segment : `${segment}/`));
}
