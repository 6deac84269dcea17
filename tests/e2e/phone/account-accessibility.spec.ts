/** axe audits of the account, the wishlist, the password reset and the mails, in their states. */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { toCartLine } from "#tests/support/browser-storage.ts";
import {
  ACCOUNT_PATH,
  createCustomerOrder,
  expectProfile,
  getAccountCard,
  getOrders,
  getTab,
  ORDERS_PATH,
  ORDERS_URL,
  openSignedIn,
  PROFILES_URL,
} from "#tests/support/e2e/account.ts";
import { expectNoAxeViolations } from "#tests/support/e2e/axe.ts";
import { getConfirmButton, openCheckout } from "#tests/support/e2e/customer.ts";
import { allowErrors, expect, test } from "#tests/support/e2e/fixtures.ts";
import { holdRequests } from "#tests/support/e2e/network.ts";
import { getToasts } from "#tests/support/e2e/toasts.ts";
import { getRecipient, readMails } from "#tests/support/mails.ts";
import type { Shop } from "#tests/support/shop.ts";

const PRODUCTS = "**/rest/v1/products?*";

const getWishlistButton = (page: Page, { name }: { name: string }) =>
  page.getByRole("main").getByRole("button", { name: `Ajouter ${name} à ma liste de souhaits` });

test("axe: the errors of the profile and of the password", { tag: "@long" }, async ({
  page,
  shop,
  customer,
}) => {
  await openSignedIn(page, shop, await customer());
  await expectProfile(page);
  await page.getByRole("main").locator("summary").click();
  await page.getByRole("button", { name: "Changer le mot de passe" }).click();
  await expect(page.getByText("Le mot de passe actuel est requis.")).toBeVisible();
  await page.getByLabel("Prénom").fill("");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("Le prénom est requis")).toBeVisible();
  await expectNoAxeViolations(page);
});

