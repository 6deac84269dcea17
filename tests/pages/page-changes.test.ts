/** Cached pages after a change of what they show: which of them are rendered again, and when. */
import { randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PostgrestClient } from "@supabase/postgrest-js";
import { formatXof } from "#app/lib/format/money.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";
import { createOrderInput, insertOrder } from "#tests/support/orders.ts";
import { expect, fetchPage, test } from "#tests/support/pages/pages.ts";
import { normalizeSpaces } from "#tests/support/pages/storefront.ts";
import { TestProducts } from "#tests/support/products.ts";
import type { Shop } from "#tests/support/shop.ts";

/** A client with the rights of the service: a program that changes the shop's data. */
async function createService(shop: Shop) {
  const { serviceRoleKey } = JSON.parse(await readFile(join(shop.dataDir, "keys.json"), "utf8"));
  return new PostgrestClient<Database>(`${shop.url}/rest/v1`, {
    headers: { apikey: serviceRoleKey, authorization: `Bearer ${serviceRoleKey}` },
  });
}

/**
 * The path of a list that no cache has stored: from the highest price of the filter on, the bound excludes nothing.
 */
function toNewListPath(category = ""): string {
  return `/products?category=${category}&maxPrice=${randomInt(100_000, 999_999_999)}`;
}

/** The number of products of a list. */
function readTotal(html: string): number {
  const [, total = ""] = />(\d+) produits?</.exec(normalizeSpaces(html)) ?? [];
  expect(total).not.toBe("");
  return Number(total);
}

/** Whether the response was stored at least a second ago: a wrong page is rendered again at once, and is younger. */
async function isCached(shop: Shop, path: string): Promise<boolean> {
  return Number((await fetch(shop.url + path)).headers.get("age")) > 0;
}

/** Requests the pages, so that they are cached and old enough to show their age. */
async function cachePages(shop: Shop, paths: string[]): Promise<void> {
  for (const path of paths) await fetchPage(shop, path);
  await sleep(1_100);
  for (const path of paths) expect(await isCached(shop, path), path).toBe(true);
}

test("the page that is asked for after a save never shows the old price", async ({ shop }) => {
  const service = await createService(shop);
  const product = await new TestProducts(shop.sql).add({ price: 47_500 });
  const path = `/product/${product.slug}`;
  await fetchPage(shop, path);
  for (let price = 50_001; price <= 50_015; price++) {
    await service.from("products").update({ price }).eq("id", product.id).throwOnError();
    const { html } = await fetchPage(shop, path);
    expect(normalizeSpaces(html)).toContain(`${formatXof(price)}, payable`.replace(/\s/g, " "));
  }
});

test("a new price makes the pages wrong that show it, and no others", async ({ shop }) => {
  const service = await createService(shop);
  const products = new TestProducts(shop.sql);
  const changed = await products.add({ price: 47_500, category: "outils-electriques" });
  const other = await products.add({ price: 3_000, category: "jardinage" });
  const showing = [`/product/${changed.slug}`, toNewListPath(), toNewListPath("outils-electriques")];
  const others = [
    `/product/${other.slug}`,
    toNewListPath("jardinage"),
    "/technicians",
    "/terms",
    "/categories",
  ];
  await cachePages(shop, [...showing, ...others]);
  await service.from("products").update({ price: 95_000 }).eq("id", changed.id).throwOnError();
  for (const path of showing) {
    const { html } = await fetchPage(shop, path);
    expect(normalizeSpaces(html), path).toContain("95 000 XOF");
  }
  for (const path of others) expect(await isCached(shop, path), path).toBe(true);
});

