/** The toasts: five at most, the newest first, five seconds each, and closed, announced and paused as they should. */
import type { Page } from "@playwright/test";
import { asCart, cartLine, expect, expectLogged, francs, remember, test } from "../support/shopper.ts";

const region = (page: Page) => page.getByRole("region", { name: "Notifications" });
const toasts = (page: Page) => region(page).getByRole("listitem");

/** Holds the page's clock where it is. */
async function stopClock(page: Page) {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
}

test("the newest five stand, newest first, each for five seconds", async ({ page, goods }) => {
  const lines = await Promise.all([1, 2, 3, 4, 5, 6].map((digit) => goods({ name: `Article n° ${digit}` })));
  await remember(page, asCart(...lines.map((line) => cartLine(line))));
  await page.clock.install();
  await page.goto("/cart");
  await expect(region(page)).toHaveAttribute("aria-live", "polite");
  await expect(page.getByRole("textbox", { name: "Quantité de Article n° 6" })).toHaveValue("1");
  await stopClock(page);
  const remove = (digit: number) =>
    page.getByRole("button", { name: `Retirer Article n° ${digit} du panier` }).click();
  const descriptions = region(page).getByText(/Article n°/);

  await remove(1);
  await expect(toasts(page)).toHaveCount(1);
  await page.clock.runFor(2000);
  for (const digit of [2, 3, 4, 5, 6]) await remove(digit);
  await expect(descriptions).toHaveText([6, 5, 4, 3, 2].map((digit) => `Article n° ${digit}`));
  await page.clock.runFor(1500);
  await page.getByRole("heading", { level: 1 }).hover();
  await expect(toasts(page)).toHaveCount(5);
  await page.clock.runFor(3400);
  await expect(toasts(page)).toHaveCount(5);
  await page.clock.runFor(200);
  await expect(toasts(page)).toHaveCount(0);
});

test("an older toast goes before a newer one", async ({ page, goods }) => {
  const [first, second] = [await goods({ name: "Le premier" }), await goods({ name: "Le second" })];
  await remember(page, asCart(cartLine(first), cartLine(second)));
  await page.clock.install();
  await page.goto("/cart");
  await expect(page.getByRole("textbox", { name: "Quantité de Le second" })).toHaveValue("1");
  await stopClock(page);
  await page.getByRole("button", { name: "Retirer Le premier du panier" }).click();
  await expect(toasts(page)).toHaveCount(1);
  await page.clock.runFor(3000);
  await page.getByRole("button", { name: "Retirer Le second du panier" }).click();
  await expect(toasts(page)).toHaveCount(2);
  await page.clock.runFor(2100);
  await expect(toasts(page)).toContainText(["Le second"]);
  await expect(toasts(page)).toHaveCount(1);
  await page.clock.runFor(3000);
  await expect(toasts(page)).toHaveCount(0);
});

test("a toast waits while it is pointed at or has the focus, and is closed from the keyboard", async ({
  page,
  goods,
}) => {
  const lines = [await goods(), await goods(), await goods()];
  await remember(page, asCart(...lines.map((line) => cartLine(line))));
  await page.clock.install();
  await page.goto("/cart");
  await expect(page.getByRole("button", { name: /^Retirer/ })).toHaveCount(3);
  await stopClock(page);
  await page
    .getByRole("button", { name: /^Retirer/ })
    .first()
    .click();
  await toasts(page).hover();
  await page.clock.runFor(20_000);
  await expect(toasts(page)).toHaveCount(1);

  const close = toasts(page).getByRole("button", { name: "Fermer la notification" });
  await close.focus();
  await page.getByRole("heading", { level: 1 }).hover();
  await page.clock.runFor(20_000);
  await expect(toasts(page)).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(toasts(page)).toHaveCount(0);

  const undo = page.getByRole("button", { name: "Annuler" });
  for (const count of [1, 2]) {
    await page
      .getByRole("button", { name: /^Retirer/ })
      .first()
      .click();
    await expect(undo).toHaveCount(count);
  }
  await close.first().focus();
  await page.keyboard.press("Enter");
  await expect(toasts(page)).toHaveCount(1);
  await page.clock.runFor(5100);
  await expect(toasts(page), "the toast that is left has its time").toHaveCount(0);
});

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

test("amounts are written in the French way, without decimals", async ({ page, goods }) => {
  const lot = await goods({ price: 1_234_567 });
  await remember(page, asCart(cartLine(lot)));
  await page.goto("/cart");
  await expect(page.getByRole("definition").last()).toHaveText(francs(1_236_567));
  await expect(page.getByRole("main")).not.toContainText(/,00|€|EUR/);
});
