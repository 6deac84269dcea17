/** Orders brought to their next state, by one administrator or two at once, and what is said when that fails. */
import type { Page } from "@playwright/test";
import { errorToast, orderFor, toasts } from "../support/account.ts";
import { expectNoFindings } from "../support/axe.ts";
import { enter, reach, write } from "../support/keyboard.ts";
import { expect, forgive, hold, openOffice, test } from "../support/office.ts";
import { finish, panelOf, rowOf, storedOrder, toggleOf } from "../support/office-orders.ts";

/** The list as it is read, with or without a search. */
const READ = /\/rest\/v1\/(rpc\/search_)?orders\?.*(limit|offset)=/;
const CHANGE = /\/rest\/v1\/orders\?id=eq\./;

test("«Traiter», «Terminer» and «Annuler» bring an order on, say so, and note who did it", async ({
  page,
  shop,
  goods,
  customer,
  administrator,
}) => {
  const known = await customer();
  const drill = await goods({ stock: 8 });
  const lines = [{ goods: drill, quantity: 3 }];
  const first = await orderFor(shop, known, { lines });
  const second = await orderFor(shop, known, { lines });
  const stock = async () =>
    (await shop.sql<{ stock: number }[]>`select stock from products where id = ${drill.id}`)[0]?.stock;
  expect(await stock()).toBe(2);
  await openOffice(page, shop, await administrator("Awa Traoré"), `/admin/orders?search=${first.number}`);
  const panel = panelOf(page, first);
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "PATCH" && sent.push(request.url()));
  await panel.getByRole("button", { name: "Traiter" }).dblclick();
  await expect(toasts(page).first()).toContainText("Statut de la commande mis à jour.");
  await expect(rowOf(page, first).getByText("PROCESSING", { exact: true })).toBeVisible();
  await expect(panel.getByRole("button", { name: "Traiter" })).toHaveCount(0);
  await expect(panel.getByRole("listitem").filter({ hasText: "Prise en charge" })).toContainText(
    "par Awa Traoré",
  );
  expect(sent).toHaveLength(1);
  await finish(page, first).click();
  await expect(finish(page, first)).toBeDisabled();
  await expect(rowOf(page, first).getByText("COMPLETED", { exact: true })).toBeVisible();
  await expect(panel.getByRole("listitem").filter({ hasText: "Terminée" })).toContainText("par Awa Traoré");
  await expect(panel.getByRole("button", { name: "Annuler" })).toHaveCount(0);
  expect(await storedOrder(shop, first)).toMatchObject({ status: "completed" });

  await page.getByRole("searchbox", { name: "Rechercher une commande" }).fill(second.number);
  const cancel = panelOf(page, second).getByRole("button", { name: "Annuler" });
  await cancel.click();
  const dialog = page.getByRole("dialog", { name: `Annuler la commande ${second.number} ?` });
  await dialog.getByRole("button", { name: "Annuler la commande" }).click();
  await expect(dialog.getByText("Le motif de l'annulation est requis")).toBeVisible();
  await dialog.getByRole("button", { name: "Garder la commande" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(cancel).toBeFocused();
  expect(await storedOrder(shop, second)).toMatchObject({ status: "pending" });
  await cancel.click();
  await dialog.getByLabel("Motif de l'annulation").fill("Client injoignable");
  await dialog.getByRole("button", { name: "Annuler la commande" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, second).getByText("CANCELLED", { exact: true })).toBeVisible();
  await expect(panelOf(page, second)).toContainText("Client injoignable");
  await expect(finish(page, second)).toBeDisabled();
  expect(await storedOrder(shop, second)).toEqual({
    status: "cancelled",
    cancellation_reason: "Client injoignable",
  });
  expect(await stock()).toBe(5);
});

/** The database's answer to a change of status, in the place of what it would say. */
function answerChange(page: Page, status: number, code: string, message: string) {
  return page.route(CHANGE, (route) =>
    route.request().method() === "PATCH"
      ? route.fulfill({ status, json: { code, message, details: null, hint: null } })
      : route.fallback(),
  );
}

test("what fails is said with its reason, and what was typed stays", async ({
  page,
  shop,
  goods,
  customer,
  administrator,
  pageErrors,
}) => {
  const order = await orderFor(shop, await customer(), { lines: [{ goods: await goods(), quantity: 1 }] });
  await page.route(READ, (route) =>
    route.fulfill({ status: 500, json: { code: "XX000", message: "panne", details: null, hint: null } }),
  );
  // Nor does realtime get through: the list is still there to be read by hand.
  await page.routeWebSocket(/\/realtime\//, (socket) => socket.close());
  await openOffice(page, shop, await administrator(), `/admin/orders?search=${order.number}`);
  await expect(errorToast(page)).toHaveText("ErreurImpossible de charger les commandes : panne");
  const failed = page.getByRole("main").getByRole("alert");
  await expect(failed).toContainText("Impossible de charger les commandes : panne");
  await page.unroute(READ);
  await failed.getByRole("button", { name: "Réessayer" }).click();
  const panel = panelOf(page, order);
  await expect(panel).toBeVisible();
  await shop.sql`update orders set customer_name = 'Fatoumata Diallo' where id = ${order.id}`;
  await page.getByRole("button", { name: "Actualiser" }).click();
  await expect(rowOf(page, order)).toContainText("Fatoumata Diallo");
  await answerChange(page, 500, "XX000", "disque plein");
  await panel.getByRole("button", { name: "Annuler" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Motif de l'annulation").fill("Adresse introuvable");
  await dialog.getByRole("button", { name: "Annuler la commande" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Impossible de mettre à jour le statut. disque plein");
  await expect(dialog.getByLabel("Motif de l'annulation")).toHaveValue("Adresse introuvable");
  await dialog.getByRole("button", { name: "Fermer" }).click();
  await expect(
    errorToast(page).filter({ hasText: "ErreurImpossible de mettre à jour le statut. disque plein" }),
  ).toBeVisible();
  await page.unroute(CHANGE);
  await page.route(CHANGE, (route) => route.abort());
  await panel.getByRole("button", { name: "Traiter" }).click();
  await expect(errorToast(page).filter({ hasText: "le statut. Le serveur ne répond pas." })).toBeVisible();
  await expect(panel.getByRole("button", { name: "Traiter" })).toBeVisible();
  expect(await storedOrder(shop, order)).toMatchObject({ status: "pending" });
  forgive(pageErrors, /status of 500|ERR_FAILED|load orders|status could not be changed/);
});

test("of two administrators at once the second is told, and overwrites nothing", async ({
  page,
  shop,
  goods,
  customer,
  administrator,
  pageErrors,
}) => {
  const known = await customer();
  const lines = [{ goods: await goods(), quantity: 1 }];
  const order = await orderFor(shop, known, { lines });
  const other = await orderFor(shop, known, { lines });
  await openOffice(page, shop, await administrator(), `/admin/orders?search=${order.number}`);
  await panelOf(page, order).getByRole("button", { name: "Annuler" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Motif de l'annulation").fill("Adresse introuvable");
  const asked = await hold(page, CHANGE);
  await dialog.getByRole("button", { name: "Annuler la commande" }).click();
  await shop.sql`update orders set status = 'cancelled', cancellation_reason = 'Rupture' where id = ${order.id}`;
  await asked.release();
  await expect(errorToast(page)).toHaveText(
    `ErreurImpossible de mettre à jour le statut. La commande ${order.number} est déjà annulée.`,
  );
  await expect(dialog).toHaveCount(0);
  await expect(panelOf(page, order)).toContainText("Rupture");
  expect(await storedOrder(shop, order)).toEqual({ status: "cancelled", cancellation_reason: "Rupture" });
  // The same when the database itself has to refuse.
  await page.unroute(CHANGE);
  await page.getByRole("searchbox", { name: "Rechercher une commande" }).fill(other.number);
  await expect(finish(page, other)).toBeEnabled();
  await page.route(CHANGE, async (route) => {
    if (route.request().method() !== "PATCH") return route.fallback();
    await shop.sql`update orders set status = 'completed' where id = ${other.id}`;
    const message = "Une commande « completed » ne peut pas devenir « processing »";
    await route.fulfill({ status: 400, json: { code: "YA006", message, details: null, hint: null } });
  });
  await panelOf(page, other).getByRole("button", { name: "Traiter" }).click();
  await expect(
    errorToast(page).filter({ hasText: `La commande ${other.number} est déjà terminée.` }),
  ).toBeVisible();
  await expect(finish(page, other)).toBeDisabled();
  forgive(pageErrors, /status of 400/);
});

test("an order is brought on by the keyboard alone, without a finding of axe on the way", async ({
  page,
  shop,
  goods,
  customer,
  administrator,
}) => {
  const order = await orderFor(shop, await customer(), { lines: [{ goods: await goods(), quantity: 1 }] });
  await openOffice(page, shop, await administrator(), `/admin/orders?search=${order.number}`);
  await expect(rowOf(page, order)).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Aller au contenu" })).toBeFocused();
  await page.keyboard.press("Enter");
  await enter(page, toggleOf(page, order));
  await expect(toggleOf(page, order)).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("Enter");
  await expect(toggleOf(page, order)).toHaveAttribute("aria-expanded", "true");
  await expectNoFindings(page);
  const panel = panelOf(page, order);
  await enter(page, panel.getByRole("button", { name: "Traiter" }));
  await expect(rowOf(page, order).getByText("PROCESSING", { exact: true })).toBeVisible();
  // The button that was pressed has gone.
  await expect(toggleOf(page, order)).toBeFocused();
  await enter(page, panel.getByRole("button", { name: "Annuler" }));
  const dialog = page.getByRole("dialog");
  await enter(page, dialog.getByRole("button", { name: "Annuler la commande" }));
  await expect(dialog.getByLabel("Motif de l'annulation")).toBeFocused();
  await expectNoFindings(page);
  await write(page, dialog.getByLabel("Motif de l'annulation"), "Client injoignable");
  await reach(page, dialog.getByRole("button", { name: "Annuler la commande" }));
  await page.keyboard.press("Enter");
  await expect(rowOf(page, order).getByText("CANCELLED", { exact: true })).toBeVisible();
  await expect(toggleOf(page, order)).toBeFocused();
  await expectNoFindings(page);
});
