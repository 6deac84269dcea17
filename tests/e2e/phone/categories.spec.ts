/** The page of all families of goods, on a phone and on a desktop. */
import type { Page } from "@playwright/test";
import { expectNoFindings } from "../support/axe.ts";
import { expect, FAILED_LOAD, forgive, fresh, settled, test } from "../support/storefront.ts";

const cardsOf = (page: Page) =>
  page
    .getByRole("main")
    .getByRole("link")
    .filter({ has: page.locator("img") });

test("each family has a card with its picture and the number of its goods, leading into the catalogue", async ({
  page,
  shop,
  undo,
}) => {
  undo(() => shop.sql`delete from categories where slug = 'essai-vide'`);
  await shop.sql`insert into categories (name, slug) values ('Essai vide', 'essai-vide')`;
  const categories = await shop.sql<{ name: string; slug: string; image: string | null; count: number }[]>`
    select name, slug, image, (select count(*)::int from products where category_id = c.id) as count
    from categories c order by name`;
  await page.goto(fresh("/categories"));
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("Toutes nos catégories");
  const cards = cardsOf(page);
  await expect(cards).toHaveText(
    categories.map(({ name, count }) => `${name}${count > 0 ? `${count} produits` : "Bientôt disponible"}`),
  );
  expect(await cards.evaluateAll((all) => all.map((a) => a.getAttribute("href")))).toEqual(
    categories.map(({ slug }) => `/products?category=${slug}`),
  );
  expect(await cards.locator("img").evaluateAll((all) => all.map((img) => img.getAttribute("src")))).toEqual(
    categories.map(({ image }) => image ?? "/placeholder.svg"),
  );
  await expectNoFindings(page);
});

test("a card leads to its goods by keyboard alone, and what is not found leads to a quote", async ({
  page,
}) => {
  await page.goto("/categories");
  await settled(page);
  const main = page.getByRole("main");
  await main.getByRole("navigation", { name: "Fil d'Ariane" }).getByRole("link").focus();
  await page.keyboard.press("Tab");
  await expect(cardsOf(page).first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/products?category=electricite");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Catégorie: Électricité");
  await page.goBack();
  await expect(main.getByRole("link", { name: "Demander une cotation" })).toHaveAttribute(
    "href",
    "/request-quote",
  );
});

test("a broken picture gives way to the placeholder", async ({ page, pageErrors }) => {
  await page.route(/\/pictures\//, (route) => route.fulfill({ status: 404 }));
  await page.goto("/categories");
  await expect(page.getByRole("main").locator("img[data-broken]").first()).toBeVisible();
  forgive(pageErrors, FAILED_LOAD);
});

test("it says when there is no family, and when they cannot be read", async ({ page, refuse, showOnly }) => {
  const main = page.getByRole("main");
  await showOnly("categories", "false");
  await page.goto(fresh("/categories"));
  await expect(main.getByRole("heading", { name: "Aucune catégorie pour le moment" })).toBeVisible();
  await expect(main.getByRole("link", { name: "Voir tous les produits" })).toHaveAttribute(
    "href",
    "/products",
  );
  await expectNoFindings(page);

  await refuse("categories_with_counts");
  const response = await page.goto(fresh("/categories"));
  expect(response?.headers()["cache-control"]).toBe("no-store");
  await expect(main.getByRole("alert")).toContainText("Error: Impossible de charger les catégories");
  await expect(main.getByRole("link", { name: "Réessayer" })).toHaveAttribute("href", "/categories");
  await expectNoFindings(page);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the cards are links", async ({ page }) => {
    await page.goto("/categories");
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Plomberie/ })
      .click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Catégorie: Plomberie");
  });
});
