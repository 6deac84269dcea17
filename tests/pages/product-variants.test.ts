/** The server-rendered page of a product with variants, and of one that is sold by a unit. */
import { randomUUID } from "node:crypto";
import { formatXof } from "#app/lib/format/money.ts";
import { expect, fetchPage, test } from "#tests/support/pages/pages.ts";
import { fetchMain, getText } from "#tests/support/pages/storefront.ts";
import { createProduct, type NewProduct } from "#tests/support/products.ts";
import type { Shop } from "#tests/support/shop.ts";
import { UNCACHED } from "#tests/support/uncached.ts";

const DIAMETERS = ["32 mm", "40 mm", "75 mm"];
const LENGTHS = ["2 m", "4 m"];

interface NewVariant {
  choices: string[];
  price?: number;
  stock?: number;
  old_price?: number;
}

async function createVariants(
  { sql }: Shop,
  options: Record<string, string[]>,
  variants: NewVariant[],
  values: NewProduct = {},
) {
  const product = await createProduct(sql, values);
  const optionRows = Object.entries(options).map(([name, choices], index) => ({
    product_id: product.id,
    position: index + 1,
    name,
    choices,
  }));
  const rows = variants.map(({ choices, price = 1850, stock = 5, old_price = null }, index) => ({
    id: randomUUID(),
    product_id: product.id,
    position: index + 1,
    choices,
    price,
    stock,
    old_price,
    reference: `REF-${index}`,
  }));
  await sql`insert into product_options ${sql(optionRows)}`;
  await sql`insert into product_variants ${sql(rows)}`;
  return { ...product, variants: rows, path: `/product/${product.slug}` };
}

const createPipe = (shop: Shop) =>
  createVariants(shop, { Diamètre: DIAMETERS, Longueur: LENGTHS }, [
    { choices: ["32 mm", "2 m"], price: 1000, stock: 3 },
    { choices: ["32 mm", "4 m"], price: 1850, old_price: 2100 },
    { choices: ["40 mm", "2 m"], price: 1300, stock: 0 },
    { choices: ["75 mm", "4 m"], price: 5600 },
  ]);

async function openBox(shop: Shop, path: string) {
  const page = await fetchMain(shop, path, UNCACHED);
  const box = page.main.getByRole("heading", { level: 1 }).parentElement;
  return { ...page, box: getText(box) };
}

test("the address chooses the price, the stock and the reference, and what a press puts into the cart", async ({
  shop,
}) => {
  const pipe = await createPipe(shop);
  const { box, main } = await openBox(shop, `${pipe.path}?variant=32-mm_4-m`);
  for (const words of ["1 850 XOF", "Ancien prix : 2 100 XOF", "-12 %", "5 en stock", "Référence : REF-1"]) {
    expect(box).toContain(words);
  }
  const button = main.getByRole("button", { name: "Ajouter au panier" });
  expect(JSON.parse(button.dataset.product ?? "")).toMatchObject({
    id: pipe.variants[1]?.id,
    name: `${pipe.name} – 32 mm · 4 m`,
    variant: "32 mm · 4 m",
    price: 1850,
  });
});

test("each choice is a link that says what it leads to", async ({ shop }) => {
  const pipe = await createPipe(shop);
  const { main } = await openBox(shop, pipe.path);
  const choices = main
    .getAllByRole("radio")
    .map((link) => [getText(link), link.getAttribute("aria-checked"), link.getAttribute("href")]);
  const to = (key: string) => `${pipe.path}?variant=${key}`;
  expect(choices).toEqual([
    ["32 mm", "true", to("32-mm_2-m")],
    ["40 mm, rupture de stock", "false", to("40-mm_2-m")],
    ["75 mm, n'existe pas avec les autres choix", "false", to("75-mm_4-m")],
    ["2 m", "true", to("32-mm_2-m")],
    ["4 m", "false", to("32-mm_4-m")],
  ]);
  expect(main.getByRole("radiogroup", { name: "Diamètre : 32 mm" })).toBeDefined();
});

test("an unknown choice has one address, which says so, and the canonical address has none", async ({
  shop,
}) => {
  const pipe = await createPipe(shop);
  for (const choice of [
    "rouge",
    "",
    "32-mm_9-m",
    "'; drop table product_variants",
    "%F0%9F%98%80",
    "x".repeat(5000),
  ]) {
    const address = `${pipe.path}?variant=${choice}`;
    const response = await fetch(shop.url + address, { redirect: "manual" });
    const shown = choice === "" ? pipe.path : `${pipe.path}?variant=inconnue`;
    expect([response.status, response.headers.get("location")], choice).toEqual([302, shown]);
    const { box, document } = await openBox(shop, address);
    expect(box.includes("Ce choix n'existe pas ou n'existe plus. Voici les autres."), choice).toBe(
      choice !== "",
    );
    expect(box, choice).toContain("Référence : REF-0");
    expect(document.querySelector("link[rel=canonical]")?.getAttribute("href")).toMatch(
      new RegExp(`${pipe.path}$`),
    );
  }
});

