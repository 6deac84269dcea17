/**
 * The XML of the sitemap protocol (sitemaps.org): one URL set, or for a large shop an index of several. The
 * parts differ by a query parameter and not by a folder, because a sitemap may only contain URLs at or below
 * its own path.
 */
import type { ShopPage } from "#app/lib/pages/shop-pages.ts";

/** Of the sitemap protocol, for one URL set. */
export const MAX_URLS = 50_000;
/**
 * The most products of a URL set on average: the number of all products is an estimate. Parts divide the ids evenly,
 * and a shop's ids are random, so a part has about as many products as any other.
 */
export const PRODUCTS_PER_PART = 40_000;
/** The bits of an id. */
const ID_BITS = 128;
/** 160 million products have parts of twelve bits. */
const PRODUCT_PART = /^p(?<bits>[01]{1,12})$/;

/** A list of the catalogue that is indexed besides the whole one and those of the categories. */
const NEW_PRODUCTS_PATH = "/products?newOnly=true";
/** A path with a parameter stands for many pages, or for none. */
const PARAMETER = /[:*?]/;

export interface SitemapEntry {
  /** Path with its query, starting with a slash. */
  path: string;
  /** `YYYY-MM-DD` of the last change, when it is known. */
  lastModified?: string;
}

/** The pages that may be indexed, the catalogue's lists, the brands and the technicians. */
export function toPageEntries(
  pages: readonly ShopPage[],
  categories: readonly { slug: string }[],
  brands: readonly { slug: string }[],
  technicians: readonly { slug: string | null }[],
): SitemapEntry[] {
  return [
    ...pages
      .filter(({ path, handle }) => !handle.noindex && !PARAMETER.test(path))
      .map(({ path }) => ({ path })),
    { path: NEW_PRODUCTS_PATH },
    ...categories.map(({ slug }) => ({ path: `/category/${encodeURIComponent(slug)}` })),
    ...brands.map(({ slug }) => ({ path: `/brands/${encodeURIComponent(slug)}` })),
    ...technicians.flatMap(({ slug }) => (slug ? [{ path: `/technician/${encodeURIComponent(slug)}` }] : [])),
  ];
}

export function toProductEntries(products: readonly { slug: string; updated_at: string }[]): SitemapEntry[] {
  return products.map(({ slug, updated_at }) => ({
    path: `/product/${encodeURIComponent(slug)}`,
    lastModified: updated_at.slice(0, 10),
  }));
}

/**
 * The names of the product URL sets when one is not enough, else none: a part is named by the first bits of its
 * products' ids. So a part is found in the index of the ids, wherever it is, and its address keeps its meaning when
 * products are added.
 */
export function listProductParts(products: number): string[] {
  if (products <= PRODUCTS_PER_PART) return [];
  const bits = Math.ceil(Math.log2(products / PRODUCTS_PER_PART));
  return Array.from({ length: 2 ** bits }, (_, part) => `p${part.toString(2).padStart(bits, "0")}`);
}

/** The first and the last id of a product URL set; null when no URL set has this name. */
export function parseProductPart(part: string): { first: string; last: string } | null {
  const bits = PRODUCT_PART.exec(part)?.groups?.bits;
  return bits === undefined
    ? null
    : { first: toId(bits.padEnd(ID_BITS, "0")), last: toId(bits.padEnd(ID_BITS, "1")) };
}

function toId(bits: string): string {
  const digits = BigInt(`0b${bits}`)
    .toString(16)
    .padStart(ID_BITS / 4, "0");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** The entries of a URL set as XML; `siteUrl` without a trailing slash. */
export function toUrlXml(siteUrl: string, entries: readonly SitemapEntry[]): string {
  const urls = entries.map(({ path, lastModified }) => {
    const lastmod = lastModified ? `<lastmod>${lastModified}</lastmod>` : "";
    return `<url><loc>${escapeXml(siteUrl + path)}</loc>${lastmod}</url>\n`;
  });
  return urls.join("");
}

/** A URL set of entries as XML (`toUrlXml`). */
export function sitemapXml(entries: readonly string[]): string {
  return wrapXml("urlset", entries);
}

/** The index of the URL sets with these names. */
export function sitemapIndexXml(siteUrl: string, parts: readonly string[]): string {
  const sitemaps = parts.map(
    (part) => `<sitemap><loc>${escapeXml(`${siteUrl}/sitemap.xml?part=${part}`)}</loc></sitemap>\n`,
  );
  return wrapXml("sitemapindex", sitemaps);
}

function wrapXml(element: string, children: readonly string[]): string {
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