test("a deleted product is not found at once, and no list shows it", async ({ shop }) => {
  const service = await createService(shop);
  const product = await new TestProducts(shop.sql).add();
  const list = toNewListPath();
  await cachePages(shop, [`/product/${product.slug}`, list]);
  const total = readTotal((await fetchPage(shop, list)).html);
  await service.from("products").delete().eq("id", product.id).throwOnError();
  expect((await fetchPage(shop, `/product/${product.slug}`)).status).toBe(404);
  const { html } = await fetchPage(shop, list);
  expect(html).not.toContain(product.slug);
  // The total is read once for several pages.
  expect(readTotal(html)).toBe(total - 1);
});

test("a product that sells out is shown as sold out, and other pages stay", async ({ shop }) => {
  const service = await createService(shop);
  const products = new TestProducts(shop.sql);
  const [soldOut, other] = [await products.add({ stock: 10 }), await products.add()];
  const paths = [`/product/${soldOut.slug}`, `/product/${other.slug}`];
  await cachePages(shop, paths);
  await service.from("products").update({ stock: 0 }).eq("id", soldOut.id).throwOnError();
  expect((await fetchPage(shop, `/product/${soldOut.slug}`)).html).toContain("Rupture de stock");
  // Similar products are those in stock: the other one shows this one only if it is in its category.
  expect((await fetchPage(shop, `/product/${other.slug}`)).html).not.toContain(soldOut.slug);
});

test("an order that leaves less than the minimum is shown as well", async ({ shop }) => {
  const product = await new TestProducts(shop.sql).add({ stock: 1000 });
  await shop.sql`update products set minimum_quantity = 600 where id = ${product.id}`;
  const path = `/product/${product.slug}`;
  expect((await fetchPage(shop, path)).html).not.toContain("Rupture de stock");
  await shop.sql.begin((tx) => insertOrder(tx, createOrderInput([{ product, quantity: 600 }])));
  // The shop does not wait for what it has not written itself: it learns of it a moment later.
  await expect.poll(async () => (await fetchPage(shop, path)).html).toContain("Rupture de stock");
});

test("every text of a product is new after its save, and its cards stay when they do not show it", async ({
  shop,
}) => {
  const service = await createService(shop);
  const product = await new TestProducts(shop.sql).add({ description: "Ancienne description" });
  const list = toNewListPath();
  await cachePages(shop, [`/product/${product.slug}`, list]);
  await service.from("products").update({ description: "Texte corrigé" }).eq("id", product.id).throwOnError();
  expect((await fetchPage(shop, `/product/${product.slug}`)).html).toContain("Texte corrigé");
  expect(await isCached(shop, list)).toBe(true);
});

test("a published review makes its product's page new and leaves other products' pages", async ({ shop }) => {
  const service = await createService(shop);
  const products = new TestProducts(shop.sql);
  const [product, other] = [
    await products.add({ category: "jardinage" }),
    await products.add({ category: "outils-electriques" }),
  ];
  const paths = [`/product/${product.slug}`, `/product/${other.slug}`];
  await cachePages(shop, paths);
  await service
    .from("product_reviews")
    .insert({
      product_id: product.id,
      comment: "Un avis tout neuf",
      name: "Awa",
      email: "awa@exemple.bf",
      is_published: true,
    })
    .throwOnError();
  expect((await fetchPage(shop, `/product/${product.slug}`)).html).toContain("Un avis tout neuf");
  expect(await isCached(shop, `/product/${other.slug}`)).toBe(true);
});

test("a setting is new on every page", async ({ shop }) => {
  const service = await createService(shop);
  await cachePages(shop, ["/", "/terms", "/manifest.webmanifest", "/robots.txt"]);
  const { data } = await service.from("shop_settings").select("shop_name").single().throwOnError();
  await service.from("shop_settings").update({ shop_name: "Yaaré Bobo" }).eq("id", true).throwOnError();
  for (const path of ["/", "/terms", "/manifest.webmanifest"]) {
    expect((await fetchPage(shop, path)).html, path).toContain("Yaaré Bobo");
  }
  expect(await isCached(shop, "/robots.txt")).toBe(true);
  await service.from("shop_settings").update({ shop_name: data.shop_name }).eq("id", true).throwOnError();
});
