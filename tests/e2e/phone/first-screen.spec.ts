/** What a phone shows without scrolling, and what floats over it. */
import type { Page } from "@playwright/test";
import { getCards } from "#tests/support/e2e/cards.ts";
import { listCoveredControls, listCoveredTexts } from "#tests/support/e2e/covered-controls.ts";
import { expect, test } from "#tests/support/e2e/fixtures.ts";
import { listVisibleItems } from "#tests/support/e2e/new-arrivals.ts";
import { getToasts } from "#tests/support/e2e/toasts.ts";

const getTop = async (page: Page) => (await getCards(page).first().boundingBox())?.y ?? Number.NaN;

/** The names that are cut off at the end of their box. */
const listCutNames = (page: Page) =>
  getCards(page)
    .getByRole("heading")
    .evaluateAll((names) =>
      names
        .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)
        .map(({ textContent }) => textContent),
    );

async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate(async (to) => {
    const ended = new Promise((resolve) => window.addEventListener("scrollend", resolve, { once: true }));
    window.scrollTo({ top: to, behavior: "instant" });
    await ended;
  }, top);
}

test("the home page shows families, offers and the first product, and says how one pays once", async ({
  page,
}) => {
  await page.goto("/");
  expect(await getTop(page)).toBeLessThan(560);
  const visible = await page.evaluate(() => document.body.innerText);
  expect(visible.match(/Payez à la livraison/g)).toHaveLength(1);
  const footer = page.getByRole("contentinfo");
  expect((await footer.boundingBox())?.height).toBeLessThan(480);
  await expect(footer.getByRole("link", { name: "Plomberie" })).toBeHidden();
  await footer.locator("summary").first().click();
  await expect(footer.getByRole("link", { name: "Plomberie" })).toBeVisible();
});

test("no name on a card is cut", async ({ page }) => {
  for (const path of ["/", "/products", "/promotions", "/products?category=electricite"]) {
    await page.goto(path);
    expect(await listCutNames(page), path).toEqual([]);
  }
});

test("a card keeps its height when it shows the quantity", async ({ page }) => {
  await page.goto("/products?inStock=true&minPrice=0&maxPrice=100000");
  const card = getCards(page).first();
  const before = await card.boundingBox();
  await card.getByRole("button", { name: /^Ajouter au panier/ }).click();
  await expect(card.getByRole("group", { name: "Quantité" })).toBeVisible();
  expect(await card.boundingBox()).toEqual(before);
  await expect(card.getByRole("button", { name: /^Augmenter/ })).toBeFocused();
  await card.getByRole("button", { name: /^Retirer .* du panier/ }).click();
  await expect(card.getByRole("button", { name: /^Ajouter au panier/ })).toBeFocused();
  expect(await card.boundingBox()).toEqual(before);
});

test("the floating cart covers no text of a page that was just opened", async ({ page }) => {
  const floating = page.getByRole("navigation", { name: "Accès rapide" });
  const product = "/product/echelle-telescopique-prokraft-3-80-m";
  for (const path of ["/", "/categories", "/promotions", product]) {
    await page.goto(path);
    await expect(floating).toBeInViewport({ ratio: 1 });
    await expect.poll(() => listCoveredTexts(floating), path).toEqual([]);
  }
});

test("neither the floating cart nor a toast covers a control, wherever the page is at rest", async ({
  page,
}) => {
  await page.goto("/products?inStock=true&minPrice=0&maxPrice=100000");
  const floating = page.getByRole("navigation", { name: "Accès rapide" });
  await expect(floating).toBeInViewport({ ratio: 1 });
  await expect.poll(() => listCoveredControls(floating)).toEqual([]);
  await getCards(page)
    .first()
    .getByRole("button", { name: /^Ajouter au panier/ })
    .click();
  await expect.poll(() => listCoveredControls(getToasts(page).first())).toEqual([]);
  for (const top of [90, 250, 411, 777, 1234]) {
    await scrollTo(page, top);
    await expect.poll(() => listCoveredControls(floating), `cart at ${top}`).toEqual([]);
    await expect.poll(() => listCoveredControls(getToasts(page).first()), `toast at ${top}`).toEqual([]);
  }
  await getToasts(page).first().getByRole("link", { name: "Voir le panier" }).click();
  await expect(page).toHaveURL("/cart");

  // The fields of a long form leave no place for it.
  await page.goto("/suivi");
  await expect(floating).toBeInViewport({ ratio: 1 });
  await page.evaluate(() => {
    const fields = Array.from({ length: 20 }, () => document.createElement("input"));
    for (const field of fields) field.className = "field mb-6";
    document.querySelector("main")?.prepend(...fields);
  });
  await expect(floating).toBeHidden();
  expect(
    await page
      .getByRole("link", { name: /^Panier/ })
      .first()
      .boundingBox(),
  ).not.toBeNull();
});

