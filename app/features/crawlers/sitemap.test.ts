import { expect, it } from "vitest";
import {
  countParts,
  PRODUCTS_IN_A_PART,
  pageAddresses,
  productAddresses,
  sitemapIndexXml,
  sitemapXml,
} from "./sitemap.ts";

const SITE = "https://yaare.bf";

it("names the public pages, the categories and the technicians", () => {
  const paths = pageAddresses([{ slug: "plomberie" }], [{ slug: "awa" }, { slug: null }]).map(
    ({ path }) => path,
  );
  expect(paths).toEqual(expect.arrayContaining(["/", "/products", "/terms", "/products?category=plomberie"]));
  expect(paths.filter((path) => path.startsWith("/technician/"))).toEqual(["/technician/awa"]);
  expect(new Set(paths).size).toBe(paths.length);
});

it("names a product with the day of its last change", () => {
  expect(productAddresses([{ slug: "vis", updated_at: "2026-11-20T23:59:00+00:00" }])).toEqual([
    { path: "/product/vis", changed: "2026-11-20" },
  ]);
});

it("writes a list, with what XML reads as its own escaped", () => {
  expect(sitemapXml(SITE, [{ path: "/" }, { path: "/a?b=1&c='<>\"", changed: "2026-11-20" }])).toBe(
    `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://yaare.bf/</loc></url>
<url><loc>https://yaare.bf/a?b=1&amp;c=&apos;&lt;&gt;&quot;</loc><lastmod>2026-11-20</lastmod></url>
</urlset>
`,
  );
});

it("needs parts once one list no longer holds the products", () => {
  expect(countParts(0)).toBe(0);
  expect(countParts(PRODUCTS_IN_A_PART)).toBe(0);
  expect(countParts(PRODUCTS_IN_A_PART + 1)).toBe(2);
  expect(countParts(100_000)).toBe(20);
});

it("names the parts, of which the first holds the pages", () => {
  const xml = sitemapIndexXml(SITE, 2);
  expect(xml).toContain('<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">');
  expect([...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual([
    "https://yaare.bf/sitemap.xml?part=0",
    "https://yaare.bf/sitemap.xml?part=1",
    "https://yaare.bf/sitemap.xml?part=2",
  ]);
});
