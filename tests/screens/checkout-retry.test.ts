/**
 * One attempt to buy is one order: a double click, a request that arrives late, a lost response, a rejected
 * token, and a reload in between make no second one.
 */
import { SESSION_KEY } from "#app/lib/supabase/stored-session.ts";
import { toCartLine } from "#tests/support/browser-storage.ts";
import { createOrder, listOrders } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";
import {
  expectConfirmed,
  expectOneOrder,
  expectPath,
  getConfirmButton,
  getOrderSummary,
  getTexts,
  openCheckout,
  readStoredCart,
} from "#tests/support/screens/checkout.ts";
import type { Network } from "#tests/support/screens/network.ts";
import { expect, expectLoggedError, screen, test, waitFor } from "#tests/support/screens/screen.ts";
import { findToast, getToastRegion } from "#tests/support/screens/toasts.ts";

const ORDERS = /rest\/v1\/orders/;
const FAILURE = "ErreurImpossible d'enregistrer votre commande. Veuillez réessayer.";

/** Asserts that the page reports an unknown outcome of the order and lets it be sent again. */
async function expectNoResponseMessage(): Promise<void> {
  const problem = await getOrderSummary().findByRole("alert");
  expect(getTexts([problem])[0]).toContain(
    "Le réseau ne répond pas. Rien n'est perdu : renvoyez la commande, elle ne sera enregistrée qu'une fois.",
  );
  expect(await getToastRegion().findByRole("alert")).toHaveTextContent(FAILURE);
  await waitFor(() => expect(getConfirmButton()).toHaveAttribute("aria-disabled", "false"));
}

/** Forwards orders to the shop and drops the responses, until the returned function is called. */
function loseResponses(network: Network): () => void {
  return network.respond(
    ORDERS,
    async (_request, forward) => {
      await forward();
      throw new TypeError("Failed to fetch");
    },
    "POST",
  );
}

test("a double click and the Enter key are one order; the button is disabled meanwhile", async ({
  open,
  customer,
  shop,
}) => {
  const account = await customer();
  const { user } = await openCheckout(open, account, toCartLine(await createProduct(shop.sql)));
  const release = shop.network.hold(ORDERS);
  getConfirmButton().click();
  getConfirmButton().click();
  await waitFor(() => expect(getConfirmButton()).toHaveTextContent("Traitement en cours..."));
  expect(getConfirmButton()).toHaveAttribute("aria-disabled", "true");
  await user.type(screen.getByLabelText("Ville"), "{Enter}");
  release();
  await expectOneOrder(shop.sql, account);
  expect(shop.network.listRequests(ORDERS, "POST")).toHaveLength(1);
});

test("the Enter key in a field sends the order", async ({ open, customer, shop }) => {
  const account = await customer();
  const { user } = await openCheckout(open, account, toCartLine(await createProduct(shop.sql)));
  await user.type(screen.getByLabelText("Ville"), "{Enter}");
  await expectOneOrder(shop.sql, account);
});

test("a request that seemed lost and arrives after the second one is not a second order", async ({
  open,
  customer,
  shop,
  errors,
}) => {
  const account = await customer();
  const { user } = await openCheckout(open, account, toCartLine(await createProduct(shop.sql)));
  const late: (() => Promise<Response>)[] = [];
  const restore = shop.network.respond(
    ORDERS,
    (_request, forward) => {
      late.push(forward);
      return Promise.reject(new TypeError("Failed to fetch"));
    },
    "POST",
  );
  await user.click(getConfirmButton());
  await expectNoResponseMessage();
  restore();
  await user.click(getConfirmButton());
  await expectOneOrder(shop.sql, account);
  expect(late).toHaveLength(1);
  for (const arrive of late) expect((await arrive()).status).toBe(409);
  expect(await listOrders(shop.sql, account)).toHaveLength(1);
  await expectLoggedError(errors, /order: refused/);
});

test("after a lost response, sending again finds the existing order", async ({
  open,
  customer,
  shop,
  errors,
}) => {
  const account = await customer();
  const { user } = await openCheckout(open, account, toCartLine(await createProduct(shop.sql)));
  const restore = loseResponses(shop.network);
  await user.click(getConfirmButton());
  await expectNoResponseMessage();
  expect(await listOrders(shop.sql, account)).toHaveLength(1);
  restore();
  await user.click(getConfirmButton());
  await expectOneOrder(shop.sql, account);
  expect(readStoredCart()).toEqual([]);
  await expectLoggedError(errors, /order: refused/);
});

