/**
 * What search engines may fetch. Private screens hold nothing for them, and the filters of the catalogue can be
 * combined without end: their time is better spent on the products. Searches stay open, so that the `noindex` that
 * they carry is read. This hides nothing from anyone: permissions are the database's.
 */
const CLOSED = [
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
  const rules = CLOSED.map((path) => `Disallow: ${path}\n`).join("");
  return `User-agent: *\n${rules}\nSitemap: ${siteUrl}/sitemap.xml\n`;
}
