/** What search engines find: the sitemap, robots.txt, and the pages in schema.org's words. */
import type { APIRequestContext } from "@playwright/test";
import { expect, fresh, test } from "../support/storefront.ts";

/** The data that a page holds for search engines. */
async function jsonLdOf(request: APIRequestContext, path: string): Promise<Record<string, unknown>[]> {
  const html = await (await request.get(path)).text();
  return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json = ""]) =>
    JSON.parse(json),
  );
}

async function addressesOf(request: APIRequestContext, path: string): Promise<string[]> {
  const xml = await (await request.get(path)).text();
  return [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = ""]) => address.replaceAll("&amp;", "&"));
}

test("robots.txt closes what is private and names the sitemap", async ({ request, shop }) => {
  const response = await request.get("/robots.txt");
  expect(response.status()).toBe(200);
  expect(response.headers()["content-type"]).toBe("text/plain; charset=utf-8");
  const text = await response.text();
  expect(text).toMatch(/^User-agent: \*$/m);
  for (const path of ["/admin/", "/account", "/checkout", "/review", "/rest/v1/", "/*?*minPrice="]) {
    expect(text.split("\n")).toContain(`Disallow: ${path}`);
  }
  expect(text).not.toMatch(/^Disallow: \/$/m);
  expect(text).toContain(`\nSitemap: ${new URL(shop.url).origin}/sitemap.xml\n`);
});

test("the sitemap names every public page once, and all of them are there", async ({ request, shop }) => {
  const { origin } = new URL(shop.url);
  const response = await request.get("/sitemap.xml");
  expect(response.headers()).toMatchObject({
    "content-type": "application/xml; charset=utf-8",
    "cache-control": "public, max-age=0, s-maxage=300",
    "content-encoding": "br",
  });
  const addresses = await addressesOf(request, "/sitemap.xml");
  expect(new Set(addresses).size).toBe(addresses.length);
  const rows = await shop.sql<{ path: string }[]>`
    select '/product/' || slug as path from products
    union all select '/products?category=' || slug from categories
    union all select '/technician/' || slug from technician_profiles`;
  expect(rows.length).toBeGreaterThan(50);
  for (const { path } of rows) expect(addresses).toContain(origin + path);
  const others = addresses.filter((address) => !rows.some(({ path }) => address === origin + path));
  for (const path of ["/", "/products", "/about", "/delivery", "/terms", "/privacy"]) {
    expect(others).toContain(origin + path);
  }
  for (const address of others) expect((await request.get(address)).status(), address).toBe(200);
});

test("a product that comes, changes or goes moves in the sitemap", async ({ request, shop, goods }) => {
  const { id, slug } = await goods.add({ name: "Rabot" });
  const changed = () =>
    request
      .get("/sitemap.xml")
      .then((response) => response.text())
      .then((xml) => new RegExp(`/product/${slug}</loc><lastmod>(.*?)</lastmod>`).exec(xml)?.[1]);
  const [row] = await shop.sql<{ day: string }[]>`
    select to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD') as day from products where id = ${id}`;
  await expect.poll(changed).toBe(row?.day);
  await shop.sql`delete from products where id = ${id}`;
  await expect.poll(changed).toBeUndefined();
});

test("a shop of more products than one list holds gets an index of lists", async ({
  request,
  shop,
  undo,
}) => {
  const { origin } = new URL(shop.url);
  expect((await request.get("/sitemap.xml?part=0")).status()).toBe(404);
  undo(() => shop.sql`delete from products where slug like 'essai-sitemap-%'`);
  await shop.sql`
    insert into products (name, slug, price)
    select 'Vis ' || n, 'essai-sitemap-' || n, 100 from generate_series(1, 5001) n`;
  const parts = await addressesOf(request, fresh("/sitemap.xml"));
  expect(parts).toEqual([0, 1, 2].map((part) => `${origin}/sitemap.xml?part=${part}`));
  const [pages = [], first = [], second = []] = await Promise.all(
    parts.map((part) => addressesOf(request, fresh(part))),
  );
  expect(pages).toContain(`${origin}/terms`);
  expect(first).toHaveLength(5000);
  const products = [...first, ...second];
  expect(new Set(products).size).toBe(products.length);
  const [{ count } = { count: 0 }] = await shop.sql<{ count: number }[]>`
    select count(*)::int as count from products`;
  expect(products).toHaveLength(count);
  for (const part of ["3", "-1", "1.5", "x", "", "99999"]) {
    const response = await request.get(`/sitemap.xml?part=${part}`);
    expect(response.status(), part).toBe(404);
    expect(response.headers()["cache-control"], part).toBe("no-store");
  }
});

