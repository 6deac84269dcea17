/**
 * One attempt to buy is one order, whatever the network and the fingers do: the button pressed twice, a request that
 * arrives late, an answer that gets lost, a page loaded anew in between.
 */
import { cartLine } from "../support/browser-storage.ts";
import { ordersOf } from "../support/orders.ts";
import { createProduct } from "../support/products.ts";
import type { Network } from "./support/network.ts";
import { expect, expectLogged, notifications, screen, test, waitFor } from "./support/screen.ts";
import {
  confirmButton,
  expectConfirmed,
  expectOneOrder,
  expectPath,
  openCheckout,
  orderSummary,
  storedCart,
  textsOf,
} from "./support/shopping.ts";

const ORDERS = /rest\/v1\/orders/;
const FAILURE = "ErreurImpossible d'enregistrer votre commande. Veuillez réessayer.";

/** The page says that it does not know what became of the order, and lets it be sent again. */
async function expectNoAnswerSaid(): Promise<void> {
  const problem = await orderSummary().findByRole("alert");
  expect(textsOf([problem])[0]).toContain(
    "Le réseau ne répond pas. Rien n'est perdu : renvoyez la commande, elle ne sera enregistrée qu'une fois.",
  );
  expect(await notifications().findByRole("alert")).toHaveTextContent(FAILURE);
  await waitFor(() => expect(confirmButton()).toHaveAttribute("aria-disabled", "false"));
}

/** Lets orders reach the shop and drops its answers, until the returned function is called. */
function loseAnswers(network: Network): () => void {
  return network.answer(
    ORDERS,
    async (_request, forward) => {
      await forward();
      throw new TypeError("Failed to fetch");
    },
    "POST",
  );
}

test("two clicks at once and the enter key are one order; the button is locked meanwhile", async ({
  open,
  customer,
  shop,
}) => {
  const known = await customer();
  const { user } = await openCheckout(open, known, cartLine(await createProduct(shop.sql)));
  const release = shop.network.hold(ORDERS);
  confirmButton().click();
  confirmButton().click();
  await waitFor(() => expect(confirmButton()).toHaveTextContent("Traitement en cours..."));
  expect(confirmButton()).toHaveAttribute("aria-disabled", "true");
  await user.type(screen.getByLabelText("Ville"), "{Enter}");
  release();
  await expectOneOrder(shop.sql, known);
  expect(shop.network.asked(ORDERS, "POST")).toHaveLength(1);
});

test("the enter key in a field sends the order", async ({ open, customer, shop }) => {
  const known = await customer();
  const { user } = await openCheckout(open, known, cartLine(await createProduct(shop.sql)));
  await user.type(screen.getByLabelText("Ville"), "{Enter}");
  await expectOneOrder(shop.sql, known);
});

test("a request that seemed lost and arrives after the second one is not a second order", async ({
  open,
  customer,
  shop,
  errors,
}) => {
  const known = await customer();
  const { user } = await openCheckout(open, known, cartLine(await createProduct(shop.sql)));
  const late: (() => Promise<Response>)[] = [];
  const restore = shop.network.answer(
    ORDERS,
    (_request, forward) => {
      late.push(forward);
      return Promise.reject(new TypeError("Failed to fetch"));
    },
    "POST",
  );
  await user.click(confirmButton());
  await expectNoAnswerSaid();
  restore();
  await user.click(confirmButton());
  await expectOneOrder(shop.sql, known);
  expect(late).toHaveLength(1);
  for (const arrive of late) expect((await arrive()).status).toBe(409);
  expect(await ordersOf(shop.sql, known)).toHaveLength(1);
  await expectLogged(errors, /order: refused/);
});

test("after a lost answer, sending again finds the order that stands", async ({
  open,
  customer,
  shop,
  errors,
}) => {
  const known = await customer();
  const { user } = await openCheckout(open, known, cartLine(await createProduct(shop.sql)));
  const restore = loseAnswers(shop.network);
  await user.click(confirmButton());
  await expectNoAnswerSaid();
  expect(await ordersOf(shop.sql, known)).toHaveLength(1);
  restore();
  await user.click(confirmButton());
  await expectOneOrder(shop.sql, known);
  expect(storedCart()).toEqual([]);
  await expectLogged(errors, /order: refused/);
});

test("after a lost answer and a reload the order is found without another click", async ({
  open,
  customer,
  shop,
  errors,
}) => {
  const known = await customer();
  const { user } = await openCheckout(open, known, cartLine(await createProduct(shop.sql)));
  const restore = loseAnswers(shop.network);
  await user.click(confirmButton());
  await expectNoAnswerSaid();
  restore();
  await open("/checkout");
  await expectOneOrder(shop.sql, known);
  await expectLogged(errors, /order: refused/);
});

test("after a lost answer and a change of the cart, the earlier order is named before a new one is made", async ({
  open,
  customer,
  shop,
  errors,
}) => {
  const known = await customer();
  const drill = await createProduct(shop.sql, { price: 12_500 });
  const pipe = await createProduct(shop.sql, { price: 900, stock: 40 });
  const { user } = await openCheckout(open, known, cartLine(drill));
  const restore = loseAnswers(shop.network);
  await user.click(confirmButton());
  await expectNoAnswerSaid();
  restore();
  localStorage.setItem("cart", JSON.stringify([cartLine(pipe, 3)]));
  const { user: again } = await open("/checkout");
  const [first] = await ordersOf(shop.sql, known);
  await screen.findByText(
    `Votre commande ${first?.number} est déjà enregistrée. Ce panier fera une nouvelle commande.`,
  );
  expect(await ordersOf(shop.sql, known)).toHaveLength(1);
  await waitFor(() => expect(screen.getByLabelText("Prénom")).toHaveValue("Fatou"));
  await again.click(confirmButton());
  await expectPath("/order-confirmation");
  const orders = await ordersOf(shop.sql, known);
  expect(orders).toMatchObject([{ total_amount: 14_500 }, { total_amount: 4_700 }]);
  await expectConfirmed(orders[1]);
  await expectLogged(errors, /order: refused/);
});

test("a failure of the shop is told, and the same order can be sent again", async ({
  open,
  customer,
  shop,
  errors,
}) => {
  const known = await customer();
  const { user } = await openCheckout(open, known, cartLine(await createProduct(shop.sql)));
  const restore = shop.network.fail(ORDERS, { method: "POST", status: 400 });
  await user.click(confirmButton());
  expect(await notifications().findByRole("alert")).toHaveTextContent(FAILURE);
  restore();
  await waitFor(() => expect(confirmButton()).toHaveAttribute("aria-disabled", "false"));
  await user.click(confirmButton());
  await expectOneOrder(shop.sql, known);
  await expectLogged(errors, /order: refused/);
});
