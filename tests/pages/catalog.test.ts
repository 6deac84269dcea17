/**
 * The catalog by its URL: titles, each filter, the search, malformed parameters, empty results and failures.
 */

import { expect, fetchPage, test } from "#tests/support/pages/pages.ts";
import {
  fetchMain,
  getAttributes,
  getCardNames,
  getText,
  restrictRowsDuringTest,
  revokeReadDuringTest,
} from "#tests/support/pages/storefront.ts";
import { TestProducts } from "#tests/support/products.ts";
import { UNCACHED } from "#tests/support/uncached.ts";

const PAGE_SIZE = 24;

test("the title names the search rather than the category, and the category rather than the new arrivals", async ({
  shop,
}) => {
  const titles = {
    "/products?search=vis&category=plomberie&newOnly=true": 'Résultats pour "vis"',
    "/products?category=outils-electriques&newOnly=true": "Catégorie: Outils électriques",
    "/products?newOnly=true": "Nouveaux Arrivages",
    "/products?inStock=true": "Tous les produits",
  };
  for (const [address, title] of Object.entries(titles)) {
    const { document, main } = await fetchMain(shop, address);
    expect(getText(main.getByRole("heading", { level: 1 }))).toBe(title);
    expect(document.title).toBe(`${title} | Yaaré`);
  }
});

test("24 products a page, newest first, with their count and links to the other pages", async ({ shop }) => {
  const newest = await shop.sql<{ name: string }[]>`
    select name from products order by created_at desc, id limit ${2 * PAGE_SIZE}`;
  const names = newest.map(({ name }) => name);
  const [{ total } = { total: 0 }] = await shop.sql<{ total: number }[]>`
    select count(*)::int as total from products`;

  const first = await fetchMain(shop, "/products", UNCACHED);
  expect(getCardNames(first.element)).toEqual(names.slice(0, PAGE_SIZE));
  first.main.getByText(`${total} produits`);
  first.main.getByText(`24 produits sur ${total}`);
  expect(first.main.queryByText("Voir les produits précédents")).toBeNull();
  expect(getAttributes([first.main.getByText("Voir plus")], "href")).toEqual(["/products?page=2"]);

  const second = await fetchMain(shop, "/products?page=2", UNCACHED);
  expect(getCardNames(second.element)).toEqual(names.slice(PAGE_SIZE));
  second.main.getByText(`48 produits sur ${total}`);
  expect(getAttributes([second.main.getByText("Voir les produits précédents")], "href")).toEqual([
    "/products",
  ]);
  expect(second.document.title).toBe("Tous les produits, page 2 | Yaaré");
});

test("every filter narrows the list, alone and combined", async ({ shop }) => {
  const products = new TestProducts(shop.sql);
  const cases = [
    { name: "A", price: 5000, stock: 3, is_new: true, category: "plomberie" },
    { name: "B", price: 30_000, stock: 0, is_new: false, category: "plomberie" },
    { name: "C", price: 150_000, stock: 9, is_new: true, category: "electricite" },
    { name: "D", price: 100_000, stock: 1, is_new: false, category: "electricite" },
  ];
  for (const product of cases) await products.add(product);
  // What is sold out comes last, in a search without an order of its own.
  const results = {
    "": "DCAB",
    "category=plomberie": "AB",
    "minPrice=30000": "DCB",
    "maxPrice=30000": "AB",
    "minPrice=5000&maxPrice=5000": "A",
    "minPrice=0&maxPrice=95000": "AB",
    "minPrice=0&maxPrice=100000": "DCAB",
    "minPrice=100000&maxPrice=100000": "DC",
    "inStock=true": "DCA",
    "newOnly=true": "CA",
    "category=electricite&minPrice=0&maxPrice=100000&inStock=true&newOnly=true": "C",
    "category=plomberie&minPrice=10000&maxPrice=95000&inStock=true": "",
  };
  for (const [query, letters] of Object.entries(results)) {
    const { element, main } = await fetchMain(shop, `/products?search=${products.uniqueWord}&${query}`);
    if (letters === "") main.getByText("Aucun produit trouvé");
    else
      expect(getCardNames(element), query).toEqual(
        [...letters].map((letter) => `${letter} ${products.uniqueWord}`),
      );
  }
});

