/**
 * The rules of robots.txt. Private pages contain nothing to index, and the catalogue's filters combine
 * without end, which would waste the crawl budget. Searches stay allowed, so that crawlers see their
 * `noindex`. These rules are no access control: permissions are enforced by the database.
 */
const DISALLOWED_PATHS = [
  "/account",
  "/admin/",
  "/cart",
  "/checkout",
  "/login",
  "/order-confirmation",
  "/review",
  "/search-suggestions",
  "/auth/v1/",
  "/functions/v1/",
  "/rest/v1/",
  "/*?*minPrice=",
  "/*?*maxPrice=",
  "/*?*inStock=",
  "/*?*reviews=",
];

/** `siteUrl` without a trailing slash. */
export function robotsTxt(siteUrl: string): string {
  const rules = DISALLOWED_PATHS.map((path) => `Disallow: ${path}\n`).join("");
  return `User-agent: *\n${rules}\nSitemap: ${siteUrl}/sitemap.xml\n`;
}
