/** Browsing without JavaScript: the contents and links of the HTML. */

import { expect, fetchDocument, test } from "#tests/support/pages/pages.ts";
import { UNCACHED } from "#tests/support/uncached.ts";

const getHref = (document: Document, name: string) =>
  [...document.querySelectorAll("a")].find(({ textContent }) => textContent === name)?.getAttribute("href");
const getCards = (around: Element | null | undefined) =>
  [...(around?.querySelectorAll("article") ?? [])].map((card) => card.querySelector("h3")?.textContent);

test("the home page shows new products and links on", async ({ shop }) => {
  const document = await fetchDocument(shop, "/");
  const heading = [...document.querySelectorAll("h2")].find(
    ({ textContent }) => textContent === "Nouveautés",
  );
  expect(getCards(heading?.closest("section"))).toHaveLength(8);
  expect(getHref(document, "Voir les produits")).toBe("/products");
});

test("further pages of the catalog are links in both directions", async ({ shop }) => {
  const newest = await shop.sql<{ name: string }[]>`
    select name from products order by created_at desc, id limit 48`;
  const names = newest.map(({ name }) => name);
  const first = await fetchDocument(shop, "/products?minPrice=1&maxPrice=100000", UNCACHED);
  expect(getCards(first.querySelector("main"))).toEqual(names.slice(0, 24));
  const onward = getHref(first, "Voir plus");
  expect(onward).toBe("/products?minPrice=1&maxPrice=100000&page=2");
  const second = await fetchDocument(shop, onward ?? "");
  expect(getCards(second.querySelector("main"))).toEqual(names.slice(24));
  expect(getHref(second, "Voir les produits précédents")).toBe("/products?minPrice=1&maxPrice=100000");
});
