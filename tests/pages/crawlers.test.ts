/** The sitemap, robots.txt and the structured data (schema.org) for search engines. */
import { vi } from "vitest";
import { expect, fetchDocument, test } from "#tests/support/pages/pages.ts";
import { TestProducts } from "#tests/support/products.ts";
import type { Shop } from "#tests/support/shop.ts";
import { UNCACHED } from "#tests/support/uncached.ts";
import { WAIT_TIMEOUT_MS } from "#tests/support/wait-timeout.ts";

/** The JSON-LD of a page. */
async function readJsonLd(shop: Shop, path: string, init?: RequestInit): Promise<Record<string, unknown>[]> {
  const html = await (await fetch(shop.url + path, init)).text();
  return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json = ""]) =>
    JSON.parse(json),
  );
}

async function readSitemapUrls(address: string, init?: RequestInit): Promise<string[]> {
  const xml = await (await fetch(address, init)).text();
  return [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, found = ""]) => found.replaceAll("&amp;", "&"));
}

test("robots.txt disallows the private pages and names the sitemap", async ({ shop }) => {
  const response = await fetch(`${shop.url}/robots.txt`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  const text = await response.text();
  expect(text).toMatch(/^User-agent: \*$/m);
  for (const path of ["/admin/", "/account", "/checkout", "/review", "/rest/v1/", "/*?*minPrice="]) {
    expect(text.split("\n")).toContain(`Disallow: ${path}`);
  }
  expect(text).not.toMatch(/^Disallow: \/$/m);
  expect(text).toContain(`\nSitemap: ${shop.url}/sitemap.xml\n`);
});

test("the sitemap lists every public page once, and all of them exist", async ({ shop }) => {
  const { headers } = await fetch(`${shop.url}/sitemap.xml`, { headers: { "accept-encoding": "br" } });
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-type": "application/xml; charset=utf-8",
    "cache-control": "public, max-age=0, s-maxage=10",
    "content-encoding": "br",
  });
  const addresses = await readSitemapUrls(`${shop.url}/sitemap.xml`);
  expect(new Set(addresses).size).toBe(addresses.length);
  const rows = await shop.sql<{ path: string }[]>`
    select '/product/' || slug as path from products
    union all select '/category/' || slug from categories
    union all select '/brands/' || slug from brands
    union all select '/technician/' || slug from technician_profiles`;
  expect(rows.length).toBeGreaterThan(50);
  expect(addresses).toEqual(expect.arrayContaining(rows.map(({ path }) => shop.url + path)));
  const others = addresses.filter((address) => !rows.some(({ path }) => address === shop.url + path));
  for (const path of ["/", "/products", "/about", "/delivery", "/terms", "/privacy"]) {
    expect(others).toContain(shop.url + path);
  }
  for (const address of others) expect((await fetch(address)).status, address).toBe(200);
});

test("an inserted or deleted product changes the sitemap", async ({ shop }) => {
  const { id, slug } = await new TestProducts(shop.sql).add({ name: "Rabot" });
  const changed = async () => {
    const xml = await (await fetch(`${shop.url}/sitemap.xml`)).text();
    return new RegExp(`/product/${slug}</loc><lastmod>(?<date>.*?)</lastmod>`).exec(xml)?.groups?.date;
  };
  const [row] = await shop.sql<{ day: string }[]>`
    select to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD') as day from products where id = ${id}`;
  await vi.waitFor(async () => expect(await changed()).toBe(row?.day), WAIT_TIMEOUT_MS);
  await shop.sql`delete from products where id = ${id}`;
  await vi.waitFor(async () => expect(await changed()).toBeUndefined(), WAIT_TIMEOUT_MS);
});

test("more products than one sitemap may list make an index of sitemaps", async ({ shop }) => {
  await shop.sql`
    insert into products (name, slug, price)
    select 'Vis ' || n, 'essai-sitemap-' || n, 100 from generate_series(1, 10001) n`;
  // Beyond 10,000 the number of products is estimated from this one.
  await shop.sql`update pg_class set reltuples = 100000, relpages = pg_relation_size(oid) / 8192 where oid = 'public.products'::regclass`;
  const parts = await readSitemapUrls(`${shop.url}/sitemap.xml`, UNCACHED);
  expect(parts).toEqual(
    ["pages", "p00", "p01", "p10", "p11"].map((part) => `${shop.url}/sitemap.xml?part=${part}`),
  );
  const [pages = [], ...productParts] = await Promise.all(
    parts.map((part) => readSitemapUrls(part, UNCACHED)),
  );
  expect(pages).toContain(`${shop.url}/terms`);
  for (const part of productParts) expect(part.length).toBeGreaterThan(2000);
  const products = productParts.flat();
  expect(new Set(products).size).toBe(products.length);
  const [{ count } = { count: 0 }] = await shop.sql<{ count: number }[]>`
    select count(*)::int as count from products`;
  expect(products).toHaveLength(count);
  for (const part of ["p2", "-1", "1.5", "3f", "", "p0000000000000"]) {
    const response = await fetch(`${shop.url}/sitemap.xml?part=${part}`);
    expect(response.status, part).toBe(404);
    expect(response.headers.get("cache-control"), part).toBe("no-store");
  }
  await shop.sql`delete from products where slug like 'essai-sitemap-%'`;
});

