/** One attempt to buy is one order: a request that never arrives, and a reload during a request. */
import type { Page } from "@playwright/test";
import { toCartLine } from "#tests/support/browser-storage.ts";
import {
  expectConfirmed,
  getConfirmButton,
  openCheckout,
  readStoredCart,
} from "#tests/support/e2e/customer.ts";
import { allowErrors, expect, expectLoggedError, test } from "#tests/support/e2e/fixtures.ts";
import { listOrders } from "#tests/support/orders.ts";

const ORDERS_URL = "**/rest/v1/orders?*";
const NETWORK_ERROR = /ERR_FAILED|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION/;

const getProblem = (page: Page) => page.getByRole("region", { name: "Votre commande" }).getByRole("alert");

test("a request that never arrived is sent again and becomes one order", async ({
  page,
  shop,
  createProduct,
  customer,
  pageErrors,
}) => {
  const account = await customer();
  const drill = await createProduct({ stock: 5 });
  await openCheckout(page, shop, account, toCartLine(drill, 2));
  await page.route(ORDERS_URL, (route) =>
    route.request().method() === "POST" ? route.abort("internetdisconnected") : route.continue(),
  );
  await getConfirmButton(page).click();
  await expect(getProblem(page)).toContainText(
    "Le réseau ne répond pas. Rien n'est perdu : renvoyez la commande, elle ne sera enregistrée qu'une fois.",
  );
  await expect(page.getByRole("region", { name: "Notifications" }).getByRole("alert")).toHaveText(
    "ErreurImpossible d'enregistrer votre commande. Veuillez réessayer.",
  );
  await expect(getConfirmButton(page)).toBeEnabled();
  expect(await listOrders(shop.sql, account)).toEqual([]);
  expect(await readStoredCart(page)).toEqual([toCartLine(drill, 2)]);
  await expect(page.getByLabel("Adresse")).toHaveValue(/Patte d'Oie/);

  await page.unroute(ORDERS_URL);
  await getProblem(page).getByRole("button", { name: "Réessayer" }).click();
  await expect(page).toHaveURL("/order-confirmation");
  const orders = await listOrders(shop.sql, account);
  expect(orders).toHaveLength(1);
  await expectConfirmed(page, orders[0]);
  const [left] = await shop.sql<{ stock: number }[]>`select stock from products where id = ${drill.id}`;
  expect(left?.stock).toBe(3);
  await expectLoggedError(pageErrors, NETWORK_ERROR);
  allowErrors(pageErrors, /order: refused/);
});

test("a reload during the order request makes one order", async ({ page, shop, createProduct, customer }) => {
  const account = await customer();
  await openCheckout(page, shop, account, toCartLine(await createProduct()));
  const arrived = Promise.withResolvers<void>();
  await page.route(ORDERS_URL, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await route.fetch();
    arrived.resolve();
  });
  await getConfirmButton(page).click();
  await arrived.promise;
  await page.reload();
  await expect(page).toHaveURL("/order-confirmation");
  const orders = await listOrders(shop.sql, account);
  expect(orders).toHaveLength(1);
  await expectConfirmed(page, orders[0]);
});
