/** Browsing needs no script: what the HTML alone holds and leads to. */
import { fresh } from "../support/fresh.ts";
import { expect, getDocument, test } from "./support/pages.ts";

const hrefOf = (document: Document, name: string) =>
  [...document.querySelectorAll("a")].find(({ textContent }) => textContent === name)?.getAttribute("href");
const cardsIn = (around: Element | null | undefined) =>
  [...(around?.querySelectorAll("article") ?? [])].map((card) => card.querySelector("h3")?.textContent);

test("the home page shows what is new and leads on", async ({ shop }) => {
  const document = await getDocument(shop, "/");
  const heading = [...document.querySelectorAll("h2")].find(
    ({ textContent }) => textContent === "Nouveautés",
  );
  expect(cardsIn(heading?.closest("section"))).toHaveLength(8);
  expect(hrefOf(document, "Voir les produits")).toBe("/products");
});

test("further pages of the catalogue are links, forth and back", async ({ shop }) => {
  const newest = await shop.sql<{ name: string }[]>`
    select name from products order by created_at desc, id limit 48`;
  const names = newest.map(({ name }) => name);
  const first = await getDocument(shop, fresh("/products?minPrice=1&maxPrice=100000"));
  expect(cardsIn(first.querySelector("main"))).toEqual(names.slice(0, 24));
  const onward = hrefOf(first, "Voir plus");
  expect(onward).toBe("/products?minPrice=1&maxPrice=100000&page=2");
  const second = await getDocument(shop, onward ?? "");
  expect(cardsIn(second.querySelector("main"))).toEqual(names.slice(24));
  expect(hrefOf(second, "Voir les produits précédents")).toBe("/products?minPrice=1&maxPrice=100000");
});