test("after a lost response and a reload the order is found without another click", async ({
  open,
  customer,
  shop,
  errors,
}) => {
  const account = await customer();
  const { user } = await openCheckout(open, account, toCartLine(await createProduct(shop.sql)));
  const restore = loseResponses(shop.network);
  await user.click(getConfirmButton());
  await expectNoResponseMessage();
  restore();
  await open("/checkout");
  await expectOneOrder(shop.sql, account);
  await expectLoggedError(errors, /order: refused/);
});

test("after a lost response and a change of the cart, the earlier order is named before a new one is made", async ({
  open,
  customer,
  shop,
  errors,
}) => {
  const account = await customer();
  const drill = await createProduct(shop.sql, { price: 12_500 });
  const pipe = await createProduct(shop.sql, { price: 900, stock: 40 });
  const { user } = await openCheckout(open, account, toCartLine(drill));
  const restore = loseResponses(shop.network);
  await user.click(getConfirmButton());
  await expectNoResponseMessage();
  restore();
  localStorage.setItem("cart", JSON.stringify([toCartLine(pipe, 3)]));
  const { user: again } = await open("/checkout");
  const [first] = await listOrders(shop.sql, account);
  await waitFor(() =>
    expect(screen.getByRole("main")).toHaveTextContent(
      `Votre commande ${first?.number} est déjà enregistrée. Ce panier fera une nouvelle commande.`,
    ),
  );
  expect(await listOrders(shop.sql, account)).toHaveLength(1);
  await waitFor(() => expect(screen.getByLabelText("Prénom")).toHaveValue("Fatou"));
  await again.click(getConfirmButton());
  await expectPath("/order-confirmation");
  const orders = await listOrders(shop.sql, account);
  expect(orders).toMatchObject([{ total_amount: 14_500 }, { total_amount: 4_700 }]);
  await expectConfirmed(orders[1]);
  await expectLoggedError(errors, /order: refused/);
});

test("a failure of the shop is reported, and the same order can be sent again", async ({
  open,
  customer,
  shop,
  errors,
}) => {
  const account = await customer();
  const { user } = await openCheckout(open, account, toCartLine(await createProduct(shop.sql)));
  const restore = shop.network.fail(ORDERS, { method: "POST", status: 400 });
  await user.click(getConfirmButton());
  expect(await getToastRegion().findByRole("alert")).toHaveTextContent(FAILURE);
  // The toast goes after some seconds.
  const [problem] = getTexts([await getOrderSummary().findByRole("alert")]);
  expect(problem).toContain("Votre commande n'a pas été enregistrée. Réessayez, ou appelez-nous.");
  restore();
  await waitFor(() => expect(getConfirmButton()).toHaveAttribute("aria-disabled", "false"));
  await user.click(getConfirmButton());
  await expectOneOrder(shop.sql, account);
  await expectLoggedError(errors, /order: refused/);
});

test("a rejected token is refreshed, and the order is placed once", async ({ open, customer, shop }) => {
  const account = await customer();
  const { user } = await openCheckout(open, account, toCartLine(await createProduct(shop.sql)));
  const session = JSON.parse(localStorage.getItem(SESSION_KEY) ?? "{}");
  session.access_token = `${session.access_token.slice(0, -6)}AAAAAA`;
  localStorage.setItem(SESSION_KEY, JSON.stringify(session));
  await user.click(getConfirmButton());
  await expectOneOrder(shop.sql, account);
  expect(shop.network.listRequests(/grant_type=refresh_token/)).toHaveLength(1);
  expect(shop.network.listRequests(ORDERS, "POST")).toHaveLength(2);
});

test("a checkout whose cart another tab has ordered leads to that order and says so; one that was only emptied to the cart", async ({
  open,
  customer,
  shop,
}) => {
  const account = await customer();
  const drill = await createProduct(shop.sql);
  /** What another tab writes into the storage that both have. */
  const writeElsewhere = (key: string, value: unknown) => {
    const newValue = JSON.stringify(value);
    localStorage.setItem(key, newValue);
    window.dispatchEvent(new StorageEvent("storage", { key, newValue }));
  };
  const order = await createOrder(shop.sql, account, { lines: [{ product: drill, quantity: 2 }] });
  const attempt = { id: order.id, userId: account.id, cart: "", sent: false };
  await openCheckout(open, account, toCartLine(drill, 2));
  writeElsewhere("checkout-attempt", attempt);
  writeElsewhere("cart", []);
  await expectPath(`/account/orders/${order.id}`);
  expect(await findToast("Commande déjà enregistrée")).toHaveTextContent(
    "Vous l'avez passée dans un autre onglet : la voici.",
  );

  // The order of before the checkout was opened is no reason for an empty cart.
  await openCheckout(open, account, toCartLine(drill, 2));
  writeElsewhere("cart", []);
  await expectPath("/cart");
});
