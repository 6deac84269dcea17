/** The orders of the back office: found, read, brought to their next state, followed while they are open, printed. */
import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import type { Shop } from "../support/shop.ts";
import { errorToast, orderFor, toasts } from "./account.ts";
import { expectNoFindings } from "./axe.ts";
import { enter, reach, write } from "./keyboard.ts";
import { expect, expectScreen, forgive, francs, hold, listRows, openOffice, test } from "./office.ts";

/** The list as it is read, with or without a search. */
const READ = /\/rest\/v1\/(rpc\/search_)?orders\?.*(limit|offset)=/;
const CHANGE = /\/rest\/v1\/orders\?id=eq\./;

const rowOf = (page: Page, { number }: { number: string }) => listRows(page).filter({ hasText: number });
const panelOf = (page: Page, { number }: { number: string }) =>
  page.getByRole("region", { name: `Commande ${number}` });
const toggleOf = (page: Page, { number }: { number: string }) =>
  page.getByRole("button", { name: `Détails de la commande ${number}` });
const finish = (page: Page, { number }: { number: string }) =>
  page.getByRole("button", { name: `Terminer la commande ${number}` });
const newOnes = (page: Page) => page.getByRole("status").filter({ hasText: /nouvelles? commandes?/ });

/** What the database holds of an order. */
async function stored(shop: Shop, { id }: { id: string }) {
  const [order] = await shop.sql<{ status: string; cancellation_reason: string | null }[]>`
    select status, cancellation_reason from orders where id = ${id}`;
  return order;
}

/** Which colour a reader would call its background. */
async function toneOf(badge: Locator): Promise<string> {
  const [red = 0, green = 0, blue = 0] = await badge.evaluate((element) =>
    (getComputedStyle(element).backgroundColor.match(/\d+/g) ?? []).map(Number),
  );
  if (red > 245 && green > 230 && blue < 220) return "yellow";
  if (green > red && green > blue) return "green";
  if (blue > red && blue > green) return "blue";
  return red > 245 && green < 240 ? "red" : "gray";
}

test("an order is one row: reference, number, customer, pictures, total and status, unfolded to all the rest", async ({
  page,
  shop,
  goods,
  customer,
  administrator,
}) => {
  const known = await customer();
  const products = [];
  for (const price of [12_500, 500, 700, 900, 1_100]) products.push(await goods({ price, stock: 40 }));
  const [drill, ...others] = products;
  if (!drill) throw new Error("no goods");
  const order = await orderFor(shop, known, {
    lines: [{ goods: drill, quantity: 2 }, ...others.map((each) => ({ goods: each, quantity: 1 }))],
    notes: "Portail bleu, appeler en arrivant",
  });
  // As other hands may have written it: the shop's own products come in one kind.
  await shop.sql`
    update orders set payment_info = jsonb_set(payment_info, '{items,0,options}', '{"Couleur": "bleu", "Mandrin": 13}')
    where id = ${order.id}`;
  await openOffice(page, shop, await administrator(), `/admin/orders?search=${order.number}`);
  await expectScreen(page, "Commandes");
  await expect(page.getByRole("status").filter({ hasText: /^1 commande$/ })).toBeVisible();
  const row = rowOf(page, order);
  await expect(row).toContainText(order.id.slice(0, 8));
  await expect(row).not.toContainText(order.id.slice(0, 9));
  await expect(row).toContainText("Fatou Sawadogo");
  await expect(row.getByRole("img")).toHaveCount(3);
  await expect(row.getByRole("img").first()).toHaveAccessibleName(drill.name);
  await expect(row).toContainText("+2 autres produits");
  await expect(row).toContainText(francs(order.total_amount));
  await expect(row.getByText("PENDING", { exact: true })).toBeVisible();
  await expect(finish(page, order)).toHaveText("Terminer");
  // A search that finds one order has it open.
  const panel = panelOf(page, order);
  const line = panel.getByRole("listitem").filter({ hasText: drill.name });
  await expect(line).toContainText(francs(25_000));
  await expect(line).toContainText("Couleur : bleu, Mandrin : 13");
  await expect(panel).toContainText("Patte d'Oie, portail bleu");
  await expect(panel).toContainText("Portail bleu, appeler en arrivant");
  await expect(panel).toContainText("Paiement à la livraison");
  await expect(panel.getByRole("link", { name: "+226 76 54 32 10", exact: true })).toHaveAttribute(
    "href",
    "tel:+22676543210",
  );
  const chat = panel.getByRole("link", { name: /^WhatsApp/ });
  await expect(chat).toHaveAttribute(
    "href",
    new RegExp(`^https://wa\\.me/22676543210\\?text=.*${order.number}`),
  );
  await expect(panel.getByRole("listitem").filter({ hasText: "Commande passée" })).toContainText(
    "par Fatou Sawadogo",
  );
  await toggleOf(page, order).click();
  await expect(panel).toHaveCount(0);
  await expect(toggleOf(page, order)).toHaveAttribute("aria-expanded", "false");
});

