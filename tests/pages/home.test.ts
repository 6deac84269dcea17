/** The server-rendered blocks of the home page: with rows, empty and after failed reads. */
import { within } from "@testing-library/dom";
import { expect, test } from "#tests/support/pages/pages.ts";
import {
  fetchMain,
  getAttributes,
  getCard,
  getCardNames,
  getText,
  getTexts,
  normalizeSpaces,
  restrictRowsDuringTest,
  revokeReadDuringTest,
  setOffersBanner,
} from "#tests/support/pages/storefront.ts";
import { TestProducts } from "#tests/support/products.ts";
import type { Shop } from "#tests/support/shop.ts";
import { UNCACHED } from "#tests/support/uncached.ts";

const CATEGORIES = {
  "outils-electriques": "Outils électriques",
  plomberie: "Plomberie",
  materiaux: "Matériaux",
  electricite: "Électricité",
  quincaillerie: "Quincaillerie",
};
const NO_TESTIMONIAL = "Aucun témoignage disponible pour le moment.";
const NO_OFFER = "Aucune promotion en cours pour le moment.";

async function openHome(shop: Shop) {
  const page = await fetchMain(shop, "/", UNCACHED);
  return {
    ...page,
    region: (name: string) => page.main.getByRole("region", { name }),
    headings: () => getTexts(page.main.getAllByRole("heading", { level: 2 })),
  };
}

test("the hero links to the products and the offers, and the four benefits are shown", async ({ shop }) => {
  const { element, region, headings } = await openHome(shop);
  const hero = element.querySelector("section");
  expect(getAttributes(hero?.querySelectorAll("a") ?? [], "href")).toEqual(["/products", "/promotions"]);
  expect(getTexts(hero?.querySelectorAll("a") ?? [])).toEqual(["Voir les produits", "Les promotions"]);
  expect(getTexts(within(region("Nos engagements")).getAllByRole("heading"))).toEqual([
    "Livraison rapide",
    "Paiement sécurisé",
    "Qualité garantie",
    "Service client 7j/7",
  ]);
  expect(headings()).toEqual([
    "Nos rayons",
    "Offres spéciales",
    "Nouveautés",
    "Ils nous font confiance",
    "Nos marques partenaires",
  ]);
});

test("new arrivals are the newest eight of the new products", async ({ shop }) => {
  const products = new TestProducts(shop.sql);
  const plain = await products.add({ name: "Pas neuf", is_new: false });
  const arrival = await products.add({ name: "Neuf", is_new: true });
  const newest = await shop.sql<{ name: string }[]>`
    select name from products where is_new order by created_at desc, id limit 8`;
  const { region } = await openHome(shop);
  const names = getCardNames(region("Nouveautés"));
  expect(names).toEqual(newest.map(({ name }) => name));
  expect(names).toHaveLength(8);
  expect(names).toContain(arrival.name);
  expect(names).not.toContain(plain.name);
});

test("the categories link to the catalog; the first four images are loaded eagerly", async ({ shop }) => {
  const categories = await shop.sql<{ name: string; slug: string }[]>`
    select name, slug from categories where parent_id is null order by name`;
  expect(Object.fromEntries(categories.map(({ slug, name }) => [slug, name]))).toMatchObject(CATEGORIES);
  const { region } = await openHome(shop);
  const links = region("Nos rayons").querySelectorAll("li a");
  expect(getTexts(links)).toEqual(categories.map(({ name }) => name));
  expect(getAttributes(links, "href")).toEqual(categories.map(({ slug }) => `/products?category=${slug}`));
  const loading = getAttributes(region("Nos rayons").querySelectorAll("li img"), "loading");
  expect(loading.slice(0, 4)).toEqual([null, null, null, null]);
  expect(new Set(loading.slice(4))).toEqual(new Set(["lazy"]));
});

