import { expect, it } from "vitest";
import {
  countParts,
  PRODUCTS_PER_PART,
  sitemapIndexXml,
  sitemapXml,
  toPageEntries,
  toProductEntries,
} from "./sitemap.ts";

const SITE = "https://yaare.bf";

it("lists the public pages, the categories and the technicians", () => {
  const pages = [
    { path: "/", handle: {} },
    { path: "/terms", handle: {} },
    { path: "/product/:slug", handle: {} },
    { path: "/cart", handle: { noindex: true } },
  ];
  const paths = toPageEntries(pages, [{ slug: "plomberie" }], [{ slug: "awa" }, { slug: null }]).map(
    ({ path }) => path,
  );
  expect(paths).toEqual([
    "/",
    "/terms",
    "/products?newOnly=true",
    "/products?category=plomberie",
    "/technician/awa",
  ]);
});

it("lists a product with the date of its last change", () => {
  expect(toProductEntries([{ slug: "vis", updated_at: "2026-11-20T23:59:00+00:00" }])).toEqual([
    { path: "/product/vis", lastModified: "2026-11-20" },
  ]);
});

it("writes a URL set with XML escaping", () => {
  expect(sitemapXml(SITE, [{ path: "/" }, { path: "/a?b=1&c='<>\"", lastModified: "2026-11-20" }])).toBe(
    `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://yaare.bf/</loc></url>
<url><loc>https://yaare.bf/a?b=1&amp;c=&apos;&lt;&gt;&quot;</loc><lastmod>2026-11-20</lastmod></url>
</urlset>
`,
  );
});

it("splits the products once one URL set is not enough", () => {
  expect(countParts(0)).toBe(0);
  expect(countParts(PRODUCTS_PER_PART)).toBe(0);
  expect(countParts(PRODUCTS_PER_PART + 1)).toBe(2);
  expect(countParts(100_000)).toBe(20);
});

it("lists the parts in the index, with the pages as part 0", () => {
  const xml = sitemapIndexXml(SITE, 2);
  expect(xml).toContain('<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">');
  expect([...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)).toEqual([
    "https://yaare.bf/sitemap.xml?part=0",
    "https://yaare.bf/sitemap.xml?part=1",
    "https://yaare.bf/sitemap.xml?part=2",
  ]);
});
