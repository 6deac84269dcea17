/** The orders of the back office: found, read, and followed while they are open. */
import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { orderFor } from "../support/account.ts";
import { expect, expectScreen, francs, listRows, openOffice, test } from "../support/office.ts";
import { finish, panelOf, rowOf, toggleOf } from "../support/office-orders.ts";

const newOnes = (page: Page) => page.getByRole("status").filter({ hasText: /nouvelles? commandes?/ });

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