test("the cart's total and the link to the checkout stay in sight", async ({ page }) => {
  await page.goto("/products?inStock=true&minPrice=0&maxPrice=100000");
  for (const index of [0, 1, 2, 3]) {
    await getCards(page)
      .nth(index)
      .getByRole("button", { name: /^Ajouter au panier/ })
      .click();
  }
  await page.goto("/cart");
  await expect(page.getByRole("link", { name: "Passer la commande" })).toBeInViewport({ ratio: 1 });
  await expect(page.getByText("Total à la livraison")).toBeInViewport({ ratio: 1 });
});

test("the header leaves on scrolling down, and comes back on scrolling up, without moving the page", async ({
  page,
}) => {
  await page.goto("/products");
  const menu = page.getByRole("button", { name: "Menu", exact: true });
  await scrollTo(page, 900);
  await expect(menu).not.toBeInViewport();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await scrollTo(page, 800);
  await expect(menu).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => [window.scrollY, document.documentElement.scrollHeight])).toEqual([
    800,
    height,
  ]);
});

test("the menu has the account, the wishlist, the promotions and the shop's numbers, and marks the page", async ({
  page,
}) => {
  await page.goto("/products?category=plomberie");
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  const menu = page.getByRole("navigation", { name: "Menu" });
  for (const [name, href] of [
    ["Mon compte", "/account"],
    ["Liste de souhaits", "/wishlist"],
    ["Promotions", "/promotions"],
    [/^\+226/, /^tel:\+226\d{8}$/],
    ["WhatsApp", /^https:\/\/wa\.me\/226\d{8}\?/],
  ] as const) {
    await expect(menu.getByRole("link", { name })).toHaveAttribute("href", href);
    await expect(menu.getByRole("link", { name })).toBeInViewport({ ratio: 1 });
  }
  await expect(menu.locator("[aria-current=page]")).toHaveText(["Plomberie"]);
  await menu.getByRole("link", { name: "À propos" }).click();
  await expect(page).toHaveURL("/about");
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await expect(menu.locator("[aria-current=page]")).toHaveText(["À propos"]);
});

test.describe("on a screen of 320 px", () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test("the header has two rows below the payment terms, and two new arrivals are shown", async ({
    page,
  }) => {
    await page.goto("/");
    const banner = page.getByRole("banner");
    const row = await Promise.all(
      [
        banner.getByRole("button", { name: "Menu", exact: true }),
        banner.getByRole("link", { name: "Yaaré, accueil" }),
        banner.getByRole("link", { name: /^Connexion|^Chargement/ }),
        banner.getByRole("link", { name: /^Panier/ }),
      ].map(async (control) => (await control.boundingBox())?.y),
    );
    expect(new Set(row).size).toBe(1);
    const arrivals = page.getByRole("region", { name: "Nouveautés" }).getByRole("list");
    await arrivals.scrollIntoViewIfNeeded();
    expect(await listVisibleItems(arrivals)).toEqual([0, 1]);
  });
});

test.describe("on a tablet of 768 px", () => {
  test.use({ viewport: { width: 768, height: 1024 } });

  test("a list has three columns", async ({ page }) => {
    for (const path of ["/products", "/promotions"]) {
      await page.goto(path);
      const rows = await getCards(page).evaluateAll((cards) =>
        cards.map((card) => Math.round(card.getBoundingClientRect().top)),
      );
      expect(
        rows.filter((top) => top === rows[0]),
        path,
      ).toHaveLength(3);
      expect(await listCutNames(page), path).toEqual([]);
    }
  });
});
