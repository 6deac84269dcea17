/**
 * The sitemap in the words of sitemaps.org: one list of addresses, or for a large shop an index of such lists. The
 * parts are told apart by a parameter and not by a folder, because a sitemap speaks only for addresses below its own.
 */

/** Products that one list holds: it is made in a few milliseconds and sent as some 100 kB. */
export const PRODUCTS_IN_A_PART = 5000;

/** Public pages besides the catalogue's rows, as paths. */
const PAGES = [
  "/",
  "/products",
  "/products?newOnly=true",
  "/promotions",
  "/categories",
  "/technicians",
  "/technician-matching",
  "/request-quote",
  "/about",
  "/delivery",
  "/terms",
  "/privacy",
];

export interface SitemapAddress {
  /** Path with its query, starting with a slash. */
  path: string;
  /** `YYYY-MM-DD` of the last change, where it is known. */
  changed?: string;
}

export function pageAddresses(
  categories: readonly { slug: string }[],
  technicians: readonly { slug: string | null }[],
): SitemapAddress[] {
  return [
    ...PAGES.map((path) => ({ path })),
    ...categories.map(({ slug }) => ({ path: `/products?category=${encodeURIComponent(slug)}` })),
    ...technicians.flatMap(({ slug }) => (slug ? [{ path: `/technician/${encodeURIComponent(slug)}` }] : [])),
  ];
}

export function productAddresses(
  products: readonly { slug: string; updated_at: string }[],
): SitemapAddress[] {
  return products.map(({ slug, updated_at }) => ({
    path: `/product/${encodeURIComponent(slug)}`,
    changed: updated_at.slice(0, 10),
  }));
}

/** How many lists of products there are when one list no longer holds them; 0 while it does. */
export function countParts(products: number): number {
  return products > PRODUCTS_IN_A_PART ? Math.ceil(products / PRODUCTS_IN_A_PART) : 0;
}

/** `siteUrl` without a trailing slash. */
export function sitemapXml(siteUrl: string, addresses: readonly SitemapAddress[]): string {
  const urls = addresses.map(({ path, changed }) => {
    const lastmod = changed ? `<lastmod>${changed}</lastmod>` : "";
    return `<url><loc>${escapeXml(siteUrl + path)}</loc>${lastmod}</url>\n`;
  });
  return wrap("urlset", urls);
}

/** The index of the list of pages (part 0) and of `parts` lists of products. */
export function sitemapIndexXml(siteUrl: string, parts: number): string {
  const sitemaps = Array.from(
    { length: parts + 1 },
    (_, part) => `<sitemap><loc>${escapeXml(`${siteUrl}/sitemap.xml?part=${part}`)}</loc></sitemap>\n`,
  );
  return wrap("sitemapindex", sitemaps);
}

function wrap(element: string, children: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${element} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${children.join("")}</${element}>\n`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
