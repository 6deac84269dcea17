/** The pages of all families and of all offers as the server writes them: what stands there, and what they say without any. */
import { onTestFinished } from "vitest";
import { fresh } from "../support/fresh.ts";
import { OwnProducts } from "../support/products.ts";
import type { Shop } from "../support/shop.ts";
import { expect, test } from "./support/pages.ts";
import {
  attributes,
  cardNames,
  cardOf,
  openMain,
  refuseFor,
  setOffersBanner,
  showOnlyFor,
  textOf,
  texts,
} from "./support/storefront.ts";

const PAGE_SIZE = 24;

const listOffers = (shop: Shop) => shop.sql<{ name: string; slug: string }[]>`
  select name, slug from products where is_featured order by discount desc nulls last, created_at desc, id`;

/** Products that are gone when the test ends, so that the others count their own. */
function ownGoods(shop: Shop): OwnProducts {
  const goods = new OwnProducts(shop.sql);
  onTestFinished(() => goods.remove());
  return goods;
}

test("each family has a card with its image and the number of its goods, leading into the catalogue", async ({
  shop,
}) => {
  onTestFinished(async () => {
    await shop.sql`delete from categories where slug = 'essai-vide'`;
  });
  await shop.sql`insert into categories (name, slug) values ('Essai vide', 'essai-vide')`;
  const categories = await shop.sql<{ name: string; slug: string; image: string | null; count: number }[]>`
    select name, slug, image, (select count(*)::int from products where category_id = c.id) as count
    from categories c order by name`;
  const { element, main } = await openMain(shop, fresh("/categories"));
  expect(textOf(main.getByRole("heading", { level: 1 }))).toBe("Toutes nos catégories");
  const cards = Array.from(element.querySelectorAll("a")).filter((link) => link.querySelector("img"));
  expect(texts(cards)).toEqual(
    categories.map(({ name, count }) => `${name}${count > 0 ? `${count} produits` : "Bientôt disponible"}`),
  );
  expect(attributes(cards, "href")).toEqual(categories.map(({ slug }) => `/products?category=${slug}`));
  expect(attributes(element.querySelectorAll("a img"), "src")).toEqual(
    categories.map(({ image }) => image ?? "/placeholder.svg"),
  );
  expect(main.getByRole("link", { name: "Demander une cotation" }).getAttribute("href")).toBe(
    "/request-quote",
  );
});

test("without families the page of families says so", async ({ shop }) => {
  await showOnlyFor(shop, "categories", "false");
  const { main } = await openMain(shop, fresh("/categories"));
  main.getByRole("heading", { name: "Aucune catégorie pour le moment" });
  expect(main.getByRole("link", { name: "Voir tous les produits" }).getAttribute("href")).toBe("/products");
});

test("families that cannot be read are said, and cached by nobody", async ({ shop }) => {
  await refuseFor(shop, "categories_with_counts");
  const { headers, main } = await openMain(shop, fresh("/categories"));
  expect(headers.get("cache-control")).toBe("no-store");
  expect(textOf(main.getByRole("alert"))).toBe("Error: Impossible de charger les catégories. Réessayer");
  expect(main.getByRole("link", { name: "Réessayer" }).getAttribute("href")).toBe("/categories");
});

test("the offers are the featured products, the largest drop first, in FCFA, under the shop's banner", async ({
  shop,
}) => {
  const goods = ownGoods(shop);
  const half = await goods.add({ name: "Moitié", price: 5000, old_price: 10_000, is_featured: true });
  const third = await goods.add({ name: "Un tiers", price: 20_000, old_price: 30_000, is_featured: true });
  await goods.add({ name: "Pas en promotion", price: 1000, old_price: 9000 });
  const offers = await listOffers(shop);
  expect(offers.length).toBeLessThan(PAGE_SIZE);

  const { element, main } = await openMain(shop, fresh("/promotions"));
  expect(textOf(main.getByRole("heading", { level: 1 }))).toBe("Promotions");
  main.getByText("Jusqu'à 30% de réduction");
  main.getByText(`${offers.length} produits`);
  expect(cardNames(element)).toEqual(offers.map(({ name }) => name));
  expect(attributes(element.querySelectorAll("article h3 a"), "href")).toEqual(
    offers.map(({ slug }) => `/product/${slug}`),
  );
  expect(textOf(element)).not.toContain("XOF");
  const card = cardOf(element, half.name);
  expect(textOf(card)).toContain("-50 %");
  expect(textOf(card)).toContain("5 000 FCFA");
  expect(textOf(card.querySelector("s"))).toContain("10 000 FCFA");
  expect(textOf(cardOf(element, third.name))).toContain("-33 %");
  expect(main.getByRole("link", { name: "Voir tous les produits" }).getAttribute("href")).toBe("/products");

  await setOffersBanner(shop, "Soldes de fin d'année");
  (await openMain(shop, fresh("/promotions"))).main.getByText("Soldes de fin d'année");
});

test("beyond 24 offers there are further pages, as links forth and back", async ({ shop }) => {
  const goods = ownGoods(shop);
  for (let price = 1; price <= PAGE_SIZE; price++) {
    await goods.add({ name: `Offre ${price}`, price: 1000 * price, old_price: 100_000, is_featured: true });
  }
  const names = (await listOffers(shop)).map(({ name }) => name);

  const first = await openMain(shop, fresh("/promotions"));
  expect(cardNames(first.element)).toEqual(names.slice(0, PAGE_SIZE));
  expect(attributes([first.main.getByText("Voir plus")], "href")).toEqual(["/promotions?page=2"]);

  const second = await openMain(shop, fresh("/promotions?page=2"));
  expect(cardNames(second.element)).toEqual(names.slice(PAGE_SIZE));
  expect(second.document.title).toBe("Promotions, page 2 | Yaaré");
  expect(attributes([second.main.getByText("Voir les produits précédents")], "href")).toEqual([
    "/promotions",
  ]);

  const beyond = await openMain(shop, fresh("/promotions?page=9000"));
  expect(cardNames(beyond.element)[0]).toBe(names[0]);
});

test("without offers the page of offers says so", async ({ shop }) => {
  await showOnlyFor(shop, "products", "not is_featured");
  const { element, main } = await openMain(shop, fresh("/promotions"));
  main.getByText("Aucune promotion en cours pour le moment.");
  expect(main.getByRole("link", { name: "Voir tous les produits" }).getAttribute("href")).toBe("/products");
  expect(cardNames(element)).toEqual([]);
});

test("offers that cannot be read are said, and cached by nobody", async ({ shop }) => {
  await refuseFor(shop, "products");
  const { status, headers, main } = await openMain(shop, fresh("/promotions"));
  expect(status).toBe(200);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(textOf(main.getByRole("alert"))).toBe("Erreur lors du chargement des promotions. Réessayer");
  expect(main.getByRole("link", { name: "Réessayer" }).getAttribute("href")).toBe("/promotions");
  expect(main.getByRole("link", { name: "Voir tous les produits" }).getAttribute("href")).toBe("/products");
});
