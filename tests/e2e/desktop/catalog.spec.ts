/** The catalogue's answers to its address: titles, each filter, what is typed, nonsense, emptiness and failures. */
import type { Page } from "@playwright/test";
import { expect, FAILED_LOAD, forgive, fresh, settled, test } from "../support/storefront.ts";

const titlesOf = (page: Page) => page.getByRole("main").getByRole("article").getByRole("heading");

test("the title tells the search before the category, and the category before the new arrivals", async ({
  page,
}) => {
  const titles = {
    "/products?search=vis&category=plomberie&newOnly=true": 'Résultats pour "vis"',
    "/products?category=outils-electriques&newOnly=true": "Catégorie: Outils électriques",
    "/products?category=pas-encore-la": "Catégorie: Pas encore la",
    "/products?newOnly=true": "Nouveaux Arrivages",
    "/products?inStock=true": "Tous les produits",
  };
  for (const [address, title] of Object.entries(titles)) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page).toHaveTitle(`${title} | Yaaré`);
  }
});

test("every filter narrows the list by itself and with the others", async ({ page, goods }) => {
  const cases = [
    { name: "A", price: 5000, stock: 3, is_new: true, category: "plomberie" },
    { name: "B", price: 30_000, stock: 0, is_new: false, category: "plomberie" },
    { name: "C", price: 150_000, stock: 9, is_new: true, category: "electricite" },
    { name: "D", price: 100_000, stock: 1, is_new: false, category: "electricite" },
  ];
  for (const product of cases) await goods.add(product);
  const results = {
    "": "D C B A",
    "category=plomberie": "B A",
    "minPrice=30000": "D C B",
    "maxPrice=30000": "B A",
    "minPrice=5000&maxPrice=5000": "A",
    "minPrice=0&maxPrice=95000": "B A",
    "minPrice=0&maxPrice=100000": "D C B A",
    "minPrice=100000&maxPrice=100000": "D C",
    "inStock=true": "D C A",
    "newOnly=true": "C A",
    "category=electricite&minPrice=0&maxPrice=100000&inStock=true&newOnly=true": "C",
    "category=plomberie&minPrice=10000&maxPrice=95000&inStock=true": "",
  };
  for (const [query, letters] of Object.entries(results)) {
    await page.goto(`/products?search=${goods.word}&${query}`);
    if (letters === "") {
      await expect(page.getByText("Aucun produit trouvé")).toBeVisible();
      continue;
    }
    await expect(titlesOf(page), query).toHaveText(
      letters.split(" ").map((letter) => `${letter} ${goods.word}`),
    );
  }
});

test("a search finds what is written, in any case, anywhere in the name, sign for sign", async ({
  page,
  goods,
}) => {
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
    await page.goto(`/products?search=${encodeURIComponent(text)}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Résultats pour "${text}"`);
    const own = titlesOf(page).filter({ hasText: goods.word });
    await expect(own, text).toHaveText(names.map((name) => `${name} ${goods.word}`));
  }
});

test("nothing found: a picture, two sentences and a way on", async ({ page, showOnly }) => {
  await page.goto("/products?search=zzzzzz");
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { name: "Aucun produit trouvé" })).toBeVisible();
  await expect(
    main.getByText("Essayez de modifier vos filtres ou consultez d'autres catégories.", { exact: true }),
  ).toBeVisible();
  await expect(main.getByRole("link", { name: "Voir tous les produits" })).toHaveAttribute(
    "href",
    "/products",
  );
  const picture = main.locator("img[src='/empty-search.svg']");
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await expect(main.getByRole("article")).toHaveCount(0);

  // Where nothing narrows the list, the whole of it is no way on.
  await showOnly("products", "false");
  await page.goto(fresh("/products"));
  await expect(main.getByRole("heading", { name: "Aucun produit trouvé" })).toBeVisible();
  await expect(main.getByRole("link", { name: "Demander une cotation" })).toHaveAttribute(
    "href",
    "/request-quote",
  );
  await expect(main.getByRole("link", { name: "Voir tous les produits" })).toHaveCount(0);
});

