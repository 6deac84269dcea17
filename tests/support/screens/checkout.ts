/** Helpers for the screen tests of the cart and the checkout: amounts, toasts and orders. */
import type { Sql } from "#backend/core/database/database.ts";
import { toCartEntry, type toCartLine } from "#tests/support/browser-storage.ts";
import { listOrders } from "#tests/support/orders.ts";
import {
  type Account,
  expect,
  type Fixtures,
  fillField,
  getCurrentPath,
  getHeader,
  type OpenedPage,
  screen,
  waitFor,
  within,
} from "./screen.ts";

export function readStoredCart(): unknown[] {
  return JSON.parse(localStorage.getItem("cart") ?? "[]");
}

/** The texts of elements, with single plain spaces. */
export function getTexts(elements: Iterable<Element>): string[] {
  return [...elements].map(({ textContent }) => textContent.replace(/\s+/g, " ").trim());
}

/** The number of items in the header's badge; null while the cart is empty. */
export const getCartCount = () => getHeader().queryByTestId("cart-count")?.textContent ?? null;

/** The subtotal, the delivery and the total of a summary. */
export const getAmounts = (summary: string) =>
  getTexts(within(screen.getByRole("region", { name: summary })).getAllByRole("definition"));

export async function expectPath(path: string): Promise<void> {
  await waitFor(() => expect(getCurrentPath()).toBe(path));
}

export const getOrderSummary = () => within(screen.getByRole("region", { name: "Votre commande" }));

export const getConfirmButton = () =>
  screen.getByRole("button", { name: /Confirmer la commande|Traitement en cours/ });

export const DELIVERY_ADDRESS = "Patte d'Oie, portail bleu en face de la pharmacie";

/**
 * Opens the checkout for a signed-in customer with this cart and fills in the address: it is ready to
 * confirm.
 */
export async function openCheckout(
  open: Fixtures["open"],
  customer: Account,
  ...lines: ReturnType<typeof toCartLine>[]
): Promise<OpenedPage> {
  const opened = await open("/checkout", { as: customer, storage: toCartEntry(...lines) });
  await expectProfileFilled();
  await fillField(opened.user, screen.getByLabelText("Adresse"), DELIVERY_ADDRESS);
  await fillField(opened.user, screen.getByLabelText("Ville"), "Ouagadougou");
  return opened;
}

/** Waits until the form is filled with the profile. */
export async function expectProfileFilled(): Promise<void> {
  const firstName = await screen.findByLabelText("Prénom");
  await waitFor(() => expect(firstName).toHaveValue("Fatou"));
}

/** Asserts that the confirmation page shows this order's number. */
export async function expectConfirmed(order: { number: string } | undefined): Promise<void> {
  await expectPath("/order-confirmation");
  await screen.findByText(order?.number ?? "no order");
}

/** Asserts that the customer has one order and that it is confirmed. */
export async function expectOneOrder(sql: Sql, customer: { id: string }): Promise<void> {
  await expectPath("/order-confirmation");
  const orders = await listOrders(sql, customer);
  expect(orders).toHaveLength(1);
  await expectConfirmed(orders[0]);
}
