/** The appearance and the place of the toasts. */
import type { Page } from "@playwright/test";
import { listCoveredControls } from "#tests/support/e2e/covered-controls.ts";
import { expect, expectLoggedError, test } from "#tests/support/e2e/fixtures.ts";
import { getToastRegion, getToasts } from "#tests/support/e2e/toasts.ts";

/** The colors of the first toast. */
async function getAppearance(page: Page): Promise<string> {
  const toast = getToasts(page).first();
  return toast.evaluate((element) => {
    const { backgroundColor, color } = getComputedStyle(element);
    return `${backgroundColor} ${color}`;
  });
}

test("three variants: default, info, and error as an alert", async ({ page, createProduct, pageErrors }) => {
  const drill = await createProduct({ stock: 1 });
  await page.goto(`/product/${drill.slug}`);
  const add = page.getByRole("button", { name: "Ajouter au panier" }).locator("visible=true").first();
  await add.click();
  await expect(getToasts(page).first()).toContainText("Produit ajouté au panier");
  const ordinary = await getAppearance(page);
  await add.click();
  await expect(getToasts(page).first()).toContainText("Stock maximum atteint");
  const blue = await getAppearance(page);
  await expect(getToasts(page).first()).toHaveCSS("background-color", "rgb(31, 79, 163)");
  await expect(getToastRegion(page).getByRole("alert")).toHaveCount(0);

  await page.route("**/auth/v1/token*", (route) => route.fulfill({ status: 400, json: {} }));
  await page.goto("/login");
  await page.getByLabel("Email").fill("fatou@exemple.bf");
  await page.getByLabel("Mot de passe").fill("mot-de-passe-1");
  await page.getByRole("button", { name: "Se connecter" }).click();
  await expect(getToastRegion(page).getByRole("alert")).toContainText("Erreur de connexion");
  expect(new Set([ordinary, blue, await getAppearance(page)]).size).toBe(3);
  await expectLoggedError(pageErrors, /status of 400/);
});

test("a toast does not cover the button in the corner of the page", async ({ page }) => {
  await page.goto("/products?category=plomberie");
  const compare = page.getByRole("button", { name: /^Comparer/ });
  for (const index of [0, 1, 2, 3, 4]) await compare.nth(index).click();
  const toast = getToasts(page).first();
  await expect(toast).toContainText("Comparaison complète");
  await expect.poll(() => listCoveredControls(toast)).not.toContain("Comparer");
});
