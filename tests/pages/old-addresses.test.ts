/** Old addresses: a changed slug redirects to the present page, for as long as no other row has the old one. */
import { randomUUID } from "node:crypto";
import { expect, fetchPage, test } from "#tests/support/pages/pages.ts";
import { createProduct } from "#tests/support/products.ts";
import type { Shop } from "#tests/support/shop.ts";
import { createTechnician } from "#tests/support/technicians.ts";

/** The status and where the page is now. */
async function visit(shop: Shop, path: string): Promise<[status: number, location: string | null]> {
  const { status, headers } = await fetch(shop.url + path, { redirect: "manual" });
  return [status, headers.get("location")];
}

test("a renamed product, technician and category redirect with their query", async ({ shop }) => {
  const word = randomUUID();
  const product = await createProduct(shop.sql);
  const technician = await createTechnician(shop.sql);
  await shop.sql`insert into categories (name, slug) values ('Ancienne', ${`vis-${word}`})`;
  // Cached under the old addresses.
  const old = [
    `/product/${product.slug}`,
    `/technician/${technician.slug}`,
    `/products?category=vis-${word}&inStock=true`,
  ];
  for (const path of old) expect((await fetchPage(shop, path)).status, path).toBe(200);

  await shop.sql`update products set slug = ${`marteau-${word}`} where id = ${product.id}`;
  await shop.sql`update technicians set slug = ${`awa-${word}`} where id = ${technician.id}`;
  await shop.sql`update categories set slug = ${`clous-${word}`} where slug = ${`vis-${word}`}`;
  const present = [
    `/product/marteau-${word}`,
    `/technician/awa-${word}`,
    `/products?category=clous-${word}&inStock=true`,
  ];
  for (const [index, path] of old.entries()) {
    await expect.poll(() => visit(shop, path)).toEqual([301, present[index]]);
    const withQuery = `${path}${path.includes("?") ? "&" : "?"}utm_source=whatsapp`;
    const expected = `${present[index]}${present[index]?.includes("?") ? "&" : "?"}utm_source=whatsapp`;
    expect(await visit(shop, withQuery)).toEqual([301, expected]);
    expect(await visit(shop, present[index] ?? "")).toEqual([200, null]);
  }
  const { headers } = await fetch(`${shop.url}/product/${product.slug}`, { redirect: "manual" });
  expect(headers.get("cache-control")).toBe("no-cache");

  // A navigation in the browser asks for the data of the page.
  for (const [index, path] of [
    `/product/${product.slug}.data?_routes=routes%2Fstorefront%2Fproduct`,
    `/technician/${technician.slug}.data`,
    `/products.data?category=vis-${word}&inStock=true&_routes=routes%2Fstorefront%2Fproducts`,
  ].entries()) {
    const data = await fetch(shop.url + path);
    expect(data.status).toBe(202);
    expect(await data.text()).toContain(`"${present[index]}"`);
  }
});

test("another product that takes the slug has the address, and a deleted one has none", async ({ shop }) => {
  const word = randomUUID();
  const product = await createProduct(shop.sql);
  const old = `/product/${product.slug}`;
  await shop.sql`update products set slug = ${`scie-${word}`} where id = ${product.id}`;
  await expect.poll(() => visit(shop, old)).toEqual([301, `/product/scie-${word}`]);
  const other = await createProduct(shop.sql, { name: "Preneur" });
  await shop.sql`update products set slug = ${product.slug} where id = ${other.id}`;
  await expect.poll(async () => (await fetchPage(shop, old)).html).toContain("Preneur");
  await shop.sql`delete from products where id in ${shop.sql([product.id, other.id])}`;
  await expect.poll(() => visit(shop, old)).toEqual([404, null]);
  expect((await visit(shop, `/product/scie-${word}`))[0]).toBe(404);
});