test("axe: the orders, their details and the print page", { tag: "@long" }, async ({
  page,
  shop,
  createProduct,
  customer,
}) => {
  const account = await customer();
  const lines = [{ product: await createProduct(), quantity: 1 }];
  for (const status of ["pending", "processing", "completed"])
    await createCustomerOrder(shop, account, { lines, status });
  const order = await createCustomerOrder(shop, account, {
    lines,
    status: "cancelled",
    cancellation_reason: "Adresse introuvable",
    notes: "Appeler avant",
  });
  await openSignedIn(page, shop, account, ORDERS_PATH);
  await expect(getOrders(page)).toHaveCount(4);
  await expectNoAxeViolations(page);
  await page.getByRole("link", { name: `Détails de la commande ${order.number}` }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole("link", { name: "Version imprimable" }).click();
  await expect(page.getByRole("button", { name: "Imprimer" })).toBeVisible();
  await expectNoAxeViolations(page);
});

test("axe: loading, failed and missing content", { tag: "@long" }, async ({
  page,
  shop,
  customer,
  pageErrors,
}) => {
  const account = await customer();
  const releaseProfile = await holdRequests(page, PROFILES_URL);
  await openSignedIn(page, shop, account);
  await expect(page.getByRole("status", { name: "Chargement du profil" })).toBeVisible();
  await expectNoAxeViolations(page);
  await releaseProfile();
  await expectProfile(page);
  await page.route(ORDERS_URL, (route) => route.fulfill({ status: 500, json: { message: "panne" } }));
  await page.route(PROFILES_URL, (route) => route.fulfill({ status: 500, json: { message: "panne" } }));
  await page.goto(ORDERS_PATH);
  await expect(page.getByRole("button", { name: "Réessayer" }).last()).toBeVisible();
  await expectNoAxeViolations(page);
  await getTab(page, "Profil").click();
  await expect(page.getByText("Votre profil n'a pas pu être chargé.")).toBeVisible();
  await expectNoAxeViolations(page);
  await page.goto(`/account/orders/${randomUUID()}`);
  await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
  await expectNoAxeViolations(page);
  await page.unroute(ORDERS_URL);
  await page.getByRole("button", { name: "Réessayer" }).click();
  await expect(page.getByText("Commande introuvable")).toBeVisible();
  await expectNoAxeViolations(page);
  await page.goto(ACCOUNT_PATH);
  await expect(getAccountCard(page)).toBeVisible();
  allowErrors(pageErrors, /status of|identity: the profile|orders: the list|load order/);
});

test("axe: a visitor's wishlist: empty, one product added, loading, listed and after a failed read", {
  tag: "@long",
}, async ({ page, createProduct, pageErrors }) => {
  const drill = await createProduct();
  const main = page.getByRole("main");
  await page.goto("/wishlist");
  await expect(main.getByRole("heading", { name: "Votre liste de souhaits est vide" })).toBeVisible();
  await expectNoAxeViolations(page);

  await page.goto(`/product/${drill.slug}`);
  await getWishlistButton(page, drill).click();
  await expect(getToasts(page).getByRole("link", { name: "Voir la liste" })).toBeVisible();
  await expectNoAxeViolations(page);

  const releaseProducts = await holdRequests(page, PRODUCTS);
  await page.goto("/wishlist");
  await expect(page.locator("[data-skeleton=product]").first()).toBeVisible();
  await expectNoAxeViolations(page);
  await releaseProducts();
  await expect(main.getByRole("article")).toHaveCount(1);
  await expectNoAxeViolations(page);

  await page.route(PRODUCTS, (route) => route.fulfill({ status: 500, json: { message: "panne" } }));
  await page.reload();
  await expect(main.getByRole("alert").getByRole("button", { name: "Réessayer" })).toBeVisible();
  await expectNoAxeViolations(page);
  allowErrors(pageErrors, /status of 500|wishlist: the products could not be read/);
});

test("axe: a customer's wishlist change that is rejected", { tag: "@long" }, async ({
  page,
  shop,
  createProduct,
  customer,
  pageErrors,
}) => {
  const drill = await createProduct();
  await openSignedIn(page, shop, await customer(), `/product/${drill.slug}`);
  await page.route("**/rpc/add_to_wishlist", (route) =>
    route.fulfill({ status: 500, json: { message: "panne" } }),
  );
  await getWishlistButton(page, drill).click();
  await expect(getToasts(page).getByRole("alert")).toContainText("Impossible de modifier votre liste");
  await expectNoAxeViolations(page);
  allowErrors(pageErrors, /status of 500|wishlist: not changed/);
});

/** Opens one of the mails stored on this machine, without its iframe, in which axe cannot run. */
async function expectNoViolationsInList(page: Page, shop: Shop, subject: string): Promise<void> {
  await page.goto(shop.getMailsUrl());
  await expectNoAxeViolations(page);
  await page.getByRole("link", { name: subject }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(subject);
  await page.locator("iframe").evaluate((element) => element.remove());
  await expectNoAxeViolations(page);
}

test("axe: the password reset, every kind of mail, and the list of mails on this machine", {
  tag: "@long",
}, async ({ page, shop, createProduct, customer }) => {
  const account = await customer();
  await page.goto("/reset-password");
  const field = page.getByLabel("Email");
  await field.fill("nulle part");
  await field.press("Enter");
  await expect(field).toHaveAccessibleDescription("Email invalide");
  await expectNoAxeViolations(page);
  await field.fill(account.email);
  await field.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Regardez votre boîte mail" })).toBeVisible();
  await expectNoAxeViolations(page);

  await openCheckout(
    page,
    shop,
    account,
    toCartLine(await createProduct()),
    toCartLine(await createProduct(), 3),
  );
  await getConfirmButton(page).click();
  await expect(page).toHaveURL("/order-confirmation");
  const [{ id, number } = { id: "", number: "" }] = await shop.sql<{ id: string; number: string }[]>`
    select id, number from orders where user_id = ${account.id}`;
  await shop.sql`update orders set status = 'completed' where id = ${id}`;
  const visitor = `Moussa <b>${randomUUID().slice(0, 8)}</b>`;
  await shop.sql`
    insert into messages (technician_id, name, email, phone, message)
    select technician_id, ${visitor}, 'moussa@exemple.bf', '70 11 22 33', ${`Bonjour,\n<script>alert(1)</script> ${visitor}`}
    from technician_contacts where email is not null limit 1`;
  const confirmation = `Votre commande ${number} est bien enregistrée`;
  const listMails = async () =>
    (await readMails(shop.dataDir)).filter(
      (mail) => getRecipient(mail) === account.email || mail.text?.includes(visitor),
    );
  await expect
    .poll(async () => (await listMails()).map(({ subject }) => subject).sort())
    .toEqual([
      `Que pensez-vous de votre commande ${number}\u00a0?`,
      confirmation,
      expect.stringContaining("choisissez un nouveau mot de passe"),
      "Yaaré\u00a0: nouveau message d'un visiteur",
    ]);

  await expectNoViolationsInList(page, shop, confirmation);
  await page.goto("about:blank");
  for (const { html = "" } of await listMails()) {
    // A mail program shows the mail within its own page.
    await page.setContent(html.replace(/<body[^>]*>/, "$&<main>").replace("</body>", "</main></body>"));
    await expectNoAxeViolations(page);
  }
});
