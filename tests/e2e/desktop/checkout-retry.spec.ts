/**
 * One attempt to buy is one order, whatever the network and the fingers do: the button pressed twice, a request
 * that never arrives, an answer that gets lost, a reload in between.
 */
import type { Page, Request } from "@playwright/test";
import {
  atCheckout,
  cartLine,
  confirmButton,
  expect,
  expectConfirmed,
  expectLogged,
  forgive,
  hold,
  ordersOf,
  storedCart,
  test,
} from "../support/shopper.ts";

const ORDERS = "**/rest/v1/orders?*";
const NETWORK = /ERR_FAILED|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION/;

const problem = (page: Page) => page.getByRole("region", { name: "Votre commande" }).getByRole("alert");

async function expectNoAnswerSaid(page: Page) {
  await expect(problem(page)).toContainText(
    "Le réseau ne répond pas. Rien n'est perdu : renvoyez la commande, elle ne sera enregistrée qu'une fois.",
  );
  await expect(page.getByRole("region", { name: "Notifications" }).getByRole("alert")).toHaveText(
    "ErreurImpossible d'enregistrer votre commande. Veuillez réessayer.",
  );
  await expect(confirmButton(page)).toBeEnabled();
}

/** Lets orders reach the shop and drops its answers, until `restore` is called. */
async function loseAnswers(page: Page): Promise<{ restore(): Promise<void> }> {
  await page.route(ORDERS, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await route.fetch();
    await route.abort();
  });
  return { restore: () => page.unroute(ORDERS) };
}

test("two clicks at once and the enter key are one order; the button is locked meanwhile", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const known = await customer();
  await atCheckout(page, shop, known, cartLine(await goods()));
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/rest/v1/orders")) sent.push(request.url());
  });
  const order = await hold(page, ORDERS);
  await confirmButton(page).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await expect(confirmButton(page)).toHaveText("Traitement en cours...");
  await expect(confirmButton(page)).toBeDisabled();
  await page.getByLabel("Ville").press("Enter");
  await order.release();
  await expect(page).toHaveURL("/order-confirmation");
  const orders = await ordersOf(shop, known);
  expect(orders).toHaveLength(1);
  await expectConfirmed(page, orders[0]);
  expect(sent).toHaveLength(1);
});

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
  await expectNoAnswerSaid(page);
  expect(await ordersOf(shop, known)).toEqual([]);
  expect(await storedCart(page)).toEqual([cartLine(drill, 2)]);
  await expect(page.getByLabel("Adresse")).toHaveValue(/Patte d'Oie/);

  await page.unroute(ORDERS);
  await problem(page).getByRole("button", { name: "Réessayer" }).click();
  await expect(page).toHaveURL("/order-confirmation");
  const orders = await ordersOf(shop, known);
  expect(orders).toHaveLength(1);
  await expectConfirmed(page, orders[0]);
  const [left] = await shop.sql<{ stock: number }[]>`select stock from products where id = ${drill.id}`;
  expect(left?.stock).toBe(3);
  await expectLogged(pageErrors, NETWORK);
  forgive(pageErrors, /order: refused/);
});

test("a request that seemed lost and arrives after the second one is not a second order", async ({
  page,
  shop,
  goods,
  customer,
  pageErrors,
}) => {
  const known = await customer();
  await atCheckout(page, shop, known, cartLine(await goods()));
  const lost: Request[] = [];
  await page.route(ORDERS, (route) => {
    if (route.request().method() !== "POST") return route.continue();
    lost.push(route.request());
    return route.abort();
  });
  await confirmButton(page).click();
  await expectNoAnswerSaid(page);
  await page.unroute(ORDERS);
  await confirmButton(page).click();
  await expect(page).toHaveURL("/order-confirmation");
  for (const request of lost) expect((await page.request.fetch(request)).status()).toBe(409);
  expect(lost).toHaveLength(1);
  expect(await ordersOf(shop, known)).toHaveLength(1);
  await expectLogged(pageErrors, NETWORK);
  forgive(pageErrors, /order: refused/);
});

