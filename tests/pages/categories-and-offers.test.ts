/** The server-rendered pages of all categories and of all offers, with rows and without. */
import { onTestFinished } from "vitest";
import { expect, test } from "#tests/support/pages/pages.ts";
import {
  fetchMain,
  getAttributes,
  getCard,
  getCardNames,
  getText,
  getTexts,
  restrictRowsDuringTest,
  revokeReadDuringTest,
  setOffersBanner,
} from "#tests/support/pages/storefront.ts";
import { TestProducts } from "#tests/support/products.ts";
import type { Shop } from "#tests/support/shop.ts";
import { UNCACHED } from "#tests/support/uncached.ts";

const PAGE_SIZE = 24;

const listOffers = (shop: Shop) => shop.sql<{ name: string; slug: string }[]>`
  select name, slug from products where is_featured order by discount desc nulls last, created_at desc, id`;

/** Products that are removed when the test ends, so that the other tests can count theirs. */
function createTestProducts(shop: Shop): TestProducts {
  const products = new TestProducts(shop.sql);
  onTestFinished(() => products.remove());
  return products;
}

test("each family has a card with its image and its number of products, linking to the catalog", async ({
  shop,
}) => {
  onTestFinished(async () => {
    await shop.sql`delete from categories where slug = 'essai-vide'`;
  });
  await shop.sql`insert into categories (name, slug) values ('Essai vide', 'essai-vide')`;
  const categories = await shop.sql<{ name: string; slug: string; image: string | null; count: number }[]>`
    select name, slug, image, (
      select count(*)::int from products where category_id = any (private.category_and_descendants(c.id))
    ) as count
    from categories c where parent_id is null order by name`;
  const { element, main } = await fetchMain(shop, "/categories", UNCACHED);
  expect(getText(main.getByRole("heading", { level: 1 }))).toBe("Toutes nos catégories");
  const cards = Array.from(element.querySelectorAll("a")).filter((link) => link.querySelector("img"));
  expect(getTexts(cards)).toEqual(
    categories.map(({ name, count }) => `${name}${count > 0 ? `${count} produits` : "Bientôt disponible"}`),
  );
  expect(getAttributes(cards, "href")).toEqual(categories.map(({ slug }) => `/products?category=${slug}`));
  expect(getAttributes(element.querySelectorAll("a img"), "src")).toEqual(
    categories.map(({ image }) => image ?? "/placeholder.svg"),
  );
  expect(main.getByRole("link", { name: "Demander une cotation" }).getAttribute("href")).toBe(
    "/request-quote",
  );
});

test("without categories the page says so", async ({ shop }) => {
  await restrictRowsDuringTest(shop, "categories", "false");
  const { main } = await fetchMain(shop, "/categories", UNCACHED);
  main.getByRole("heading", { name: "Aucune catégorie pour le moment" });
  expect(main.getByRole("link", { name: "Voir tous les produits" }).getAttribute("href")).toBe("/products");
});

test("a failed read of the categories is reported, and the page is not cached", async ({ shop }) => {
  await revokeReadDuringTest(shop, "categories_with_counts");
  const { headers, main } = await fetchMain(shop, "/categories", UNCACHED);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(getText(main.getByRole("alert"))).toBe("Error: Impossible de charger les catégories. Réessayer");
  expect(main.getByRole("link", { name: "Réessayer" }).getAttribute("href")).toBe("/categories");
});

test("the offers are the featured products, the largest discount first, in FCFA, under the shop's banner", async ({
  shop,
}) => {
  const products = createTestProducts(shop);
  const half = await products.add({ name: "Moitié", price: 5000, old_price: 10_000, is_featured: true });
  const third = await products.add({ name: "Un tiers", price: 20_000, old_price: 30_000, is_featured: true });
  await products.add({ name: "Pas en promotion", price: 1000, old_price: 9000 });
  const offers = await listOffers(shop);
  expect(offers.length).toBeLessThan(PAGE_SIZE);

  const { element, main } = await fetchMain(shop, "/promotions", UNCACHED);
  expect(getText(main.getByRole("heading", { level: 1 }))).toBe("Promotions");
  main.getByText("Jusqu'à 30% de réduction");
  main.getByText(`${offers.length} produits`);
  expect(getCardNames(element)).toEqual(offers.map(({ name }) => name));
  expect(getAttributes(element.querySelectorAll("article h3 a"), "href")).toEqual(
    offers.map(({ slug }) => `/product/${slug}`),
  );
  expect(getText(element)).not.toContain("XOF");
  const card = getCard(element, half.name);
  expect(getText(card)).toContain("-50 %");
  expect(getText(card)).toContain("5 000 FCFA");
  expect(getText(card.querySelector("s"))).toContain("10 000 FCFA");
  expect(getText(getCard(element, third.name))).toContain("-33 %");
  expect(main.getByRole("link", { name: "Voir tous les produits" }).getAttribute("href")).toBe("/products");

  await setOffersBanner(shop, "Soldes de fin d'année");
  (await fetchMain(shop, "/promotions", UNCACHED)).main.getByText("Soldes de fin d'année");
});

test("beyond 24 offers there are further pages, linked in both directions", async ({ shop }) => {
  const products = createTestProducts(shop);
  for (let price = 1; price <= PAGE_SIZE; price++) {
    await products.add({
      name: `Offre ${price}`,
      price: 1000 * price,
      old_price: 100_000,
      is_featured: true,
    });
  }
  const names = (await listOffers(shop)).map(({ name }) => name);

  const first = await fetchMain(shop, "/promotions", UNCACHED);
  expect(getCardNames(first.element)).toEqual(names.slice(0, PAGE_SIZE));
  expect(getAttributes([first.main.getByText("Voir plus")], "href")).toEqual(["/promotions?page=2"]);

  const second = await fetchMain(shop, "/promotions?page=2", UNCACHED);
  expect(getCardNames(second.element)).toEqual(names.slice(PAGE_SIZE));
  expect(second.document.title).toBe("Promotions, page 2 | Yaaré");
  expect(getAttributes([second.main.getByText("Voir les produits précédents")], "href")).toEqual([
    "/promotions",
  ]);

  const beyond = await fetchMain(shop, "/promotions?page=9000", UNCACHED);
  const lastStart = Math.floor((names.length - 1) / PAGE_SIZE) * PAGE_SIZE;
  expect(getCardNames(beyond.element)).toEqual(names.slice(lastStart));
});

test("without offers the page says so", async ({ shop }) => {
  await restrictRowsDuringTest(shop, "products", "not is_featured");
  const { element, main } = await fetchMain(shop, "/promotions", UNCACHED);
  main.getByText("Aucune promotion en cours pour le moment.");
  expect(main.getByRole("link", { name: "Voir tous les produits" }).getAttribute("href")).toBe("/products");
  expect(getCardNames(element)).toEqual([]);
});

test("a failed read of the offers is reported, and the page is not cached", async ({ shop }) => {
  await revokeReadDuringTest(shop, "products");
  const { status, headers, main } = await fetchMain(shop, "/promotions", UNCACHED);
  expect(status).toBe(503);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(getText(main.getByRole("alert"))).toBe("Erreur lors du chargement des promotions. Réessayer");
  expect(main.getByRole("link", { name: "Réessayer" }).getAttribute("href")).toBe("/promotions");
  expect(main.getByRole("link", { name: "Voir tous les produits" }).getAttribute("href")).toBe("/products");
});
