/** Changes of the order status by keyboard, and the documented status colors. */
import type { Locator } from "@playwright/test";
import { createCustomerOrder } from "#tests/support/e2e/account.ts";
import { openAdmin } from "#tests/support/e2e/admin.ts";
import { getPanel, getRow, getToggle } from "#tests/support/e2e/admin-orders.ts";
import { expect, test } from "#tests/support/e2e/fixtures.ts";
import { pressEnterOn, typeInto } from "#tests/support/e2e/keyboard.ts";
import { getStoredOrder } from "#tests/support/orders.ts";

const YELLOW = "rgb(253, 240, 207)";
const GREEN = "rgb(227, 242, 233)";
const BLUE = "rgb(228, 236, 249)";
const RED = "rgb(251, 234, 227)";

async function expectBadge(row: Locator, text: string, color: string): Promise<void> {
  await expect(row.getByText(text, { exact: true })).toHaveCSS("background-color", color);
}

test("an order is processed and cancelled by keyboard alone", { tag: "@long" }, async ({
  page,
  shop,
  createProduct,
  customer,
  administrator,
}) => {
  const order = await createCustomerOrder(shop, await customer(), {
    lines: [{ product: await createProduct(), quantity: 1 }],
  });
  await openAdmin(page, shop, await administrator(), `/admin/orders?search=${order.number}`);
  const row = getRow(page, order);
  await expectBadge(row, "PENDING", YELLOW);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Aller au contenu" })).toBeFocused();
  await page.keyboard.press("Enter");
  await pressEnterOn(page, getToggle(page, order));
  await expect(getToggle(page, order)).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("Enter");
  await expect(getToggle(page, order)).toHaveAttribute("aria-expanded", "true");
  const panel = getPanel(page, order);
  await pressEnterOn(page, panel.getByRole("button", { name: "Traiter" }));
  await expectBadge(row, "PROCESSING", BLUE);
  // The button that was pressed is removed.
  await expect(getToggle(page, order)).toBeFocused();
  const cancel = panel.getByRole("button", { name: "Annuler" });
  await pressEnterOn(page, cancel);
  const dialog = page.getByRole("dialog");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(cancel).toBeFocused();
  await page.keyboard.press("Enter");
  await pressEnterOn(page, dialog.getByRole("button", { name: "Annuler la commande" }));
  await expect(dialog.getByLabel("Motif de l'annulation")).toBeFocused();
  await typeInto(page, dialog.getByLabel("Motif de l'annulation"), "Client injoignable");
  await pressEnterOn(page, dialog.getByRole("button", { name: "Annuler la commande" }));
  await expectBadge(row, "CANCELLED", RED);
  await expect(getToggle(page, order)).toBeFocused();
  expect(await getStoredOrder(shop.sql, order)).toEqual({
    status: "cancelled",
    cancellation_reason: "Client injoignable",
  });
});

test("an order is completed by keyboard alone", { tag: "@long" }, async ({
  page,
  shop,
  createProduct,
  customer,
  administrator,
}) => {
  const order = await createCustomerOrder(shop, await customer(), {
    lines: [{ product: await createProduct(), quantity: 1 }],
  });
  await openAdmin(page, shop, await administrator(), `/admin/orders?search=${order.number}`);
  const finish = page.getByRole("button", { name: `Terminer la commande ${order.number}` });
  await finish.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: `Terminer la commande ${order.number}` });
  await dialog.getByRole("button", { name: "Terminer la commande" }).press("Enter");
  await expectBadge(getRow(page, order), "COMPLETED", GREEN);
  await expect(finish).toBeDisabled();
  // The button that was pressed is disabled.
  await expect(getToggle(page, order)).toBeFocused();
  expect(await getStoredOrder(shop.sql, order)).toMatchObject({ status: "completed" });
});
