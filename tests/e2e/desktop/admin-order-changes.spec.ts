/** Orders brought to their next state by the keyboard, in the colours that are documented. */
import type { Locator } from "@playwright/test";
import { storedOrder } from "../../support/orders.ts";
import { orderFor } from "../support/account.ts";
import { panelOf, rowOf, toggleOf } from "../support/admin-orders.ts";
import { enter, write } from "../support/keyboard.ts";
import { expect, openOffice, test } from "../support/office.ts";

const YELLOW = "rgb(253, 240, 207)";
const GREEN = "rgb(227, 242, 233)";
const BLUE = "rgb(228, 236, 249)";
const RED = "rgb(251, 234, 227)";

async function expectBadge(row: Locator, text: string, colour: string): Promise<void> {
  await expect(row.getByText(text, { exact: true })).toHaveCSS("background-color", colour);
}

test("an order is taken on and cancelled by the keyboard alone", async ({
  page,
  shop,
  goods,
  customer,
  administrator,
}) => {
  const order = await orderFor(shop, await customer(), { lines: [{ goods: await goods(), quantity: 1 }] });
  await openOffice(page, shop, await administrator(), `/admin/orders?search=${order.number}`);
  const row = rowOf(page, order);
  await expectBadge(row, "PENDING", YELLOW);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Aller au contenu" })).toBeFocused();
  await page.keyboard.press("Enter");
  await enter(page, toggleOf(page, order));
  await expect(toggleOf(page, order)).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("Enter");
  await expect(toggleOf(page, order)).toHaveAttribute("aria-expanded", "true");
  const panel = panelOf(page, order);
  await enter(page, panel.getByRole("button", { name: "Traiter" }));
  await expectBadge(row, "PROCESSING", BLUE);
  // The button that was pressed has gone.
  await expect(toggleOf(page, order)).toBeFocused();
  const cancel = panel.getByRole("button", { name: "Annuler" });
  await enter(page, cancel);
  const dialog = page.getByRole("dialog");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(cancel).toBeFocused();
  await page.keyboard.press("Enter");
  await enter(page, dialog.getByRole("button", { name: "Annuler la commande" }));
  await expect(dialog.getByLabel("Motif de l'annulation")).toBeFocused();
  await write(page, dialog.getByLabel("Motif de l'annulation"), "Client injoignable");
  await enter(page, dialog.getByRole("button", { name: "Annuler la commande" }));
  await expectBadge(row, "CANCELLED", RED);
  await expect(toggleOf(page, order)).toBeFocused();
  expect(await storedOrder(shop.sql, order)).toEqual({
    status: "cancelled",
    cancellation_reason: "Client injoignable",
  });
});

test("an order is finished by the keyboard alone", async ({ page, shop, goods, customer, administrator }) => {
  const order = await orderFor(shop, await customer(), { lines: [{ goods: await goods(), quantity: 1 }] });
  await openOffice(page, shop, await administrator(), `/admin/orders?search=${order.number}`);
  const finish = page.getByRole("button", { name: `Terminer la commande ${order.number}` });
  await finish.focus();
  await page.keyboard.press("Enter");
  await expectBadge(rowOf(page, order), "COMPLETED", GREEN);
  await expect(finish).toBeDisabled();
  // The button that was pressed can be pressed no more.
  await expect(toggleOf(page, order)).toBeFocused();
  expect(await storedOrder(shop.sql, order)).toMatchObject({ status: "completed" });
});
