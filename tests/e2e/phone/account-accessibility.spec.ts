/** No finding of axe on the account's screens, on the wishlist and on the way to a new password, in their states. */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { mailsIn, recipientOf } from "../../support/mails.ts";
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
  toasts,
} from "../support/account.ts";
import { expectNoFindings } from "../support/axe.ts";
import { atCheckout, cartLine, confirmButton, expect, forgive, hold, test } from "../support/shopper.ts";

const PRODUCTS = "**/rest/v1/products?*";

const heartOf = (page: Page, { name }: { name: string }) =>
  page.getByRole("main").getByRole("button", { name: `Ajouter ${name} à ma liste de souhaits` });

test("the errors of the profile and of the password", async ({ page, shop, customer }) => {
  await openAs(page, shop, await customer());
  await expectProfile(page);
  await page.locator("summary").click();
  await page.getByRole("button", { name: "Changer le mot de passe" }).click();
  await expect(page.getByText("Le mot de passe actuel est requis.")).toBeVisible();
  await page.getByLabel("Prénom").fill("");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("Le prénom est requis")).toBeVisible();
  await expectNoFindings(page);
});

test("the orders, their details and the page for paper", async ({ page, shop, goods, customer }) => {
  const known = await customer();
  const lines = [{ goods: await goods(), quantity: 1 }];
  for (const status of ["pending", "processing", "completed"]) await orderFor(shop, known, { lines, status });
  const order = await orderFor(shop, known, {
    lines,
    status: "cancelled",
    cancellation_reason: "Adresse introuvable",
    notes: "Appeler avant",
  });
  await openAs(page, shop, known, ORDERS);
  await expect(orders(page)).toHaveCount(4);
  await expectNoFindings(page);
  await page.getByRole("link", { name: `Détails de la commande ${order.number}` }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectNoFindings(page);
  await page.getByRole("link", { name: "Version imprimable" }).click();
  await expect(page.getByRole("button", { name: "Imprimer" })).toBeVisible();
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

test("a visitor's hearts: none, one pressed, on its way, listed and unreadable", async ({
  page,
  goods,
  pageErrors,
}) => {
  const drill = await goods();
  const main = page.getByRole("main");
  await page.goto("/wishlist");
  await expect(main.getByRole("heading", { name: "Votre liste de souhaits est vide" })).toBeVisible();
  await expectNoFindings(page);

  await page.goto(`/product/${drill.slug}`);
  await heartOf(page, drill).click();
  await expect(toasts(page).getByRole("link", { name: "Voir la liste" })).toBeVisible();
  await expectNoFindings(page);

  const list = await hold(page, PRODUCTS);
  await page.goto("/wishlist");
  await expect(page.locator("[data-skeleton=product]").first()).toBeVisible();
  await expectNoFindings(page);
  await list.release();
  await expect(main.getByRole("article")).toHaveCount(1);
  await expectNoFindings(page);

  await page.route(PRODUCTS, (route) => route.fulfill({ status: 500, json: { message: "panne" } }));
  await page.reload();
  await expect(main.getByRole("alert").getByRole("button", { name: "Réessayer" })).toBeVisible();
  await expectNoFindings(page);
  forgive(pageErrors, /status of 500|wishlist: the products could not be read/);
});

test("a customer's heart that is refused", async ({ page, shop, goods, customer, pageErrors }) => {
  const drill = await goods();
  await openAs(page, shop, await customer(), `/product/${drill.slug}`);
  await page.route("**/rpc/add_to_wishlist", (route) =>
    route.fulfill({ status: 500, json: { message: "panne" } }),
  );
  await heartOf(page, drill).click();
  await expect(toasts(page).getByRole("alert")).toContainText("Impossible de modifier votre liste");
  await expectNoFindings(page);
  forgive(pageErrors, /status of 500|wishlist: not changed/);
});

/** Opens one of the letters that are kept on this machine; without its frame, which runs no script of axe. */
async function expectNoFindingsOfList(page: Page, subject: string): Promise<void> {
  await page.goto("/mails");
  await expectNoFindings(page);
  await page.getByRole("link", { name: subject }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(subject);
  await page.locator("iframe").evaluate((element) => element.remove());
  await expectNoFindings(page);
}

test("a forgotten password, every kind of letter, and their list on this machine", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const known = await customer();
  await page.goto("/reset-password");
  const field = page.getByLabel("Email");
  await field.fill("nulle part");
  await field.press("Enter");
  await expect(field).toHaveAccessibleDescription("Email invalide");
  await expectNoFindings(page);
  await field.fill(known.email);
  await field.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Regardez votre boîte mail" })).toBeVisible();
  await expectNoFindings(page);

  await atCheckout(page, shop, known, cartLine(await goods()), cartLine(await goods(), 3));
  await confirmButton(page).click();
  await expect(page).toHaveURL("/order-confirmation");
  const [{ id, number } = { id: "", number: "" }] = await shop.sql<{ id: string; number: string }[]>`
    select id, number from orders where user_id = ${known.id}`;
  await shop.sql`update orders set status = 'completed' where id = ${id}`;
  const visitor = `Moussa <b>${randomUUID().slice(0, 8)}</b>`;
  await shop.sql`
    insert into messages (technician_id, name, email, phone, message)
    select technician_id, ${visitor}, 'moussa@exemple.bf', '70 11 22 33', ${`Bonjour,\n<script>alert(1)</script> ${visitor}`}
    from technician_contacts where email is not null limit 1`;
  const confirmation = `Votre commande ${number} est bien enregistrée`;
  const letters = async () =>
    (await mailsIn(shop.dataDir)).filter(
      (mail) => recipientOf(mail) === known.email || mail.subject?.includes(visitor),
    );
  await expect
    .poll(async () => (await letters()).map(({ subject }) => subject).sort())
    .toEqual([
      `Que pensez-vous de votre commande ${number}\u00a0?`,
      confirmation,
      expect.stringContaining("choisissez un nouveau mot de passe"),
      `Yaaré\u00a0: message de ${visitor}`,
    ]);

  await expectNoFindingsOfList(page, confirmation);
  await page.goto("about:blank");
  for (const { html = "" } of await letters()) {
    // A mail program shows it within its own page.
    await page.setContent(html.replace(/<body[^>]*>/, "$&<main>").replace("</body>", "</main></body>"));
    await expectNoFindings(page);
  }
});
