import { expect, it } from "vitest";
import {
  listProductParts,
  PRODUCTS_PER_PART,
  parseProductPart,
  sitemapIndexXml,
  sitemapXml,
  toPageEntries,
  toProductEntries,
  toUrlXml,
} from "./sitemap.ts";

const SITE = "https://yaare.bf";

it("lists the public pages, the categories and the technicians", () => {
  const pages = [
    { path: "/", handle: {} },
    { path: "/terms", handle: {} },
    { path: "/product/:slug", handle: {} },
    { path: "/cart", handle: { noindex: true } },
  ];
  const paths = toPageEntries(
    pages,
    [{ slug: "plomberie" }],
    [{ slug: "voltea" }],
    [{ slug: "awa" }, { slug: null }],
  ).map(({ path }) => path);
  expect(paths).toEqual([
    "/",
    "/terms",
    "/products?newOnly=true",
    "/category/plomberie",
    "/brands/voltea",
    "/technician/awa",
  ]);
});

it("lists a product with the date of its last change", () => {
  expect(toProductEntries([{ slug: "vis", updated_at: "2026-11-20T23:59:00+00:00" }])).toEqual([
    { path: "/product/vis", lastModified: "2026-11-20" },
  ]);
});

it("writes a URL set with XML escaping", () => {
  const entries = [{ path: "/" }, { path: "/a?b=1&c='<>\"", lastModified: "2026-11-20" }];
  expect(sitemapXml(entries.map((entry) => toUrlXml(SITE, [entry])))).toBe(
    `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://yaare.bf/</loc></url>
<url><loc>https://yaare.bf/a?b=1&amp;c=&apos;&lt;&gt;&quot;</loc><lastmod>2026-11-20</lastmod></url>
</urlset>
`,
  );
});

it("splits the products once one URL set is not enough", () => {
  expect(listProductParts(0)).toEqual([]);
  expect(listProductParts(PRODUCTS_PER_PART)).toEqual([]);
  expect(listProductParts(PRODUCTS_PER_PART + 1)).toEqual(["p0", "p1"]);
  expect(listProductParts(4 * PRODUCTS_PER_PART)).toEqual(["p00", "p01", "p10", "p11"]);
  expect(listProductParts(1_000_000)).toHaveLength(32);
  expect(listProductParts(1_000_000)[10]).toBe("p01010");
});

it("finds the products of a part by their ids", () => {
  expect(parseProductPart("p01011")).toEqual({
    first: "58000000-0000-0000-0000-000000000000",
    last: "5fffffff-ffff-ffff-ffff-ffffffffffff",
  });
  expect(parseProductPart("p0")).toEqual({
    first: "00000000-0000-0000-0000-000000000000",
    last: "7fffffff-ffff-ffff-ffff-ffffffffffff",
  });
  for (const part of ["", "x", "-1", "1.5", "p", "p2", "01", "P01", "p0000000000000"])
    expect(parseProductPart(part)).toBeNull();
});

it("lists the parts in the index", () => {
  const xml = sitemapIndexXml(SITE, ["pages", "p01"]);
  expect(xml).toContain('<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">');
  expect([...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)).toEqual([
    "https://yaare.bf/sitemap.xml?part=pages",
    "https://yaare.bf/sitemap.xml?part=p01",
  ]);
});
