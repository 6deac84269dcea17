/** What the toasts look like. */
import type { Page } from "@playwright/test";
import { expect, expectLogged, test } from "../support/shopper.ts";

const region = (page: Page) => page.getByRole("region", { name: "Notifications" });
const toasts = (page: Page) => region(page).getByRole("listitem");

/** What a toast looks like, apart from its words. */
async function looks(page: Page): Promise<string> {
  const toast = toasts(page).first();
  return toast.evaluate((element) => {
    const { backgroundColor, color } = getComputedStyle(element);
    return `${backgroundColor} ${color}`;
  });
}

test("three variants: an ordinary one, a blue one, and a destructive one that is an alert", async ({
  page,
  goods,
  pageErrors,
}) => {
  const drill = await goods({ stock: 1 });
  await page.goto(`/product/${drill.slug}`);
  const add = page.getByRole("button", { name: "Ajouter au panier" }).locator("visible=true").first();
  await add.click();
  await expect(toasts(page).first()).toContainText("Produit ajouté au panier");
  const ordinary = await looks(page);
  await add.click();
  await expect(toasts(page).first()).toContainText("Stock maximum atteint");
  const blue = await looks(page);
  await expect(toasts(page).first()).toHaveCSS("background-color", "rgb(31, 79, 163)");
  await expect(region(page).getByRole("alert")).toHaveCount(0);

  await page.route("**/auth/v1/token*", (route) => route.fulfill({ status: 400, json: {} }));
  await page.goto("/login");
  await page.getByLabel("Email").fill("fatou@exemple.bf");
  await page.getByLabel("Mot de passe").fill("mot-de-passe-1");
  await page.getByRole("button", { name: "Se connecter" }).click();
  await expect(region(page).getByRole("alert")).toContainText("Erreur de connexion");
  expect(new Set([ordinary, blue, await looks(page)]).size).toBe(3);
  await expectLogged(pageErrors, /status of 400/);
});