test("nonsense in the address shows a sane page", async ({ page, request }) => {
  const sane = {
    "minPrice=abc&maxPrice=-7": "Tous les produits",
    "minPrice=90000&maxPrice=10000": "Tous les produits",
    "minPrice=1e3&maxPrice=99999999999999999999": "Tous les produits",
    "page=-1": "Tous les produits",
    "page=0": "Tous les produits",
    "page=999999": "Tous les produits",
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
    const address = `/products?${query}`;
    const response = await request.get(address);
    const name = query.slice(0, 60);
    expect(response.status(), name).toBe(200);
    const html = await response.text();
    const [, heading = ""] = /<h1[^>]*>([^<]*)/.exec(html) ?? [];
    expect(heading, name).toContain(title);
    expect(html.includes("<article") || html.includes("Aucun produit trouvé"), name).toBe(true);
    expect(html, name).not.toMatch(/PGRST|syntax error|at [\w.]+ \(|node_modules|select .* from/i);
  }
  await page.goto("/products?page=999999&minPrice=abc");
  await expect(titlesOf(page)).toHaveCount(24);
  await expect(page).toHaveTitle("Tous les produits | Yaaré");
});

test("a list that cannot be read says so twice", async ({ page, refuse }) => {
  await refuse("products");
  const response = await page.goto(fresh("/products"));
  expect(response?.status()).toBe(200);
  const main = page.getByRole("main");
  await expect(main.getByRole("alert")).toContainText("Erreur lors du chargement des produits.");
  await expect(main.getByRole("link", { name: "Réessayer" })).toHaveAttribute("href", "/products");
  const toast = page.getByRole("region", { name: "Notifications" }).getByRole("alert");
  await expect(toast).toContainText("Erreur");
  await expect(toast).toContainText("Impossible de charger les produits");
});

test("categories that cannot be read leave the list unfiltered", async ({ page, goods, refuse }) => {
  await goods.add({ name: "Robinet", category: "plomberie" });
  await goods.add({ name: "Prise", category: "electricite" });
  await refuse("categories");
  await page.goto(fresh(`/products?category=plomberie&search=${goods.word}`));
  await expect(titlesOf(page)).toHaveText([`Prise ${goods.word}`, `Robinet ${goods.word}`]);
  const toast = page.getByRole("region", { name: "Notifications" }).getByRole("alert");
  await expect(toast).toHaveCount(1);
  await expect(toast).toContainText("Impossible de charger les catégories");
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
});

test("a picture that is missing shows the placeholder", async ({ page, goods, pageErrors }) => {
  await goods.add({ name: "Sans photo" });
  await goods.add({ name: "Photo perdue", image: "/pictures/nowhere-640.jpg" });
  await page.goto(`/products?search=${goods.word}`);
  await settled(page);
  const cards = page.getByRole("main").getByRole("article");
  await expect(cards.filter({ hasText: "Sans photo" }).locator("img")).toHaveAttribute(
    "src",
    "/placeholder.svg",
  );
  await expect(cards.filter({ hasText: "Photo perdue" }).locator("img")).toHaveCSS(
    "content",
    /placeholder\.svg/,
  );
  forgive(pageErrors, FAILED_LOAD);
});

test("the list has one to four columns, by the width of the screen", async ({ page }) => {
  await page.goto("/products");
  const cards = page.getByRole("main").getByRole("article");
  for (const [width, columns] of [
    [320, 1],
    [360, 2],
    [1024, 3],
    [1280, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const tops = await cards.evaluateAll((all) =>
      all.map((card) => Math.round(card.getBoundingClientRect().top)),
    );
    expect(tops.filter((top) => top === tops[0])).toHaveLength(columns);
  }
});
