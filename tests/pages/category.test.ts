/** The pages of the categories: a tree with breadcrumbs, and lists of what is below each. */
import { onTestFinished } from "vitest";
import { expect, fetchDocument, test } from "#tests/support/pages/pages.ts";
import {
  fetchMain,
  getAttributes,
  getCardNames,
  getText,
  getTexts,
  revokeReadDuringTest,
} from "#tests/support/pages/storefront.ts";
import { TestProducts } from "#tests/support/products.ts";
import type { Shop } from "#tests/support/shop.ts";
import { UNCACHED } from "#tests/support/uncached.ts";

/** Arrosage › Tuyaux › Raccords, which are removed when the test ends; their slugs begin with the word. */
async function createTree(shop: Shop) {
  const products = new TestProducts(shop.sql);
  const word = products.uniqueWord;
  onTestFinished(async () => {
    await products.remove();
    for (const name of ["raccords", "tuyaux", "arrosage"])
      await shop.sql`delete from categories where slug = ${`${word}-${name}`}`;
  });
  let parent: string | null = null;
  for (const name of ["Arrosage", "Tuyaux", "Raccords"]) {
    const slug = `${word}-${name.toLowerCase()}`;
    const rows: { id: string }[] = await shop.sql<{ id: string }[]>`
      insert into categories (name, slug, parent_id, description, image)
      values (${name}, ${slug}, ${parent}, ${`Tout pour « ${name} ».`}, '/icon-192.png') returning id`;
    parent = rows[0]?.id ?? null;
  }
  const toSlug = (name: string) => `${word}-${name}`;
  await products.addAll(
    { name: "A", price: 3000, category: toSlug("arrosage") },
    { name: "B", price: 1000, category: toSlug("tuyaux") },
    { name: "C", price: 2000, category: toSlug("raccords") },
  );
  return { products, word, toSlug };
}

test("a category shows what it is, the categories below it, and all products below it", async ({ shop }) => {
  const { word, toSlug } = await createTree(shop);
  const { document, element, main } = await fetchMain(shop, `/category/${toSlug("tuyaux")}`);
  expect(document.title).toBe("Tuyaux | Yaaré");
  expect(getText(main.getByRole("heading", { level: 1 }))).toBe("Tuyaux");
  main.getByText("Tout pour « Tuyaux ».");
  expect(document.querySelector("meta[property='og:image']")?.getAttribute("content")).toBe(
    `${shop.url}/icon-192.png`,
  );
  expect(document.querySelector("link[rel=canonical]")?.getAttribute("href")).toBe(
    `${shop.url}/category/${toSlug("tuyaux")}`,
  );
  const trail = main.getByRole("navigation", { name: "Fil d'Ariane" });
  expect(getTexts(trail.querySelectorAll("a"))).toEqual(["Accueil", "Rayons", "Arrosage"]);
  expect(getAttributes(trail.querySelectorAll("a"), "href")).toEqual([
    "/",
    "/categories",
    `/category/${toSlug("arrosage")}`,
  ]);
  const below = main.getByRole("navigation", { name: "Sous-rayons" });
  expect(getTexts(below.querySelectorAll("a"))).toEqual(["Raccords1 produit"]);
  expect(getAttributes(below.querySelectorAll("a"), "href")).toEqual([`/category/${toSlug("raccords")}`]);
  expect(getCardNames(element)).toEqual([`C ${word}`, `B ${word}`]);
  main.getByText("2 produits");
});

test("the products of a category are sorted in its own address, which search engines leave out", async ({
  shop,
}) => {
  const { word, toSlug } = await createTree(shop);
  const { document, element, main } = await fetchMain(shop, `/category/${toSlug("arrosage")}?sort=price-asc`);
  expect(getCardNames(element)).toEqual([`B ${word}`, `C ${word}`, `A ${word}`]);
  expect(document.querySelector("meta[name=robots]")?.getAttribute("content")).toBe("noindex");
  const form = main.getByRole("combobox", { name: "Trier par" }).closest("form");
  expect(form?.getAttribute("action")).toBe(`/category/${toSlug("arrosage")}`);
});