test("each status has its colour, and none is «N/A»", async ({
  page,
  shop,
  goods,
  customer,
  administrator,
}) => {
  const known = await customer();
  const screw = await goods({ stock: 40 });
  const name = `Tons ${randomUUID().slice(0, 8)}`;
  const shown = [
    ["pending", "PENDING", "yellow"],
    ["en_attente", "EN_ATTENTE", "yellow"],
    ["processing", "PROCESSING", "blue"],
    ["en_cours", "EN_COURS", "blue"],
    ["completed", "COMPLETED", "green"],
    ["terminée", "TERMINÉE", "green"],
    ["cancelled", "CANCELLED", "red"],
    ["annulée", "ANNULÉE", "red"],
    ["on-the-road", "ON-THE-ROAD", "gray"],
    [null, "N/A", "gray"],
  ] as const;
  const given = new Map<string, string | null>();
  for (const [status] of shown) {
    const { id } = await orderFor(shop, known, { lines: [{ goods: screw, quantity: 1 }] });
    await shop.sql`update orders set customer_name = ${name} where id = ${id}`;
    given.set(id, status);
  }
  // The list and what is read again of it.
  await page.route(/orders\?.*select=id(%2C|,)number/, async (route) => {
    const response = await route.fetch();
    const found: { id: string }[] = await response.json();
    await route.fulfill({ response, json: found.map((row) => ({ ...row, status: given.get(row.id) })) });
  });
  await openOffice(page, shop, await administrator(), `/admin/orders?search=${encodeURIComponent(name)}`);
  await expect(listRows(page)).toHaveCount(10);
  for (const [, label, tone] of shown) {
    const badge = listRows(page).getByText(label, { exact: true });
    await expect(badge).toBeVisible();
    expect(await toneOf(badge), label).toBe(tone);
  }
});

