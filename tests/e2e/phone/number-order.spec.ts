/** A customer who has only a telephone number: orders without an account, and follows the order by its link, offline too. */

import { toCartEntry, toCartLine } from "#tests/support/browser-storage.ts";
import { expectNoAxeViolations } from "#tests/support/e2e/axe.ts";
import { setLocalStorage } from "#tests/support/e2e/customer.ts";
import { expect, test } from "#tests/support/e2e/fixtures.ts";
import { allowErrors } from "#tests/support/errors.ts";

test.use({ serviceWorkers: "allow" });

test("an order with a number only is followed by its link without a network", async ({
  page,
  context,
  shop,
  createProduct,
  pageErrors,
}) => {
  const product = await createProduct({ price: 7500, stock: 5 });
  await setLocalStorage(page, toCartEntry(toCartLine(product)));
  await page.goto("/login?returnUrl=/checkout");
  const enter = page.getByRole("button", { name: "Commander avec mon numéro" });
  await expect(enter).toBeVisible();
  await expectNoAxeViolations(page);
  await enter.click();
  await expect(page).toHaveURL("/checkout");
  await page.getByLabel("Prénom").fill("Awa");
  await page.getByLabel("Nom", { exact: true }).fill("Zongo");
  await page.getByLabel("Téléphone").fill("76 10 20 30");
  await page.getByLabel("Adresse").fill("Secteur 15, derrière le marché, portail bleu");
  await page.getByLabel("Ville").fill("Ouagadougou");
  await expect(page.getByLabel("Email")).toHaveCount(0);
  await page.getByRole("button", { name: /confirmer la commande/i }).click();
  await expect(page).toHaveURL("/order-confirmation");

  const [order] = await shop.sql<{ number: string; is_anonymous: boolean }[]>`
    select o.number, u.is_anonymous from orders o join auth.users u on u.id = o.user_id
    where o.customer_phone like '%76102030'`;
  expect(order?.is_anonymous).toBe(true);
  await page.getByRole("link", { name: "Suivre ma commande sans compte" }).click();
  await expect(page).toHaveURL(/\/order\/\d+-\w{24}$/);
  const link = page.url();

  // Whoever holds the link needs no session.
  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("Votre commande est enregistrée");
  await expect(main.getByText("9 500 XOF").first()).toBeVisible();
  await main.getByRole("button", { name: "Annuler la commande" }).click();
  await expectNoAxeViolations(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await main.getByRole("button", { name: "Annuler la commande" }).click();

  await expect
    .poll(() => page.evaluate(async (url) => Boolean(await caches.match(url, { ignoreVary: true })), link))
    .toBe(true);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");
  await context.setOffline(true);
  await page.reload();
  await expect(main.getByRole("status").first()).toContainText("Vous êtes hors ligne. Copie du");
  await expect(main.getByText(order?.number ?? "no order")).toBeVisible();
  await expect(main.getByText("9 500 XOF").first()).toBeVisible();
  await expect(main.getByRole("button", { name: "Annuler la commande" })).toBeDisabled();
  // Code that the page had begun to load for later is refused by the service worker.
  allowErrors(pageErrors, /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/);
});