test("after a lost answer, sending again finds the order that stands", async ({
  page,
  shop,
  goods,
  customer,
  pageErrors,
}) => {
  const known = await customer();
  const drill = await goods({ stock: 5 });
  await atCheckout(page, shop, known, cartLine(drill));
  const answers = await loseAnswers(page);
  await confirmButton(page).click();
  await expectNoAnswerSaid(page);
  expect(await ordersOf(shop, known)).toHaveLength(1);

  await answers.restore();
  await confirmButton(page).click();
  await expect(page).toHaveURL("/order-confirmation");
  const orders = await ordersOf(shop, known);
  expect(orders).toHaveLength(1);
  await expectConfirmed(page, orders[0]);
  expect(await storedCart(page)).toEqual([]);
  await expectLogged(pageErrors, NETWORK);
  forgive(pageErrors, /order: refused/);
});

test("after a lost answer and a reload the order is found without another click", async ({
  page,
  shop,
  goods,
  customer,
  pageErrors,
}) => {
  const known = await customer();
  await atCheckout(page, shop, known, cartLine(await goods()));
  const answers = await loseAnswers(page);
  await confirmButton(page).click();
  await expectNoAnswerSaid(page);
  await answers.restore();
  await page.reload();
  await expect(page).toHaveURL("/order-confirmation");
  const orders = await ordersOf(shop, known);
  expect(orders).toHaveLength(1);
  await expectConfirmed(page, orders[0]);
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
  const orders = await ordersOf(shop, known);
  expect(orders).toHaveLength(1);
  await expectConfirmed(page, orders[0]);
});

test("after a lost answer and a change of the cart, the earlier order is named before a new one is made", async ({
  page,
  shop,
  goods,
  customer,
  pageErrors,
}) => {
  const known = await customer();
  const [drill, pipe] = [await goods({ price: 12_500 }), await goods({ price: 900, stock: 40 })];
  await atCheckout(page, shop, known, cartLine(drill));
  const answers = await loseAnswers(page);
  await confirmButton(page).click();
  await expectNoAnswerSaid(page);
  await answers.restore();
  await page.evaluate((lines) => localStorage.setItem("cart", lines), JSON.stringify([cartLine(pipe, 3)]));
  await page.reload();
  const [first] = await ordersOf(shop, known);
  await expect(problem(page)).toContainText(
    `Votre commande ${first?.number} est déjà enregistrée. Ce panier fera une nouvelle commande.`,
  );
  expect(await ordersOf(shop, known)).toHaveLength(1);
  await confirmButton(page).click();
  await expect(page).toHaveURL("/order-confirmation");
  const orders = await ordersOf(shop, known);
  expect(orders.map(({ total_amount }) => total_amount)).toEqual([14_500, 4_700]);
  await expectConfirmed(page, orders[1]);
  await expectLogged(pageErrors, NETWORK);
  forgive(pageErrors, /order: refused/);
});

test("a failure of the shop is told, and the same order can be sent again", async ({
  page,
  shop,
  goods,
  customer,
  pageErrors,
}) => {
  const known = await customer();
  await atCheckout(page, shop, known, cartLine(await goods()));
  await page.route(ORDERS, (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 400, json: { code: "XX000", message: "internal" } })
      : route.continue(),
  );
  await confirmButton(page).click();
  const toast = page.getByRole("region", { name: "Notifications" }).getByRole("alert");
  await expect(toast).toHaveText("ErreurImpossible d'enregistrer votre commande. Veuillez réessayer.");
  await page.unroute(ORDERS);
  await confirmButton(page).click();
  await expect(page).toHaveURL("/order-confirmation");
  expect(await ordersOf(shop, known)).toHaveLength(1);
  await expectLogged(pageErrors, /order: refused/);
  forgive(pageErrors, /status of 400/);
});