test("orders are found by number, name and phone, filtered by status and days, newest first, in pages", async ({
  page,
  shop,
  goods,
  customer,
  administrator,
}) => {
  const known = await customer();
  const screw = await goods({ stock: 90 });
  const lines = [{ goods: screw, quantity: 1 }];
  const word = randomUUID().slice(0, 8);
  const orders = [];
  for (let n = 0; n < 27; n += 1) {
    const created_at = new Date(Date.UTC(2026, 2, 10, 12) - n * 86_400_000).toISOString();
    orders.push(await orderFor(shop, known, { lines, created_at, ...(n === 3 && { status: "processing" }) }));
  }
  await shop.sql`update orders set customer_name = ${`Zénabou ${word}`} where user_id = ${known.id}`;
  const [newest, second, , fourth] = orders;
  if (!newest || !second || !fourth) throw new Error("no orders");
  await shop.sql`update orders set customer_phone = '+22651020304' where id = ${second.id}`;
  await openOffice(page, shop, await administrator(), "/admin/orders");
  const search = page.getByRole("searchbox", { name: "Rechercher une commande" });
  await search.fill(`zenabou ${word}`);
  await expect(page.getByRole("status").filter({ hasText: /^27 commandes$/ })).toBeVisible();
  await expect(listRows(page)).toHaveCount(25);
  await expect(listRows(page).nth(0)).toContainText(newest.number);
  await expect(listRows(page).nth(1)).toContainText(second.number);
  await page.getByRole("link", { name: "Suivant" }).click();
  await expect(listRows(page)).toHaveCount(2);
  await expect(page).toHaveURL(/page=2/);
  await page.getByLabel("Statut").focus();
  await page.getByLabel("Statut").selectOption("En cours");
  await expect(listRows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/[?&]status=processing(&|$)/);
  await expect(page).not.toHaveURL(/page=/);
  await expect(page.getByLabel("Statut")).toBeFocused();
  await page.getByLabel("Statut").selectOption("Tous les statuts");
  await page.getByLabel("Du", { exact: true }).fill("2026-03-07");
  await page.getByLabel("Au", { exact: true }).fill("2026-03-09");
  await expect(listRows(page)).toHaveCount(3);
  await page.reload();
  await expect(listRows(page)).toHaveCount(3);
  await expect(listRows(page).nth(0)).toContainText(second.number);
  await expect(listRows(page).nth(2)).toContainText(fourth.number);
  await expect(page.getByLabel("Du", { exact: true })).toHaveValue("2026-03-07");
  await page.getByRole("link", { name: "Effacer" }).click();
  await expect(page).toHaveURL("/admin/orders");
  for (const text of [newest.number, newest.number.slice(4)]) {
    await search.fill(text);
    await expect(rowOf(page, newest)).toBeVisible();
  }
  await search.fill("51 02 03 04");
  await expect(listRows(page)).toHaveCount(1);
  await expect(rowOf(page, second)).toBeVisible();
  await search.fill("zz");
  await expect(page.getByText("Saisissez au moins trois lettres pour chercher.")).toBeVisible();
  await search.fill("zzqqxx");
  await expect(page.getByText("Aucune commande ne correspond à ces critères.")).toBeVisible();
  await page.goto(`/admin/orders?search=${word}&page=99`);
  await expect(page.getByRole("navigation", { name: "Pages" })).toContainText("1 à 25");
});

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
  expect(await stored(shop, first)).toMatchObject({ status: "completed" });

  await page.getByRole("searchbox", { name: "Rechercher une commande" }).fill(second.number);
  const cancel = panelOf(page, second).getByRole("button", { name: "Annuler" });
  await cancel.click();
  const dialog = page.getByRole("dialog", { name: `Annuler la commande ${second.number} ?` });
  await dialog.getByRole("button", { name: "Annuler la commande" }).click();
  await expect(dialog.getByText("Le motif de l'annulation est requis")).toBeVisible();
  await dialog.getByRole("button", { name: "Garder la commande" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(cancel).toBeFocused();
  expect(await stored(shop, second)).toMatchObject({ status: "pending" });
  await cancel.click();
  await dialog.getByLabel("Motif de l'annulation").fill("Client injoignable");
  await dialog.getByRole("button", { name: "Annuler la commande" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, second).getByText("CANCELLED", { exact: true })).toBeVisible();
  await expect(panelOf(page, second)).toContainText("Client injoignable");
  await expect(finish(page, second)).toBeDisabled();
  expect(await stored(shop, second)).toEqual({
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
  await expect(errorToast(page).filter({ hasText: "le statut. Une erreur est survenue" })).toBeVisible();
  await expect(panel.getByRole("button", { name: "Traiter" })).toBeVisible();
  expect(await stored(shop, order)).toMatchObject({ status: "pending" });
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
  expect(await stored(shop, order)).toEqual({ status: "cancelled", cancellation_reason: "Rupture" });
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

test("new orders come in by themselves, and so does what others change", async ({
  page,
  shop,
  goods,
  customer,
  administrator,
}) => {
  const known = await customer();
  const screw = await goods({ stock: 90 });
  const lines = [{ goods: screw, quantity: 1 }];
  const order = await orderFor(shop, known, { lines });
  await openOffice(page, shop, await administrator(), "/admin/orders");
  await expect(rowOf(page, order)).toBeVisible();
  const bell = page.getByRole("button", { name: /^En attente : \d+/ });
  const waiting = Number((await bell.getAttribute("aria-label"))?.replace(/\D/g, ""));
  const next = await orderFor(shop, known, { lines });
  await expect(listRows(page).first()).toContainText(next.number);
  await expect(bell).toHaveAccessibleName(`En attente : ${waiting + 1}`);
  await shop.sql`update orders set status = 'processing' where id = ${order.id}`;
  await expect(rowOf(page, order).getByText("PROCESSING", { exact: true })).toBeVisible();
  await expect(bell).toHaveAccessibleName(`En attente : ${waiting}`);
  // Where the address asks for some of them, nothing moves: what is shown changes, and new ones are counted.
  await page.getByLabel("Statut").selectOption("En attente");
  await expect(rowOf(page, next)).toBeVisible();
  await expect(rowOf(page, order)).toHaveCount(0);
  await shop.sql`update orders set status = 'processing' where id = ${next.id}`;
  await expect(rowOf(page, next).getByText("PROCESSING", { exact: true })).toBeVisible();
  await orderFor(shop, known, { lines });
  await expect(newOnes(page)).toHaveText("1 nouvelle commande – Afficher");
  const last = await orderFor(shop, known, { lines });
  await expect(newOnes(page)).toHaveText("2 nouvelles commandes – Afficher");
  await expect(rowOf(page, last)).toHaveCount(0);
  await newOnes(page).getByRole("link", { name: "Afficher" }).click();
  await expect(page).toHaveURL("/admin/orders");
  await expect(listRows(page).first()).toContainText(last.number);
  await expect(newOnes(page)).toHaveCount(0);
});

test("the delivery slip says what the courier needs, on paper without anything around it", async ({
  page,
  shop,
  goods,
  customer,
  administrator,
  isMobile,
}) => {
  const drill = await goods({ price: 12_500 });
  const order = await orderFor(shop, await customer(), {
    lines: [{ goods: drill, quantity: 2 }],
    notes: "En face de la pharmacie",
  });
  await shop.sql`
    update orders set payment_info = jsonb_set(payment_info, '{items,0,options}', '{"Couleur": "bleu"}')
    where id = ${order.id}`;
  const [settings] = await shop.sql<
    { shop_name: string; phone: string }[]
  >`select shop_name, phone from shop_settings`;
  await openOffice(page, shop, await administrator(), `/admin/orders?search=${order.number}`);
  await panelOf(page, order).getByRole("link", { name: "Bon de livraison" }).click();
  const slip = page.getByRole("article", { name: "Bon de livraison" });
  for (const text of [
    order.number,
    order.id.slice(0, 8),
    settings?.shop_name,
    settings?.phone,
    "Fatou Sawadogo",
  ]) {
    await expect(slip).toContainText(text ?? "no settings");
  }
  await expect(slip).toContainText("Patte d'Oie, portail bleu");
  await expect(slip).toContainText("+226 76 54 32 10");
  await expect(slip).toContainText("En face de la pharmacie");
  const line = slip.getByRole("row").filter({ hasText: drill.name });
  await expect(line.getByRole("cell").first()).toHaveText("2");
  await expect(line).toContainText(francs(25_000));
  await expect(line).toContainText("Couleur : bleu");
  await expect(slip.getByText("À encaisser en espèces")).toBeVisible();
  await expect(slip).toContainText(francs(order.total_amount));
  await expect(slip.getByText("Signature du client")).toBeVisible();
  await expect(page).toHaveTitle(`Bon de livraison ${order.number} | Yaaré`);
  await expectNoFindings(page);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "");
  });
  await page.getByRole("button", { name: "Imprimer" }).click();
  await expect(page.locator("body[data-printed]")).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button", { name: "Imprimer" })).toBeHidden();
  await expect(slip).toBeVisible();
  const seen = await page.evaluate(() =>
    [...document.body.children]
      .filter((element) => element.checkVisibility())
      .map(({ localName }) => localName),
  );
  expect(seen).toEqual(["main"]);
  if (isMobile) return;
  await page.emulateMedia({ media: "screen" });
  await shop.sql`update orders set status = 'completed' where id = ${order.id}`;
  await page.reload();
  await expect(page.getByText("Cette commande est terminée : il n'y a plus rien à livrer.")).toBeVisible();
  await page.goto("/admin/orders/none/slip");
  await expect(page.getByRole("heading", { name: "Commande introuvable" })).toBeVisible();
  await expectNoFindings(page);
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
