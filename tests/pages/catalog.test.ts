/** The catalogue's answers to its address: titles, each filter, what is typed, nonsense, emptiness and failures. */
import { fresh } from "../support/fresh.ts";
import { OwnProducts } from "../support/products.ts";
import { expect, getPage, test } from "./support/pages.ts";
import { attributes, cardNames, openMain, refuseFor, showOnlyFor, textOf } from "./support/storefront.ts";

const PAGE_SIZE = 24;

test("the title tells the search before the category, and the category before the new arrivals", async ({
  shop,
}) => {
  const titles = {
    "/products?search=vis&category=plomberie&newOnly=true": 'Résultats pour "vis"',
    "/products?category=outils-electriques&newOnly=true": "Catégorie: Outils électriques",
    "/products?category=pas-encore-la": "Catégorie: Pas encore la",
    "/products?newOnly=true": "Nouveaux Arrivages",
    "/products?inStock=true": "Tous les produits",
  };
  for (const [address, title] of Object.entries(titles)) {
    const { document, main } = await openMain(shop, address);
    expect(textOf(main.getByRole("heading", { level: 1 }))).toBe(title);
    expect(document.title).toBe(`${title} | Yaaré`);
  }
});

test("24 products a page come newest first, with their number and the ways to the other pages", async ({
  shop,
}) => {
  const newest = await shop.sql<{ name: string }[]>`
    select name from products order by created_at desc, id limit ${2 * PAGE_SIZE}`;
  const names = newest.map(({ name }) => name);
  const [{ total } = { total: 0 }] = await shop.sql<{ total: number }[]>`
    select count(*)::int as total from products`;

  const first = await openMain(shop, fresh("/products"));
  expect(cardNames(first.element)).toEqual(names.slice(0, PAGE_SIZE));
  first.main.getByText(`${total} produits`);
  first.main.getByText(`24 produits sur ${total}`);
  expect(first.main.queryByText("Voir les produits précédents")).toBeNull();
  expect(attributes([first.main.getByText("Voir plus")], "href")).toEqual(["/products?page=2"]);

  const second = await openMain(shop, fresh("/products?page=2"));
  expect(cardNames(second.element)).toEqual(names.slice(PAGE_SIZE));
  second.main.getByText(`48 produits sur ${total}`);
  expect(attributes([second.main.getByText("Voir les produits précédents")], "href")).toEqual(["/products"]);
  expect(second.document.title).toBe("Tous les produits, page 2 | Yaaré");
});

test("every filter narrows the list by itself and with the others", async ({ shop }) => {
  const goods = new OwnProducts(shop.sql);
  const cases = [
    { name: "A", price: 5000, stock: 3, is_new: true, category: "plomberie" },
    { name: "B", price: 30_000, stock: 0, is_new: false, category: "plomberie" },
    { name: "C", price: 150_000, stock: 9, is_new: true, category: "electricite" },
    { name: "D", price: 100_000, stock: 1, is_new: false, category: "electricite" },
  ];
  for (const product of cases) await goods.add(product);
  const results = {
    "": "DCBA",
    "category=plomberie": "BA",
    "minPrice=30000": "DCB",
    "maxPrice=30000": "BA",
    "minPrice=5000&maxPrice=5000": "A",
    "minPrice=0&maxPrice=95000": "BA",
    "minPrice=0&maxPrice=100000": "DCBA",
    "minPrice=100000&maxPrice=100000": "DC",
    "inStock=true": "DCA",
    "newOnly=true": "CA",
    "category=electricite&minPrice=0&maxPrice=100000&inStock=true&newOnly=true": "C",
    "category=plomberie&minPrice=10000&maxPrice=95000&inStock=true": "",
  };
  for (const [query, letters] of Object.entries(results)) {
    const { element, main } = await openMain(shop, `/products?search=${goods.word}&${query}`);
    if (letters === "") main.getByText("Aucun produit trouvé");
    else expect(cardNames(element), query).toEqual([...letters].map((letter) => `${letter} ${goods.word}`));
  }
});

test("the filters of the address stand in the form, without script too", async ({ shop }) => {
  const query = "category=plomberie&search=tube&minPrice=5000&maxPrice=50000&inStock=true";
  const { element, main } = await openMain(shop, `/products?${query}`);
  expect(Object.fromEntries(new FormData(element.querySelector("form") ?? undefined))).toEqual({
    category: "plomberie",
    search: "tube",
    minPrice: "5000",
    maxPrice: "50000",
    inStock: "true",
  });
  for (const name of ["Prix minimum", "Prix maximum"]) {
    const slider = main.getByRole("slider", { name });
    expect(["min", "max", "step"].map((each) => slider.getAttribute(each))).toEqual(["0", "100000", "5000"]);
  }
  const category = main.getByRole("link", { name: "Plomberie", current: true });
  expect(category.getAttribute("href")).toContain("search=tube");
});

