/** The pages of the brands. */
import { onTestFinished } from "vitest";
import { expect, test } from "#tests/support/pages/pages.ts";
import { fetchMain, getCardNames, getText } from "#tests/support/pages/storefront.ts";
import { TestProducts } from "#tests/support/products.ts";
import type { Shop } from "#tests/support/shop.ts";

/** A brand of the test with two products, and their word, which is its slug. */
async function createBrand(shop: Shop) {
  const products = new TestProducts(shop.sql);
  const word = products.uniqueWord;
  onTestFinished(async () => {
    await products.remove();
    await shop.sql`delete from brands where name like ${`%${word}`}`;
  });
  await shop.sql`
    insert into brands (name, slug, description, logo)
    values (${`Éclat ${word}`}, ${word}, 'Des lampes.', '/icon-192.png')`;
  const specifications = { Marque: `ECLAT ${word}` };
  const [dear, cheap] = [
    await products.add({ name: "Lampe", price: 3000, specifications }),
    await products.add({ name: "Pile", price: 1000, specifications }),
  ];
  return { products, word, dear, cheap };
}

test("a brand shows its logo, what it is and its products, in each order", async ({ shop }) => {
  const { word } = await createBrand(shop);
  const { document, element, main } = await fetchMain(shop, `/brands/${word}`);
  expect(document.title).toBe(`Éclat ${word} | Yaaré`);
  expect(getText(main.getByRole("heading", { level: 1 }))).toBe(`Éclat ${word}`);
  main.getByText("Des lampes.");
  main.getByText("2 produits");
  expect(element.querySelector("header img")?.getAttribute("src")).toBe("/icon-192.png");
  expect(getCardNames(element)).toEqual([`Pile ${word}`, `Lampe ${word}`]);
  const sorted = await fetchMain(shop, `/brands/${word}?sort=price-desc`);
  expect(getCardNames(sorted.element)).toEqual([`Lampe ${word}`, `Pile ${word}`]);
  expect(sorted.document.querySelector("meta[name=robots]")?.getAttribute("content")).toBe("noindex");
});

test("the page of a product leads to its brand, and the home page to each", async ({ shop }) => {
  const { word, dear } = await createBrand(shop);
  const { element } = await fetchMain(shop, `/product/${dear.slug}`);
  expect(getText(element.querySelector(`dd a[href="/brands/${word}"]`))).toBe(
    `ECLAT ${word}, tous ses produits`,
  );
  await expect
    .poll(async () => (await fetchMain(shop, "/")).element.querySelector(`a[href="/brands/${word}"]`))
    .not.toBeNull();
});

test("a product that joins the brand is on its page, and a renamed brand keeps its products", async ({
  shop,
}) => {
  const { products, word } = await createBrand(shop);
  const path = `/brands/${word}`;
  await fetchMain(shop, path);
  const { id } = await products.add({ name: "Ampoule" });
  await shop.sql`
    update products set specifications = ${shop.sql.json({ Marque: `Éclat ${word}` })} where id = ${id}`;
  const names = async () => getCardNames((await fetchMain(shop, path)).element);
  await expect.poll(names).toEqual([`Ampoule ${word}`, `Pile ${word}`, `Lampe ${word}`]);
  await shop.sql`update brands set name = ${`Brille ${word}`} where slug = ${word}`;
  await expect
    .poll(async () => getText((await fetchMain(shop, path)).main.getByRole("heading", { level: 1 })))
    .toBe(`Brille ${word}`);
  expect(await names()).toHaveLength(3);
});

test("an unknown brand is not found, a former slug redirects, a brand without products says so", async ({
  shop,
}) => {
  const { products, word } = await createBrand(shop);
  const { status } = await fetchMain(shop, "/brands/nexiste-pas");
  expect(status).toBe(404);
  await shop.sql`update brands set slug = ${`${word}-2`} where slug = ${word}`;
  const visit = async (slug: string) => {
    const response = await fetch(`${shop.url}/brands/${slug}`, { redirect: "manual" });
    return [response.status, response.headers.get("location")];
  };
  await expect.poll(() => visit(word)).toEqual([301, `/brands/${word}-2`]);
  await products.remove();
  await expect
    .poll(async () => getText((await fetchMain(shop, `/brands/${word}-2`)).element))
    .toContain("Aucun produit de cette marque pour le moment");
});