test("a variant that is sold out cannot be bought, and its return is told", async ({ shop }) => {
  const pipe = await createPipe(shop);
  const { box, main } = await openBox(shop, `${pipe.path}?variant=40-mm_2-m`);
  expect(box).toContain("Rupture de stock");
  expect(main.queryByRole("button", { name: "Ajouter au panier" })).toBeNull();
  expect(main.getByRole("button", { name: "Me prévenir" })).toBeTruthy();
});

test("a variant of which less than the minimum is left is sold out among the choices", async ({ shop }) => {
  const pipe = await createPipe(shop);
  await shop.sql`update products set minimum_quantity = 4 where id = ${pipe.id}`;
  const { box, main } = await openBox(shop, pipe.path);
  expect(box).toContain("Référence : REF-1");
  expect(main.getAllByRole("radio").map(getText)).toContain("2 m, rupture de stock");
});

test("the choice of a changed variant is shown with its new price", async ({ shop }) => {
  const pipe = await createPipe(shop);
  const path = `${pipe.path}?variant=75-mm_4-m`;
  expect((await fetchPage(shop, path)).html).toContain(formatXof(5600));
  await shop.sql`update product_variants set price = 6100 where id = ${pipe.variants[3]?.id ?? ""}`;
  await expect.poll(async () => (await fetchPage(shop, path)).html).toContain(formatXof(6100));
});

test("search engines are told the lowest and the highest price", async ({ shop }) => {
  const pipe = await createPipe(shop);
  const { html } = await fetchPage(shop, pipe.path, UNCACHED);
  expect(html).toContain('"@type":"AggregateOffer","lowPrice":1000,"highPrice":5600,"offerCount":4');
});

test("a card says from which price on, and leads to the choice", async ({ shop }) => {
  const pipe = await createPipe(shop);
  const { main } = await fetchMain(shop, `/products?search=${encodeURIComponent(pipe.name)}`, UNCACHED);
  const link = main.getByRole("link", { name: `Choisir : ${pipe.name}` });
  expect(link.getAttribute("href")).toBe(pipe.path);
  expect(getText(link.closest("article"))).toContain("dès 1 000 XOF");
});

test("the page of a thousand variants is as light as that of thirty", async ({ shop }) => {
  const sizes = Array.from({ length: 10 }, (_, index) => `${index + 1} mm`);
  const options = { Largeur: sizes, Hauteur: sizes, Épaisseur: sizes };
  const all = sizes.flatMap((a) => sizes.flatMap((b) => sizes.map((c) => ({ choices: [a, b, c] }))));
  const many = await createVariants(shop, options, all);
  const few = await createVariants(shop, options, all.slice(0, 30));
  const { html, main } = await fetchMain(shop, `${many.path}?variant=7-mm_8-mm_9-mm`, UNCACHED);
  expect(main.getAllByRole("radio")).toHaveLength(30);
  expect(main.getByRole("radio", { name: "9 mm", checked: true })).toBeDefined();
  expect(html.length).toBeLessThan((await fetchPage(shop, few.path, UNCACHED)).html.length + 5_000);
});

test("many choices of an option are a list in a form, and of very many some", async ({ shop }) => {
  const choices = Array.from({ length: 1000 }, (_, index) => `RAL ${index}`);
  const paint = await createVariants(
    shop,
    { Teinte: choices },
    choices.map((choice) => ({ choices: [choice] })),
  );
  const { box, main } = await openBox(shop, `${paint.path}?variant=RAL+700`);
  expect(box).toContain("Référence : REF-700");
  expect(main.getByRole("combobox", { name: /^Teinte/ }).querySelectorAll("option")).toHaveLength(100);
  expect(main.getByRole("searchbox", { name: /^Chercher parmi 1\s000 choix/ })).toBeDefined();
});

test("what is sold by a unit says its step, its minimum and the price to compare", async ({ shop }) => {
  const tiles = await createProduct(shop.sql, { price: 5400, stock: 30 });
  await shop.sql`
    update products set unit = 'box', content_size = 1.44, content_unit = 'square_metre', minimum_quantity = 3
    where id = ${tiles.id}`;
  const { box, main } = await openBox(shop, `/product/${tiles.slug}`);
  for (const words of [
    "5 400 XOF le carton",
    "3 750 XOF/m²",
    "vendu par carton de 1,44 m²",
    "minimum 3 cartons, 4,32 m²",
    "30 cartons, 43,2 m² en stock",
    "3 cartons, 4,32 m² : 16 200 XOF",
  ]) {
    expect(box).toContain(words);
  }
  expect(main.getByRole("textbox", { name: "Quantité" })).toHaveProperty("value", "3");
});