test("the catalogue's list of a category has the products below it, its way and its branch", async ({
  shop,
}) => {
  const { word, toSlug } = await createTree(shop);
  const path = `/products?category=${toSlug("tuyaux")}`;
  const { document, element, main } = await fetchMain(shop, path);
  expect(getText(main.getByRole("heading", { level: 1 }))).toBe("Catégorie: Tuyaux");
  expect(getCardNames(element)).toEqual([`C ${word}`, `B ${word}`]);
  expect(document.querySelector("link[rel=canonical]")?.getAttribute("href")).toBe(
    `${shop.url}/category/${toSlug("tuyaux")}`,
  );
  const categories = main.getByRole("navigation", { name: "Catégories" });
  const shown = getTexts(categories.querySelectorAll("a"));
  expect(shown.slice(0, 4)).toEqual(["Tous les rayons", "Arrosage", "Tuyaux", "Raccords"]);
  // A search in a category finds what is below it, too.
  const found = await fetchMain(shop, `/products?category=${toSlug("arrosage")}&search=${word}`);
  expect(getCardNames(found.element).sort()).toEqual([`A ${word}`, `B ${word}`, `C ${word}`]);
});

test("a change below a category is on its page at once", async ({ shop }) => {
  const { products, word, toSlug } = await createTree(shop);
  const path = `/category/${toSlug("arrosage")}`;
  await fetchMain(shop, path);
  await products.add({ name: "D", category: toSlug("raccords") });
  await expect
    .poll(async () => getCardNames((await fetchMain(shop, path)).element))
    .toEqual([`D ${word}`, `C ${word}`, `B ${word}`, `A ${word}`]);
  await shop.sql`update products set price = 4999 where name = ${`D ${word}`}`;
  await expect.poll(async () => getText((await fetchMain(shop, path)).element)).toContain("4 999 XOF");
});

test("an unknown category is not found, a renamed one redirects, also back to a slug it had before", async ({
  shop,
}) => {
  const { toSlug } = await createTree(shop);
  const { status, main } = await fetchMain(shop, "/category/nexiste-pas");
  expect(status).toBe(404);
  expect(getText(main.getByRole("heading", { level: 1 }))).toBe("Rayon non trouvé");
  const old = toSlug("arrosage");
  const rename = (from: string, to: string) =>
    shop.sql`update categories set slug = ${to} where slug = ${from}`;
  const visit = async (slug: string) => {
    const response = await fetch(`${shop.url}/category/${slug}?sort=rating`, { redirect: "manual" });
    return [response.status, response.headers.get("location")];
  };
  await rename(old, `${old}-2`);
  await expect.poll(() => visit(old)).toEqual([301, `/category/${old}-2?sort=rating`]);
  await rename(`${old}-2`, old);
  await expect.poll(() => visit(old)).toEqual([200, null]);
  await expect.poll(() => visit(`${old}-2`)).toEqual([301, `/category/${old}?sort=rating`]);
});

test("a category without products says so, and a failed read is no 404", async ({ shop }) => {
  const { products, toSlug } = await createTree(shop);
  await products.remove();
  const { main } = await fetchMain(shop, `/category/${toSlug("raccords")}`, UNCACHED);
  main.getByText("Aucun produit dans ce rayon pour le moment");
  await revokeReadDuringTest(shop, "categories");
  const failed = await fetchMain(shop, `/category/${toSlug("tuyaux")}`, UNCACHED);
  expect(failed.status).toBe(503);
  failed.main.getByText("Impossible de charger ce rayon");
});

test("the structured breadcrumbs name each category above", async ({ shop }) => {
  const { toSlug } = await createTree(shop);
  const document = await fetchDocument(shop, `/category/${toSlug("raccords")}`);
  const [trail] = [...document.querySelectorAll("script[type='application/ld+json']")].map((script) =>
    JSON.parse(script.textContent ?? ""),
  );
  expect(trail["@type"]).toBe("BreadcrumbList");
  expect(trail.itemListElement.map(({ name }: { name: string }) => name)).toEqual([
    "Accueil",
    "Rayons",
    "Arrosage",
    "Tuyaux",
    "Raccords",
  ]);
});
