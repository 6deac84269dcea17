/** One attempt to buy is one order: a request that never arrives, and a reload while one is on its way. */
import type { Page } from "@playwright/test";
import { ordersOf } from "../../support/orders.ts";
import {
  atCheckout,
  cartLine,
  confirmButton,
  expect,
  expectConfirmed,
  expectLogged,
  forgive,
  storedCart,
  test,
} from "../support/shopper.ts";

const ORDERS = "**/rest/v1/orders?*";
const NETWORK = /ERR_FAILED|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION/;

const problem = (page: Page) => page.getByRole("region", { name: "Votre commande" }).getByRole("alert");

test("a request that never arrived is sent again and becomes one order", async ({
  page,
  shop,
  goods,
  customer,
  pageErrors,
}) => {
  const known = await customer();
  const drill = await goods({ stock: 5 });
  await atCheckout(page, shop, known, cartLine(drill, 2));
  await page.route(ORDERS, (route) =>
    route.request().method() === "POST" ? route.abort("internetdisconnected") : route.continue(),
  );
  await confirmButton(page).click();
  await expect(problem(page)).toContainText(
    "Le réseau ne répond pas. Rien n'est perdu : renvoyez la commande, elle ne sera enregistrée qu'une fois.",
  );
  await expect(page.getByRole("region", { name: "Notifications" }).getByRole("alert")).toHaveText(
    "ErreurImpossible d'enregistrer votre commande. Veuillez réessayer.",
  );
  await expect(confirmButton(page)).toBeEnabled();
  expect(await ordersOf(shop.sql, known)).toEqual([]);
  expect(await storedCart(page)).toEqual([cartLine(drill, 2)]);
  await expect(page.getByLabel("Adresse")).toHaveValue(/Patte d'Oie/);

  await page.unroute(ORDERS);
  await problem(page).getByRole("button", { name: "Réessayer" }).click();
  await expect(page).toHaveURL("/order-confirmation");
  const orders = await ordersOf(shop.sql, known);
  expect(orders).toHaveLength(1);
  await expectConfirmed(page, orders[0]);
  const [left] = await shop.sql<{ stock: number }[]>`select stock from products where id = ${drill.id}`;
  expect(left?.stock).toBe(3);
  await expectLogged(pageErrors, NETWORK);
  forgive(pageErrors, /order: refused/);
});

test("a reload while the order is on its way is one order", async ({ page, shop, goods, customer }) => {
  const known = await customer();
  await atCheckout(page, shop, known, cartLine(await goods()));
  const arrived = Promise.withResolvers<void>();
  await page.route(ORDERS, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await route.fetch();
    arrived.resolve();
  });
  await confirmButton(page).click();
  await arrived.promise;
  await page.reload();
  await expect(page).toHaveURL("/order-confirmation");
  const orders = await ordersOf(shop.sql, known);
  expect(orders).toHaveLength(1);
  await expectConfirmed(page, orders[0]);
});
