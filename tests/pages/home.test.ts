/** The blocks of the home page as the server writes them: what stands in them, and what they say when there is nothing. */
import { within } from "@testing-library/dom";
import { fresh } from "../support/fresh.ts";
import { OwnProducts } from "../support/products.ts";
import type { Shop } from "../support/shop.ts";
import { expect, test } from "./support/pages.ts";
import {
  attributes,
  cardNames,
  cardOf,
  oneLine,
  openMain,
  refuseFor,
  setOffersBanner,
  showOnlyFor,
  textOf,
  texts,
} from "./support/storefront.ts";

const FAMILIES = {
  "outils-electriques": "Outils électriques",
  plomberie: "Plomberie",
  materiaux: "Matériaux",
  electricite: "Électricité",
  quincaillerie: "Quincaillerie",
};
const NO_TESTIMONIAL = "Aucun témoignage disponible pour le moment.";
const NO_OFFER = "Aucune promotion en cours pour le moment.";

async function openHome(shop: Shop) {
  const page = await openMain(shop, fresh("/"));
  return {
    ...page,
    region: (name: string) => page.main.getByRole("region", { name }),
    headings: () => texts(page.main.getAllByRole("heading", { level: 2 })),
  };
}

test("the hero leads to the goods and the offers, and the four promises are made", async ({ shop }) => {
  const { element, region, headings } = await openHome(shop);
  const hero = element.querySelector("section");
  expect(attributes(hero?.querySelectorAll("a") ?? [], "href")).toEqual(["/products", "/promotions"]);
  expect(texts(hero?.querySelectorAll("a") ?? [])).toEqual(["Voir les produits", "Les promotions"]);
  expect(texts(within(region("Nos engagements")).getAllByRole("heading"))).toEqual([
    "Livraison rapide",
    "Paiement sécurisé",
    "Qualité garantie",
    "Service client 7j/7",
  ]);
  expect(headings()).toEqual([
    "Nouveautés",
    "Nos rayons",
    "Offres spéciales",
    "Ils nous font confiance",
    "Nos marques partenaires",
  ]);
});

test("new arrivals are the newest eight of the new products", async ({ shop }) => {
  const goods = new OwnProducts(shop.sql);
  const plain = await goods.add({ name: "Pas neuf", is_new: false });
  const arrival = await goods.add({ name: "Neuf", is_new: true });
  const newest = await shop.sql<{ name: string }[]>`
    select name from products where is_new order by created_at desc, id limit 8`;
  const { region } = await openHome(shop);
  const names = cardNames(region("Nouveautés"));
  expect(names).toEqual(newest.map(({ name }) => name));
  expect(names).toHaveLength(8);
  expect(names).toContain(arrival.name);
  expect(names).not.toContain(plain.name);
});

test("the families of goods lead into the catalogue; the first four images come with the page", async ({
  shop,
}) => {
  const categories = await shop.sql<{ name: string; slug: string }[]>`
    select name, slug from categories order by name`;
  expect(Object.fromEntries(categories.map(({ slug, name }) => [slug, name]))).toMatchObject(FAMILIES);
  const { region } = await openHome(shop);
  const links = region("Nos rayons").querySelectorAll("li a");
  expect(texts(links)).toEqual(categories.map(({ name }) => name));
  expect(attributes(links, "href")).toEqual(categories.map(({ slug }) => `/products?category=${slug}`));
  const loading = attributes(region("Nos rayons").querySelectorAll("li img"), "loading");
  expect(loading.slice(0, 4)).toEqual([null, null, null, null]);
  expect(new Set(loading.slice(4))).toEqual(new Set(["lazy"]));
});

