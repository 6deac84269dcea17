/** The orders of the back office, followed while they are open. */
import { orderFor } from "../support/account.ts";
import { rowOf } from "../support/admin-orders.ts";
import { expect, listRows, openOffice, test } from "../support/office.ts";

test("new orders come in by themselves, and so does what others change", async ({
  page,
  shop,
  goods,
  customer,
  administrator,
}) => {
  const known = await customer();
  const lines = [{ goods: await goods({ stock: 90 }), quantity: 1 }];
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
});

test("where the address asks for some orders, these change in their places and new ones are counted", async ({
  page,
  shop,
  goods,
  customer,
  administrator,
}) => {
  const known = await customer();
  const lines = [{ goods: await goods({ stock: 90 }), quantity: 1 }];
  const order = await orderFor(shop, known, { lines });
  await openOffice(page, shop, await administrator(), "/admin/orders?status=pending");
  await expect(rowOf(page, order)).toBeVisible();
  await shop.sql`update orders set status = 'processing' where id = ${order.id}`;
  await expect(rowOf(page, order).getByText("PROCESSING", { exact: true })).toBeVisible();
  const arrived = page.getByRole("status").filter({ hasText: /nouvelles? commandes?/ });
  await orderFor(shop, known, { lines });
  await expect(arrived).toHaveText("1 nouvelle commande – Afficher");
  const last = await orderFor(shop, known, { lines });
  await expect(arrived).toHaveText("2 nouvelles commandes – Afficher");
  await expect(rowOf(page, last)).toHaveCount(0);
  await arrived.getByRole("link", { name: "Afficher" }).click();
  await expect(page).toHaveURL("/admin/orders");
  await expect(listRows(page).first()).toContainText(last.number);
  await expect(arrived).toHaveCount(0);
});