test("offers are at most four, in FCFA, with the rounded discount and the shop's banner", async ({
  shop,
}) => {
  const products = new TestProducts(shop.sql);
  const quarter = await products.add({ name: "Un quart", price: 7500, old_price: 10_000, is_featured: true });
  const third = await products.add({ name: "Un tiers", price: 20_000, old_price: 30_000, is_featured: true });
  const offers = await shop.sql<{ name: string }[]>`
    select name from products where is_featured order by created_at desc, id limit 4`;
  const block = (await openHome(shop)).region("Offres spéciales");
  expect(getText(block)).toContain("Jusqu'à 30% de réduction");
  expect(getCardNames(block)).toEqual(offers.map(({ name }) => name));
  expect(getCardNames(block)).toHaveLength(4);
  for (const words of ["-25 %", "7 500 FCFA", "10 000 FCFA"]) {
    expect(getText(getCard(block, quarter.name))).toContain(words);
  }
  expect(getText(getCard(block, third.name))).toContain("-33 %");
  expect(getText(block)).not.toContain("XOF");

  await setOffersBanner(shop, "Soldes de fin d'année");
  expect(getText((await openHome(shop)).region("Offres spéciales"))).toContain("Soldes de fin d'année");
});

test("testimonials are listed newest first with their stars, brands by name", async ({ shop }) => {
  const testimonials = await shop.sql<{ name: string; role: string | null; content: string }[]>`
    select name, role, content from testimonials order by created_at desc`;
  const brands = await shop.sql<{ name: string }[]>`select name from brands order by name`;
  const { region } = await openHome(shop);
  const said = within(region("Ils nous font confiance"));
  expect(getTexts(said.getAllByRole("figure"))).toEqual(
    testimonials.map(({ name, role, content }) => normalizeSpaces(`« ${content} »${name}${role ?? ""}`)),
  );
  expect(said.getAllByRole("img", { name: /^\d,\d sur 5$/ })).toHaveLength(testimonials.length);
  expect(getAttributes(region("Nos marques partenaires").querySelectorAll("img"), "alt")).toEqual(
    brands.map(({ name }) => name),
  );
});

test("empty blocks say so or are left out", async ({ shop }) => {
  await restrictRowsDuringTest(shop, "products", "not is_new and not is_featured");
  await restrictRowsDuringTest(shop, "testimonials", "false");
  await restrictRowsDuringTest(shop, "categories", "false");
  const { main, region, headings } = await openHome(shop);
  expect(headings()).toEqual(["Offres spéciales", "Ils nous font confiance", "Nos marques partenaires"]);
  main.getByText(NO_TESTIMONIAL);
  const offers = within(region("Offres spéciales"));
  const link = offers.getByRole("link", { name: "Voir tous les produits" });
  expect(getText(link.parentElement)).toBe(`${NO_OFFER} Voir tous les produits`);
  expect(link.getAttribute("href")).toBe("/products");
});

test("a failed block is reported, leaves the others, and the page is not cached", async ({ shop }) => {
  await revokeReadDuringTest(shop, "products", "testimonials", "brands");
  const { status, headers, html, main, region, headings } = await openHome(shop);
  expect(status).toBe(200);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(html).not.toMatch(/permission denied|42501/);
  expect(headings()).toEqual(["Nos rayons", "Offres spéciales", "Ils nous font confiance"]);
  const failure = within(region("Offres spéciales")).getByRole("alert");
  expect(getText(failure)).toBe("Erreur lors du chargement des promotions. Voir tous les produits");
  expect(getAttributes(failure.querySelectorAll("a"), "href")).toEqual(["/products"]);
  main.getByText(NO_TESTIMONIAL);
  expect(within(region("Nos rayons")).getAllByRole("listitem")).toHaveLength(6);
});

test("a failed read of the categories is an error of their block alone", async ({ shop }) => {
  await revokeReadDuringTest(shop, "categories");
  const { region } = await openHome(shop);
  expect(getText(within(region("Nos rayons")).getByRole("alert"))).toBe(
    "Error: Impossible de charger les catégories",
  );
  expect(getCardNames(region("Nouveautés"))).toHaveLength(8);
});
