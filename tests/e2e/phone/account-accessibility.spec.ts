/** No finding of axe on the account's screens and states, on a phone and on a desktop. */
import {
  ACCOUNT,
  card,
  expectProfile,
  ORDERS,
  ORDERS_ASKED,
  openAs,
  orderFor,
  orders,
  PROFILES,
  tab,
} from "../support/account.ts";
import { expectNoFindings } from "../support/axe.ts";
import { expect, forgive, hold, test } from "../support/shopper.ts";

test("the profile, the password and their errors", async ({ page, shop, customer }) => {
  await openAs(page, shop, await customer());
  await expectProfile(page);
  await expectNoFindings(page);
  await page.locator("summary").click();
  await page.getByRole("button", { name: "Changer le mot de passe" }).click();
  await expect(page.getByText("Le mot de passe actuel est requis.")).toBeVisible();
  await page.getByLabel("Prénom").fill("");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("Le prénom est requis")).toBeVisible();
  await expectNoFindings(page);
});

test("the orders, their details, the page for paper, and the wishlist", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const known = await customer();
  const lines = [{ goods: await goods(), quantity: 1 }];
  await openAs(page, shop, known, ORDERS);
  await expect(page.getByText("Aucune commande pour le moment")).toBeVisible();
  await expectNoFindings(page);
  for (const status of ["pending", "processing", "completed"]) await orderFor(shop, known, { lines, status });
  const order = await orderFor(shop, known, {
    lines,
    status: "cancelled",
    cancellation_reason: "Adresse introuvable",
    notes: "Appeler avant",
  });
  await page.reload();
  await expect(orders(page)).toHaveCount(4);
  await expectNoFindings(page);
  await page.getByRole("link", { name: `Détails de la commande ${order.number}` }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectNoFindings(page);
  await page.getByRole("link", { name: "Version imprimable" }).click();
  await expect(page.getByRole("button", { name: "Imprimer" })).toBeVisible();
  await expectNoFindings(page);
  await page.goto(ACCOUNT);
  await tab(page, "Liste de souhaits").click();
  await expect(page.getByRole("tabpanel", { name: "Liste de souhaits" })).toBeVisible();
  await expectNoFindings(page);
});

test("what is loading, what failed, what is not there", async ({ page, shop, customer, pageErrors }) => {
  const known = await customer();
  const profile = await hold(page, PROFILES);
  await openAs(page, shop, known);
  await expect(page.getByRole("status", { name: "Chargement du profil" })).toBeVisible();
  await expectNoFindings(page);
  await profile.release();
  await expectProfile(page);
  await page.route(ORDERS_ASKED, (route) => route.fulfill({ status: 500, json: { message: "panne" } }));
  await page.route(PROFILES, (route) => route.fulfill({ status: 500, json: { message: "panne" } }));
  await page.goto(ORDERS);
  await expect(page.getByRole("button", { name: "Réessayer" }).last()).toBeVisible();
  await expectNoFindings(page);
  await tab(page, "Profil").click();
  await expect(page.getByText("Votre profil n'a pas pu être chargé.")).toBeVisible();
  await expectNoFindings(page);
  await page.goto("/account/orders/1");
  await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
  await expectNoFindings(page);
  await page.unroute(ORDERS_ASKED);
  await page.getByRole("button", { name: "Réessayer" }).click();
  await expect(page.getByText("Commande introuvable")).toBeVisible();
  await expectNoFindings(page);
  await page.goto(ACCOUNT);
  await expect(card(page)).toBeVisible();
  forgive(pageErrors, /status of|identity: the profile|orders: the list|load order/);
});