test("a sitemap that cannot be read completely is not served at all", async ({ shop }) => {
  await shop.sql`revoke select on categories from anon`;
  const response = await fetch(`${shop.url}/sitemap.xml`, UNCACHED);
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(await response.text()).toBe("");
  await shop.sql`grant select on categories to anon`;
});

test("the home page describes the shop and its search", async ({ shop }) => {
  const [settings] = await shop.sql`select shop_name, email from shop_settings`;
  const [organization, site] = await readJsonLd(shop, "/");
  expect(organization).toMatchObject({
    "@context": "https://schema.org",
    "@type": "Organization",
    name: settings?.shop_name,
    email: settings?.email,
    url: `${shop.url}/`,
  });
  const logo = await fetch(String(organization?.logo));
  expect(logo.headers.get("content-type")).toBe("image/png");
  const target = { urlTemplate: `${shop.url}/products?search={search_term_string}` };
  expect(site).toMatchObject({ "@type": "WebSite", potentialAction: { "@type": "SearchAction", target } });
});

test("a product states its price, its stock, its rating and its breadcrumbs", async ({ shop }) => {
  const { id, slug, name } = await new TestProducts(shop.sql).add({
    name: "Meuleuse </script><b>&",
    price: 45_000,
    stock: 2,
    reference: "PRO-1",
    image: "/pictures/meuleuse-1-640.jpg",
    category: "outils-electriques",
  });
  await shop.sql`
    insert into product_reviews (product_id, rating, comment, name, email, is_published)
    values (${id}, 4, 'Elle coupe bien </script>', 'Awa', 'secret@exemple.bf', true),
      (${id}, 1, 'Pas encore publié', 'Issa', 'issa@exemple.bf', false)`;
  const data = await readJsonLd(shop, `/product/${slug}`, UNCACHED);
  expect(data.map((each) => each["@type"])).toEqual(["BreadcrumbList", "Product"]);
  const [trail, product] = data;
  expect(trail).toMatchObject({
    itemListElement: [
      { position: 1, name: "Accueil", item: `${shop.url}/` },
      { position: 2, name: "Outils électriques", item: `${shop.url}/products?category=outils-electriques` },
      { position: 3, name, item: `${shop.url}/product/${slug}` },
    ],
  });
  expect(product).toMatchObject({
    name,
    sku: "PRO-1",
    image: [`${shop.url}/pictures/meuleuse-1-640.jpg`],
    offers: {
      url: `${shop.url}/product/${slug}`,
      price: 45_000,
      priceCurrency: "XOF",
      availability: "https://schema.org/InStock",
      shippingDetails: { shippingRate: { value: 2000, currency: "XOF" } },
    },
    aggregateRating: { ratingValue: 4, reviewCount: 1 },
    review: [{ reviewBody: "Elle coupe bien </script>", author: { name: "Awa" } }],
  });
  expect(JSON.stringify(product)).not.toContain("secret@exemple.bf");

  await shop.sql`update products set stock = 0 where id = ${id}`;
  const [, soldOut] = await readJsonLd(shop, `/product/${slug}`, UNCACHED);
  expect(soldOut).toMatchObject({ offers: { availability: "https://schema.org/OutOfStock" } });
});

test("indexed lists name their products, other lists do not", async ({ shop }) => {
  const newest = await shop.sql<{ slug: string }[]>`
    select slug from products order by created_at desc, id limit 24`;
  const [list] = await readJsonLd(shop, "/products", UNCACHED);
  expect(list).toMatchObject({
    "@type": "ItemList",
    itemListElement: newest.map(({ slug }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      url: `${shop.url}/product/${slug}`,
    })),
  });
  expect(await readJsonLd(shop, "/products?search=vis")).toEqual([]);
});

test("the structured breadcrumbs equal the visible ones", async ({ shop }) => {
  const { slug } = await new TestProducts(shop.sql).add({ name: "Robinet", category: "plomberie" });
  const paths = [
    "/products?category=plomberie",
    "/category/plomberie",
    "/categories",
    "/promotions",
    "/terms",
    `/product/${slug}`,
  ];
  for (const path of paths) {
    const document = await fetchDocument(shop, path);
    const links = [...document.querySelectorAll('nav[aria-label="Fil d\'Ariane"] a')];
    expect(links.length, path).toBeGreaterThan(0);
    const shown = links.map((link) => ({
      name: link.textContent,
      item: shop.url + link.getAttribute("href"),
    }));
    const [trail] = await readJsonLd(shop, path);
    expect(trail?.["@type"], path).toBe("BreadcrumbList");
    expect(trail?.itemListElement, path).toEqual(
      [...shown, { name: expect.any(String), item: shop.url + path }].map((step, index) => ({
        "@type": "ListItem",
        position: index + 1,
        ...step,
      })),
    );
  }
});