test("a sitemap that cannot be read whole is not given at all", async ({ request, refuse }) => {
  await refuse("categories");
  const response = await request.get(fresh("/sitemap.xml"));
  expect(response.status()).toBe(500);
  expect(response.headers()["cache-control"]).toBe("no-store");
});

test("the home page says who the shop is and how it is searched", async ({ request, shop }) => {
  const { origin } = new URL(shop.url);
  const [settings] = await shop.sql`select shop_name, email from shop_settings`;
  const [organization, site] = await jsonLdOf(request, "/");
  expect(organization).toMatchObject({
    "@context": "https://schema.org",
    "@type": "Organization",
    name: settings?.shop_name,
    email: settings?.email,
    url: `${origin}/`,
  });
  expect((await request.get(String(organization?.logo))).headers()["content-type"]).toBe("image/png");
  const target = { urlTemplate: `${origin}/products?search={search_term_string}` };
  expect(site).toMatchObject({ "@type": "WebSite", potentialAction: { "@type": "SearchAction", target } });
});

test("a product says its price, its stock, its stars and where it stands", async ({
  request,
  shop,
  goods,
}) => {
  const { origin } = new URL(shop.url);
  const { id, slug, name } = await goods.add({
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
  const data = await jsonLdOf(request, fresh(`/product/${slug}`));
  expect(data.map((each) => each["@type"])).toEqual(["BreadcrumbList", "Product"]);
  const [trail, product] = data;
  expect(trail).toMatchObject({
    itemListElement: [
      { position: 1, name: "Accueil", item: `${origin}/` },
      { position: 2, name: "Outils électriques", item: `${origin}/products?category=outils-electriques` },
      { position: 3, name, item: `${origin}/product/${slug}` },
    ],
  });
  expect(product).toMatchObject({
    name,
    sku: "PRO-1",
    image: [`${origin}/pictures/meuleuse-1-640.jpg`],
    offers: {
      url: `${origin}/product/${slug}`,
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
  const [, soldOut] = await jsonLdOf(request, fresh(`/product/${slug}`));
  expect(soldOut).toMatchObject({ offers: { availability: "https://schema.org/OutOfStock" } });
});

test("lists that are in the index name their products, other lists do not", async ({ request, shop }) => {
  const { origin } = new URL(shop.url);
  const newest = await shop.sql<{ slug: string }[]>`
    select slug from products order by created_at desc, id limit 24`;
  const [list] = await jsonLdOf(request, fresh("/products"));
  expect(list).toMatchObject({
    "@type": "ItemList",
    itemListElement: newest.map(({ slug }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      url: `${origin}/product/${slug}`,
    })),
  });
  expect(await jsonLdOf(request, "/products?search=vis")).toEqual([]);
});

test("breadcrumbs are said as they are shown", async ({ page, goods }) => {
  const { slug } = await goods.add({ name: "Robinet", category: "plomberie" });
  const paths = ["/products?category=plomberie", "/categories", "/promotions", "/terms", `/product/${slug}`];
  for (const path of paths) {
    await page.goto(path);
    const shown = await page
      .getByRole("navigation", { name: "Fil d'Ariane" })
      .getByRole("link")
      .evaluateAll((all: HTMLAnchorElement[]) => all.map((a) => ({ name: a.textContent, item: a.href })));
    const [trail] = await jsonLdOf(page.request, path);
    expect(trail?.["@type"], path).toBe("BreadcrumbList");
    expect(trail?.itemListElement, path).toEqual(
      [...shown, { name: expect.any(String), item: page.url() }].map((step, index) => ({
        "@type": "ListItem",
        position: index + 1,
        ...step,
      })),
    );
  }
});