test("offers are at most four, in FCFA, with the rounded drop of the price and the shop's banner", async ({
  shop,
}) => {
  const goods = new OwnProducts(shop.sql);
  const quarter = await goods.add({ name: "Un quart", price: 7500, old_price: 10_000, is_featured: true });
  const third = await goods.add({ name: "Un tiers", price: 20_000, old_price: 30_000, is_featured: true });
  const offers = await shop.sql<{ name: string }[]>`
    select name from products where is_featured order by created_at desc, id limit 4`;
  const block = (await openHome(shop)).region("Offres spéciales");
  expect(textOf(block)).toContain("Jusqu'à 30% de réduction");
  expect(cardNames(block)).toEqual(offers.map(({ name }) => name));
  expect(cardNames(block)).toHaveLength(4);
  for (const words of ["-25 %", "7 500 FCFA", "10 000 FCFA"]) {
    expect(textOf(cardOf(block, quarter.name))).toContain(words);
  }
  expect(textOf(cardOf(block, third.name))).toContain("-33 %");
  expect(textOf(block)).not.toContain("XOF");

  await setOffersBanner(shop, "Soldes de fin d'année");
  expect(textOf((await openHome(shop)).region("Offres spéciales"))).toContain("Soldes de fin d'année");
});

test("testimonials come newest first with their stars, brands by name", async ({ shop }) => {
  const testimonials = await shop.sql<{ name: string; role: string | null; content: string }[]>`
    select name, role, content from testimonials order by created_at desc limit 9`;
  const brands = await shop.sql<{ name: string }[]>`select name from brands order by name`;
  const { region } = await openHome(shop);
  const said = within(region("Ils nous font confiance"));
  expect(texts(said.getAllByRole("figure"))).toEqual(
    testimonials.map(({ name, role, content }) => oneLine(`« ${content} »${name}${role ?? ""}`)),
  );
  expect(said.getAllByRole("img", { name: /^\d,\d sur 5$/ })).toHaveLength(testimonials.length);
  expect(attributes(region("Nos marques partenaires").querySelectorAll("img"), "alt")).toEqual(
    brands.map(({ name }) => name),
  );
});

test("empty blocks say so or are not there", async ({ shop }) => {
  await showOnlyFor(shop, "products", "not is_new and not is_featured");
  await showOnlyFor(shop, "testimonials", "false");
  await showOnlyFor(shop, "categories", "false");
  const { main, region, headings } = await openHome(shop);
  expect(headings()).toEqual(["Offres spéciales", "Ils nous font confiance", "Nos marques partenaires"]);
  main.getByText(NO_TESTIMONIAL);
  const offers = within(region("Offres spéciales"));
  const link = offers.getByRole("link", { name: "Voir tous les produits" });
  expect(textOf(link.parentElement)).toBe(`${NO_OFFER} Voir tous les produits`);
  expect(link.getAttribute("href")).toBe("/products");
});

test("a block that fails says so, leaves the others standing, and is cached by nobody", async ({ shop }) => {
  await refuseFor(shop, "products", "testimonials", "brands");
  const { status, headers, html, main, region, headings } = await openHome(shop);
  expect(status).toBe(200);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(html).not.toMatch(/permission denied|42501/);
  expect(headings()).toEqual(["Nos rayons", "Offres spéciales", "Ils nous font confiance"]);
  const failure = within(region("Offres spéciales")).getByRole("alert");
  expect(textOf(failure)).toBe("Erreur lors du chargement des promotions. Voir tous les produits");
  expect(attributes(failure.querySelectorAll("a"), "href")).toEqual(["/products"]);
  main.getByText(NO_TESTIMONIAL);
  expect(within(region("Nos rayons")).getAllByRole("listitem")).toHaveLength(6);
});

test("families that cannot be read are an error of their block alone", async ({ shop }) => {
  await refuseFor(shop, "categories");
  const { region } = await openHome(shop);
  expect(textOf(within(region("Nos rayons")).getByRole("alert"))).toBe(
    "Error: Impossible de charger les catégories",
  );
  expect(cardNames(region("Nouveautés"))).toHaveLength(8);
});
