/** The page of all offers, on a phone and on a desktop: what stands on it, its pages, and what it says when it is empty or fails. */
import type { Page } from "@playwright/test";
import { expectNoFindings } from "../support/axe.ts";
import { DATA, expect, fresh, hold, settled, test } from "../support/storefront.ts";

const PAGE_SIZE = 24;

const cardsOf = (page: Page) => page.getByRole("main").getByRole("article");

test("it lists the featured products, the largest drop first, in FCFA, under the shop's banner", async ({
  page,
  shop,
  goods,
  undo,
}) => {
  const half = await goods.add({
    name: "Moitié",
    price: 5000,
    old_price: 10_000,
    is_featured: true,
    stock: 3,
  });
  await goods.add({ name: "Un tiers", price: 20_000, old_price: 30_000, is_featured: true });
  await goods.add({ name: "Pas en promotion", price: 1000, old_price: 9000 });
  const offers = await shop.sql<{ name: string; slug: string }[]>`
    select name, slug from products where is_featured order by discount desc nulls last, created_at desc, id`;
  expect(offers.length).toBeLessThan(PAGE_SIZE);

  await page.goto(fresh("/promotions"));
  await settled(page);
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("Promotions");
  await expect(main.getByText("Jusqu'à 30% de réduction")).toBeVisible();
  await expect(main.getByText(`${offers.length} produits`, { exact: true })).toBeVisible();
  const links = cardsOf(page).getByRole("heading").getByRole("link");
  await expect(links).toHaveText(offers.map(({ name }) => name));
  expect(await links.evaluateAll((all) => all.map((a) => a.getAttribute("href")))).toEqual(
    offers.map(({ slug }) => `/product/${slug}`),
  );
  await expect(main).not.toContainText("Pas en promotion");
  await expect(main).not.toContainText("XOF");
  const card = cardsOf(page).filter({ hasText: half.name });
  await expect(card).toContainText("-50 %");
  await expect(card).toContainText("5 000 FCFA");
  await expect(card.locator("s")).toContainText("10 000 FCFA");
  await expect(cardsOf(page).filter({ hasText: "Un tiers" })).toContainText("-33 %");
  await expectNoFindings(page);

  await card.getByRole("button", { name: `Ajouter au panier : ${half.name}` }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: /^Panier/ })).toContainText("1");
  await main.getByRole("link", { name: "Voir tous les produits" }).click();
  await expect(page).toHaveURL("/products");

  undo(() => shop.sql`update shop_settings set offers_banner = default`);
  await shop.sql`update shop_settings set offers_banner = 'Soldes de fin d''année'`;
  await page.goto(fresh("/promotions"));
  await expect(main.getByText("Soldes de fin d'année")).toBeVisible();
});

test("beyond 24 offers more come below on demand, with the page in the address", async ({
  page,
  request,
  goods,
  shop,
}) => {
  for (let price = 1; price <= PAGE_SIZE; price++) {
    await goods.add({ name: `Offre ${price}`, price: 1000 * price, old_price: 100_000, is_featured: true });
  }
  const offers = await shop.sql<{ name: string }[]>`
    select name from products where is_featured order by discount desc nulls last, created_at desc, id`;
  const names = offers.map(({ name }) => name);
  // Kept pages are stale once after a change.
  for (const path of ["/promotions.data?page=2", "/promotions?page=2"]) {
    await expect.poll(async () => (await request.get(path)).text()).toContain(names.at(-1));
  }

  await page.goto(fresh("/promotions"));
  await settled(page);
  const titles = cardsOf(page).getByRole("heading");
  await expect(titles).toHaveText(names.slice(0, PAGE_SIZE));
  const release = await hold(page, DATA);
  await page.getByRole("link", { name: "Voir plus" }).click();
  await expect(page.locator("[data-skeleton=product]")).toHaveCount(8);
  release();
  await expect(titles).toHaveText(names);
  await expect(page).toHaveURL("/promotions?page=2");
  await expect(page).toHaveTitle("Promotions, page 2 | Yaaré");

  // Loading it again would show the list as it stood: this is somebody who comes from elsewhere.
  await page.goto("/cart");
  await page.goto("/promotions?page=2");
  await expect(titles).toHaveText(names.slice(PAGE_SIZE));
  await page.getByRole("link", { name: "Voir les produits précédents" }).click();
  await expect(titles).toHaveText(names.slice(0, PAGE_SIZE));
  await page.goto("/promotions?page=9000");
  await expect(titles.first()).toHaveText(names[0] ?? "");
});

test("it says when there is no offer", async ({ page, showOnly }) => {
  await showOnly("products", "not is_featured");
  await page.goto(fresh("/promotions"));
  const main = page.getByRole("main");
  await expect(main.getByText("Aucune promotion en cours pour le moment.")).toBeVisible();
  await expect(main.getByRole("link", { name: "Voir tous les produits" })).toHaveAttribute(
    "href",
    "/products",
  );
  await expectNoFindings(page);
});

test("it says when the offers cannot be read, keeps that for nobody, and tries again", async ({
  page,
  refuse,
}) => {
  await refuse("products");
  const response = await page.goto(fresh("/promotions"));
  expect(response?.status()).toBe(200);
  expect(response?.headers()["cache-control"]).toBe("no-store");
  const main = page.getByRole("main");
  await expect(main.getByRole("alert")).toContainText("Erreur lors du chargement des promotions.");
  await expect(main.getByRole("link", { name: "Réessayer" })).toHaveAttribute("href", "/promotions");
  await expect(main.getByRole("link", { name: "Voir tous les produits" })).toHaveAttribute(
    "href",
    "/products",
  );
  await expectNoFindings(page);
});

test("by keyboard alone an offer goes into the cart", async ({ page, goods }) => {
  const { name } = await goods.add({ price: 500, old_price: 10_000, is_featured: true, stock: 2 });
  await page.goto(fresh("/promotions"));
  await settled(page);
  await page.getByRole("main").getByRole("link", { name: "Voir tous les produits" }).focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("banner").getByRole("link", { name: /^Panier/ })).toContainText("1");
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the offers and their pages are there", async ({ page, goods }) => {
    for (let price = 1; price <= PAGE_SIZE; price++) {
      await goods.add({ name: `Offre ${price}`, price: 1000 * price, old_price: 100_000, is_featured: true });
    }
    await page.goto(fresh("/promotions"));
    await expect(cardsOf(page)).toHaveCount(PAGE_SIZE);
    await expect(page.getByRole("link", { name: "Voir plus" })).toHaveAttribute("href", "/promotions?page=2");
  });
});