test("a list is sorted by price, rating or age, in each combination, and by an unknown order as documented", async ({
  shop,
}) => {
  const products = new TestProducts(shop.sql);
  const cases = [
    { name: "A", price: 5000, stock: 3, category: "plomberie", rating: 4, review_count: 2 },
    { name: "B", price: 30_000, stock: 0, category: "plomberie", rating: 4.5, review_count: 1 },
    { name: "C", price: 400_000, stock: 9, category: "electricite", rating: 4.5, review_count: 7 },
    { name: "D", price: 100_000, stock: 1, category: "electricite" },
  ];
  for (const { rating, review_count, ...product } of cases) {
    const { id } = await products.add(product);
    if (rating) await shop.sql`update products set ${shop.sql({ rating, review_count })} where id = ${id}`;
  }
  const results = {
    "sort=price-asc": "ABDC",
    "sort=price-desc": "CDBA",
    "sort=rating": "CBAD",
    "sort=newest": "DCBA",
    "sort=cheapest": "DCAB",
    "sort=price-asc&inStock=true": "ADC",
    "sort=price-desc&category=plomberie": "BA",
    "sort=rating&category=electricite&inStock=true&minPrice=150000&maxPrice=500000": "C",
  };
  for (const [query, letters] of Object.entries(results)) {
    const { element } = await fetchMain(shop, `/products?search=${products.uniqueWord}&${query}`);
    expect(getCardNames(element), query).toEqual(
      [...letters].map((letter) => `${letter} ${products.uniqueWord}`),
    );
  }
  // Without a search the database sorts the whole list.
  const { element, main, document } = await fetchMain(shop, "/products?sort=price-desc&page=2", UNCACHED);
  const dearest = await shop.sql<{ name: string }[]>`
    select name from products order by price desc, id desc offset ${PAGE_SIZE} limit ${PAGE_SIZE}`;
  expect(getCardNames(element)).toEqual(dearest.map(({ name }) => name));
  expect(getAttributes([main.getByText("Voir les produits précédents")], "href")).toEqual([
    "/products?sort=price-desc",
  ]);
  expect(document.querySelector("meta[name=robots]")?.getAttribute("content")).toBe("noindex");
});

test("the order is chosen in a form that contains the filters, also without JavaScript", async ({ shop }) => {
  const { element, main } = await fetchMain(shop, "/products?category=plomberie&inStock=true&sort=rating");
  const select = main.getByRole("combobox", { name: "Trier par" });
  expect([...select.children].map((option) => option.textContent)).toEqual([
    "Plus récents",
    "Moins chers",
    "Plus chers",
    "Mieux notés",
  ]);
  expect(select.querySelector("option[selected]")?.getAttribute("value")).toBe("rating");
  const [filters, order] = [...element.querySelectorAll("form")].map((form) =>
    Object.fromEntries(new FormData(form)),
  );
  const both = { category: "plomberie", inStock: "true" };
  expect(filters).toEqual({ ...both, minPrice: "0", maxPrice: "100000", facet: "", sort: "rating" });
  expect(order).toMatchObject(both);
});