test("a search finds what is written, in any case, anywhere in the name, sign for sign", async ({ shop }) => {
  const goods = new OwnProducts(shop.sql);
  for (const name of [
    "Rabais 50%",
    "Rabais 500",
    "vis_bois",
    "visXbois",
    "4*4 tôle",
    "4x4 tôle",
    'Ø 32 (3/4"), "PVC"',
  ]) {
    await goods.add({ name });
  }
  const finds = {
    "RABAIS 50": ["Rabais 500", "Rabais 50%"],
    "50%": ["Rabais 50%"],
    s_b: ["vis_bois"],
    "4*4 TÔLE": ["4*4 tôle"],
    "\\": [],
    '"), "pvc"': ['Ø 32 (3/4"), "PVC"'],
  };
  for (const [text, names] of Object.entries(finds)) {
    const { element, main } = await openMain(shop, `/products?search=${encodeURIComponent(text)}`);
    expect(textOf(main.getByRole("heading", { level: 1 }))).toBe(`Résultats pour "${text}"`);
    const own = cardNames(element).filter((name) => name.includes(goods.word));
    expect(own, text).toEqual(names.map((name) => `${name} ${goods.word}`));
  }
});

test("nothing found: an image, two sentences and a way on", async ({ shop }) => {
  const { element, main } = await openMain(shop, "/products?search=zzzzzz");
  main.getByRole("heading", { name: "Aucun produit trouvé" });
  main.getByText("Essayez de modifier vos filtres ou consultez d'autres catégories.");
  expect(main.getByRole("link", { name: "Voir tous les produits" }).getAttribute("href")).toBe("/products");
  expect(cardNames(element)).toEqual([]);
  expect(element.querySelector("img[src='/empty-search.svg']")).not.toBeNull();
  const image = await fetch(`${shop.url}/empty-search.svg`);
  expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);

  // Where nothing narrows the list, the whole of it is no way on.
  await showOnlyFor(shop, "products", "false");
  const whole = (await openMain(shop, fresh("/products"))).main;
  whole.getByRole("heading", { name: "Aucun produit trouvé" });
  expect(whole.getByRole("link", { name: "Demander une cotation" }).getAttribute("href")).toBe(
    "/request-quote",
  );
  expect(whole.queryByRole("link", { name: "Voir tous les produits" })).toBeNull();
});

test("nonsense in the address shows a sane page", async ({ shop }) => {
  const sane = {
    "minPrice=abc&maxPrice=-7": "Tous les produits",
    "minPrice=90000&maxPrice=10000": "Tous les produits",
    "minPrice=1e3&maxPrice=99999999999999999999": "Tous les produits",
    "page=-1": "Tous les produits",
    "page=0": "Tous les produits",
    "page=999999&minPrice=abc": "Tous les produits",
    "page=abc": "Tous les produits",
    "inStock=maybe&newOnly=yes": "Tous les produits",
    "category=zzz": "Catégorie: Zzz",
    "category=%27%3B%20drop%20table%20products%3B%20--": "Catégorie: ",
    "category=plomberie&category=materiaux&page=2&page=3": "Catégorie: Plomberie",
    "search=a,b.c:d(e)'%22": "Résultats pour ",
    "search=%00%FF%F0%9F%94%A8": "Résultats pour ",
    [`search=${"x".repeat(5000)}`]: "Résultats pour ",
    "search=%20%20": "Tous les produits",
    "or=(id.gt.0)&select=*&order=price": "Tous les produits",
  };
  for (const [query, title] of Object.entries(sane)) {
    const { status, html } = await getPage(shop, `/products?${query}`);
    const name = query.slice(0, 60);
    expect(status, name).toBe(200);
    const [, heading = ""] = /<h1[^>]*>([^<]*)/.exec(html) ?? [];
    expect(heading, name).toContain(title);
    expect(html.includes("<article") || html.includes("Aucun produit trouvé"), name).toBe(true);
    expect(html, name).not.toMatch(/PGRST|syntax error|at [\w.]+ \(|node_modules|select .* from/i);
  }
  const { document, element } = await openMain(shop, "/products?page=999999&minPrice=abc");
  expect(cardNames(element)).toHaveLength(PAGE_SIZE);
  expect(document.title).toBe("Tous les produits | Yaaré");
});

test("a list that cannot be read says so, and is cached by nobody", async ({ shop }) => {
  await refuseFor(shop, "products");
  const { status, headers, main } = await openMain(shop, fresh("/products"));
  expect(status).toBe(200);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(textOf(main.getByRole("alert"))).toBe("Erreur lors du chargement des produits. Réessayer");
  expect(main.getByRole("link", { name: "Réessayer" }).getAttribute("href")).toBe("/products");
});

test("a product without an image shows the placeholder", async ({ shop }) => {
  const goods = new OwnProducts(shop.sql);
  await goods.add({ name: "Sans photo" });
  const { element } = await openMain(shop, `/products?search=${goods.word}`);
  expect(attributes(element.querySelectorAll("article img"), "src")).toEqual(["/placeholder.svg"]);
});
