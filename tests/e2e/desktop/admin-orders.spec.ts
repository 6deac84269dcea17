/** Live updates of the admin order list. */
import { createCustomerOrder } from "#tests/support/e2e/account.ts";
import { getListRows, openAdmin } from "#tests/support/e2e/admin.ts";
import { getRow } from "#tests/support/e2e/admin-orders.ts";
import { expect, test } from "#tests/support/e2e/fixtures.ts";

test("new orders and other people's changes appear without a reload", async ({
  page,
  shop,
  createProduct,
  customer,
  administrator,
}) => {
  const account = await customer();
  const lines = [{ product: await createProduct({ stock: 90 }), quantity: 1 }];
  const order = await createCustomerOrder(shop, account, { lines });
  await openAdmin(page, shop, await administrator(), "/admin/orders");
  await expect(getRow(page, order)).toBeVisible();
  const bell = page.getByRole("button", { name: /^En attente : \d+/ });
  const waiting = Number((await bell.getAttribute("aria-label"))?.replace(/\D/g, ""));
  const next = await createCustomerOrder(shop, account, { lines });
  await expect(getListRows(page).first()).toContainText(next.number);
  await expect(bell).toHaveAccessibleName(`En attente : ${waiting + 1}`);
  await shop.sql`update orders set status = 'processing' where id = ${order.id}`;
  await expect(getRow(page, order).getByText("PROCESSING", { exact: true })).toBeVisible();
  await expect(bell).toHaveAccessibleName(`En attente : ${waiting}`);
});

test("a new order is told on every screen: by a toast, and in the title until the list is looked at", async ({
  page,
  shop,
  createProduct,
  customer,
  administrator,
}) => {
  const account = await customer();
  const lines = [{ product: await createProduct({ stock: 90 }), quantity: 1 }];
  await createCustomerOrder(shop, account, { lines });
  // The first query of the known orders follows the subscription.
  const subscribed = page.waitForResponse(
    /\/rest\/v1\/orders\?select=id%2Cnumber%2Ccustomer_name%2Ctotal_amount/,
  );
  await openAdmin(page, shop, await administrator(), "/admin/limits");
  await subscribed;
  const order = await createCustomerOrder(shop, account, { lines });
  const toasts = page.getByRole("region", { name: "Notifications" });
  await expect(toasts).toContainText(`Nouvelle commande ${order.number}`);
  await expect(page.getByRole("link").first(), "the way to the content is first").toHaveText(
    "Aller au contenu",
  );
  await expect(page).toHaveTitle("(1) Limites | Yaaré");
  await createCustomerOrder(shop, account, { lines });
  await expect(toasts).toContainText("2 nouvelles commandes");
  await expect(page).toHaveTitle("(2) Limites | Yaaré");
  await toasts.getByRole("link", { name: "Voir les commandes" }).click();
  await expect(page).toHaveTitle("Commandes | Yaaré");
});

test("the sound of new orders is off until it is switched on in this browser", { tag: "@long" }, async ({
  page,
  shop,
  administrator,
}) => {
  await openAdmin(page, shop, await administrator(), "/admin/limits");
  const bell = page.getByRole("button", { name: /^En attente/ });
  await bell.click();
  const sound = page.getByRole("checkbox", { name: "Son à chaque commande" });
  await expect(sound).not.toBeChecked();
  await sound.check();
  await page.reload();
  await bell.click();
  await expect(sound).toBeChecked();
});

test("in a filtered list orders are updated in place and new ones are counted", async ({
  page,
  shop,
  createProduct,
  customer,
  administrator,
}) => {
  const account = await customer();
  const lines = [{ product: await createProduct({ stock: 90 }), quantity: 1 }];
  const order = await createCustomerOrder(shop, account, { lines });
  await openAdmin(page, shop, await administrator(), "/admin/orders?status=pending");
  await expect(getRow(page, order)).toBeVisible();
  await shop.sql`update orders set status = 'processing' where id = ${order.id}`;
  await expect(getRow(page, order).getByText("PROCESSING", { exact: true })).toBeVisible();
  const arrived = page.getByRole("status").filter({ hasText: /nouvelles? commandes?/ });
  await createCustomerOrder(shop, account, { lines });
  await expect(arrived).toHaveText("1 nouvelle commande – Afficher");
  const last = await createCustomerOrder(shop, account, { lines });
  await expect(arrived).toHaveText("2 nouvelles commandes – Afficher");
  await expect(getRow(page, last)).toHaveCount(0);
  await arrived.getByRole("link", { name: "Afficher" }).click();
  await expect(page).toHaveURL("/admin/orders");
  await expect(getListRows(page).first()).toContainText(last.number);
  await expect(arrived).toHaveCount(0);
});