test("a price beyond the slider is reached, spaces are forgiven, and nonsense is ignored with a word", async ({
  shop,
}) => {
  const products = new TestProducts(shop.sql);
  for (const price of [90_000, 250_000, 900_000]) await products.add({ name: `${price}`, price });
  const results = {
    "minPrice=150000&maxPrice=400000": ["250000"],
    "minPrice=1+000+000&maxPrice=200+000": ["900000", "250000"],
    "minPrice=100%E2%80%AF000&maxPrice=100000": ["900000", "250000"],
    "minPrice=bon+march%C3%A9&maxPrice=100+000+F": ["900000", "250000", "90000"],
  };
  for (const [query, names] of Object.entries(results)) {
    const { element, main } = await fetchMain(shop, `/products?search=${products.uniqueWord}&${query}`);
    expect(getCardNames(element), query).toEqual(names.map((name) => `${name} ${products.uniqueWord}`));
    expect(main.queryAllByText(/n'est pas un prix en francs/).length > 0).toBe(query.includes("bon"));
  }
});

test("a category that does not exist is not named: the page says so, and leads to those that do", async ({
  shop,
}) => {
  const { document, element, main } = await fetchMain(shop, "/products?category=pas-encore-la&inStock=true");
  expect(getText(main.getByRole("heading", { level: 1 }))).toBe("Tous les produits");
  expect(document.title).toBe("Tous les produits | Yaaré");
  main.getByText(/^Cette catégorie n'existe pas/);
  expect(main.getAllByRole("article")).toHaveLength(PAGE_SIZE);
  const families = main.getByRole("list", { name: "Rayons" });
  expect(getAttributes(families.querySelectorAll("a"), "href")).toContain(
    "/products?category=plomberie&inStock=true",
  );
  expect(element.textContent).not.toContain("Pas encore la");
});

test("the number of matching products is answered for the button of the filter sheet", async ({ shop }) => {
  const products = new TestProducts(shop.sql);
  await products.add({ name: "A", price: 5000, stock: 3, category: "plomberie" });
  await products.add({ name: "B", price: 300_000, stock: 0, category: "plomberie" });
  const count = async (query: string) => {
    const response = await fetch(`${shop.url}/product-count?search=${products.uniqueWord}&${query}`);
    return [response.status, await response.json()];
  };
  expect(await count("")).toEqual([200, { total: 2, isExact: true }]);
  expect(await count("category=plomberie&inStock=true")).toEqual([200, { total: 1, isExact: true }]);
  expect(await count("minPrice=150000&maxPrice=200000")).toEqual([200, { total: 0, isExact: true }]);
  expect(await count("category=nulle-part&sort=rating&page=9")).toEqual([200, { total: 2, isExact: true }]);
});

test("the form is filled with the filters of the URL, also without JavaScript", async ({ shop }) => {
  const query = "category=plomberie&search=tube&minPrice=5000&maxPrice=50000&inStock=true";
  const { element, main } = await fetchMain(shop, `/products?${query}`);
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

test("a search ignores case and accents, matches anywhere in the name, and takes wildcards literally", async ({
  shop,
}) => {
  const products = new TestProducts(shop.sql);
  for (const name of [
    "Rabais 50%",
    "Rabais 500",
    "vis_bois",
    "visXbois",
    "4*4 tôle",
    "4x4 tôle",
    'Ø 32 (3/4"), "PVC"',
  ]) {
    await products.add({ name });
  }
  const finds = {
    "RABAIS 50": ["Rabais 50%", "Rabais 500"],
    "râbais 500": ["Rabais 500"],
    "50%": ["Rabais 50%"],
    s_b: ["vis_bois"],
    "4*4 TÔLE": ["4*4 tôle", "4x4 tôle"],
    "\\": [],
    '"), "pvc"': ['Ø 32 (3/4"), "PVC"'],
  };
  for (const [text, names] of Object.entries(finds)) {
    const { element, main } = await fetchMain(shop, `/products?search=${encodeURIComponent(text)}`);
    expect(getText(main.getByRole("heading", { level: 1 }))).toBe(`Résultats pour "${text}"`);
    const own = getCardNames(element).filter((name) => name.includes(products.uniqueWord));
    expect(own, text).toEqual(names.map((name) => `${name} ${products.uniqueWord}`));
  }
});

test("no result: an image, two sentences and a link", async ({ shop }) => {
  const { element, main } = await fetchMain(shop, "/products?search=zzzzzz");
  main.getByRole("heading", { name: "Aucun produit trouvé" });
  main.getByText("Essayez de modifier vos filtres ou consultez d'autres catégories.");
  expect(main.getByRole("link", { name: "Voir tous les produits" }).getAttribute("href")).toBe("/products");
  expect(getCardNames(element)).toEqual([]);
  expect(element.querySelector("img[src='/empty-search.svg']")).not.toBeNull();
  const image = await fetch(`${shop.url}/empty-search.svg`);
  expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);

  // Without any filter a link to the whole list would be pointless.
  await restrictRowsDuringTest(shop, "products", "false");
  const whole = (await fetchMain(shop, "/products", UNCACHED)).main;
  whole.getByRole("heading", { name: "Aucun produit trouvé" });
  expect(whole.getByRole("link", { name: "Demander une cotation" }).getAttribute("href")).toBe(
    "/request-quote",
  );
  expect(whole.queryByRole("link", { name: "Voir tous les produits" })).toBeNull();
});

test("malformed parameters show a valid page", async ({ shop }) => {
  const sane = {
    "minPrice=abc&maxPrice=-7": "Tous les produits",
    "minPrice=90000&maxPrice=10000": "Tous les produits",
    "minPrice=1e3&maxPrice=99999999999999999999": "Tous les produits",
    "page=-1": "Tous les produits",
    "page=0": "Tous les produits",
    "page=999999&minPrice=abc": "Tous les produits",
    "page=abc": "Tous les produits",
    "inStock=maybe&newOnly=yes": "Tous les produits",
    "category=zzz": "Tous les produits",
    "category=%27%3B%20drop%20table%20products%3B%20--": "Tous les produits",
    "sort=price;drop&page=2": "Tous les produits",
    "sort=rating&sort=newest": "Tous les produits",
    "category=plomberie&category=materiaux&page=2&page=3": "Catégorie: Plomberie",
    "search=a,b.c:d(e)'%22": "Résultats pour ",
    "search=%00%FF%F0%9F%94%A8": "Résultats pour ",
    [`search=${"x".repeat(5000)}`]: "Résultats pour ",
    "search=%20%20": "Tous les produits",
    "or=(id.gt.0)&select=*&order=price": "Tous les produits",
  };
  for (const [query, title] of Object.entries(sane)) {
    const { status, html } = await fetchPage(shop, `/products?${query}`);
    const name = query.slice(0, 60);
    expect(status, name).toBe(200);
    const [, heading = ""] = /<h1[^>]*>([^<]*)/.exec(html) ?? [];
    expect(heading, name).toContain(title);
    expect(html.includes("<article") || html.includes("Aucun produit trouvé"), name).toBe(true);
    expect(html, name).not.toMatch(/PGRST|syntax error|at [\w.]+ \(|node_modules|select .* from/i);
  }
});

test("a page after the last, or none, leads to the one that is shown, whose address is true", async ({
  shop,
}) => {
  const visit = async (path: string) => {
    const { status, headers } = await fetch(shop.url + path, { redirect: "manual" });
    return status === 302 ? headers.get("location") : status;
  };
  const [row] = await shop.sql<{ count: number }[]>`select count(*)::int as count from products`;
  const last = Math.ceil((row?.count ?? 0) / PAGE_SIZE);
  expect(last).toBeGreaterThan(1);
  expect(await visit("/products?inStock=no&page=999999")).toBe(`/products?inStock=no&page=${last}`);
  expect(await visit(`/products?page=${last}`)).toBe(200);
  for (const path of [
    "/products?page=abc",
    "/products?page=-1",
    "/products?search=%C3%A9chelle&page=999",
    "/products?facet=couleur%3Agris&facet=matiere%3Alaiton&page=5",
    "/category/plomberie?page=x",
    "/brands/aquanova?page=0",
    "/promotions?page=9",
    "/technicians?page=3.5",
  ]) {
    const shown = path.replace(/[?&]page=.*/, "");
    expect(await visit(path)).toBe(shown);
    expect(await visit(shown), shown).toBe(200);
  }
});

test("a failed read of the list is reported, and the page is not cached", async ({ shop }) => {
  await revokeReadDuringTest(shop, "products");
  const { status, headers, main } = await fetchMain(shop, "/products", UNCACHED);
  expect(status).toBe(503);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(getText(main.getByRole("alert"))).toBe("Erreur lors du chargement des produits. Réessayer");
  expect(main.getByRole("link", { name: "Réessayer" }).getAttribute("href")).toBe("/products");
});

test("after a failed read of the category the list is unfiltered, and not cached", async ({ shop }) => {
  await revokeReadDuringTest(shop, "categories");
  const { status, headers, main } = await fetchMain(shop, "/products?category=plomberie", UNCACHED);
  expect([status, headers.get("cache-control"), headers.get("cache-tag")]).toEqual([200, "no-store", null]);
  expect(main.getAllByRole("article")).toHaveLength(24);
});

test("a product without an image shows the placeholder", async ({ shop }) => {
  const products = new TestProducts(shop.sql);
  await products.add({ name: "Sans photo" });
  const { element } = await fetchMain(shop, `/products?search=${products.uniqueWord}`);
  expect(getAttributes(element.querySelectorAll("article img"), "src")).toEqual(["/placeholder.svg"]);
});
