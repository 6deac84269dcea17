/** URLs with parameters that no page reads: each is the cached page without them. */
import { randomUUID } from "node:crypto";
import { expect, fetchPage, test } from "#tests/support/pages/pages.ts";

test.for([
  ["/", "/?"],
  ["/products?page=2", "/products?page=2&"],
  ["/products?category=plomberie&page=1", "/products?page=1&category=plomberie&page=3&"],
  ["/promotions", "/promotions?search=marteau&"],
  ["/cart", "/cart?tab=1&"],
  ["/products.data", "/products.data?_routes=nowhere&"],
] as const)("%s is the page of %s and any parameter", async ([path, invented], { shop }) => {
  expect((await fetchPage(shop, path)).status).toBe(200);
  for (let i = 0; i < 5; i++) {
    const { headers } = await fetchPage(shop, `${invented}x${i}=${randomUUID()}`);
    expect(headers.has("age"), `${invented} from the cache`).toBe(true);
  }
  // The page may be refreshed between two requests, after a change of another test.
  await expect
    .poll(async () => {
      const pages = [await fetchPage(shop, path), await fetchPage(shop, `${invented}x=${randomUUID()}`)];
      return new Set(pages.map(({ headers }) => headers.get("etag"))).size;
    })
    .toBe(1);
});

test("parameters that a page reads still choose the page", async ({ shop }) => {
  const pages = await Promise.all(
    ["/products", "/products?page=2", "/products?category=plomberie", "/login?tab=inscription"].map((path) =>
      fetchPage(shop, path),
    ),
  );
  expect(new Set(pages.map(({ html }) => html)).size).toBe(pages.length);
  expect((await fetchPage(shop, "/sitemap.xml?part=pages&x=1")).html).toContain("<urlset");
});
