/** What the tests of buying start from and look at: a cart, a customer at the checkout, amounts, toasts, orders. */
import type { Sql } from "../../../backend/core/database.ts";
import { asCart, type cartLine } from "../../support/browser-storage.ts";
import { ordersOf } from "../../support/orders.ts";
import { type Account, expect, type Fixtures, fill, type Opened, screen, waitFor, within } from "./screen.ts";

export function storedCart(): unknown[] {
  return JSON.parse(localStorage.getItem("cart") ?? "[]");
}

/** What elements say, with every kind of space as an ordinary one. */
export function textsOf(elements: Iterable<Element>): string[] {
  return [...elements].map(({ textContent }) => textContent.replace(/\s+/g, " ").trim());
}

export const banner = () => within(screen.getByRole("banner"));

/** The number of pieces in the header's badge; null while the cart is empty. */
export const badge = () => banner().queryByTestId("cart-count")?.textContent ?? null;

/** A toast that comes, by its title. */
export async function findToast(title: string): Promise<HTMLElement> {
  const region = within(await screen.findByRole("region", { name: "Notifications" }));
  const toast = (await region.findByText(title)).closest("li");
  if (!toast) throw new Error(`${title} is no toast.`);
  return toast;
}

/** The subtotal, the delivery and the total of a summary. */
export const amountsIn = (summary: string) =>
  textsOf(within(screen.getByRole("region", { name: summary })).getAllByRole("definition"));

export async function expectPath(path: string): Promise<void> {
  await waitFor(() => expect(window.location.pathname + window.location.search).toBe(path));
}

export const orderSummary = () => within(screen.getByRole("region", { name: "Votre commande" }));

export const confirmButton = () =>
  screen.getByRole("button", { name: /Confirmer la commande|Traitement en cours/ });

export const ADDRESS = "Patte d'Oie, portail bleu en face de la pharmacie";

/** A signed-in customer at the checkout with this cart, the address filled in, ready to confirm. */
export async function openCheckout(
  open: Fixtures["open"],
  customer: Account,
  ...lines: ReturnType<typeof cartLine>[]
): Promise<Opened> {
  const opened = await open("/checkout", { as: customer, storage: asCart(...lines) });
  await expectProfileFilled();
  await fill(opened.user, screen.getByLabelText("Adresse"), ADDRESS);
  await fill(opened.user, screen.getByLabelText("Ville"), "Ouagadougou");
  return opened;
}

/** The form has come, and the profile with it. */
export async function expectProfileFilled(): Promise<void> {
  const firstName = await screen.findByLabelText("Prénom");
  await waitFor(() => expect(firstName).toHaveValue("Fatou"));
}

/** The confirmation has come, and shows this order's number. */
export async function expectConfirmed(order: { number: string } | undefined): Promise<void> {
  await expectPath("/order-confirmation");
  await screen.findByText(order?.number ?? "no order");
}

/** A customer's only order has been confirmed. */
export async function expectOneOrder(sql: Sql, customer: { id: string }): Promise<void> {
  await expectPath("/order-confirmation");
  const orders = await ordersOf(sql, customer);
  expect(orders).toHaveLength(1);
  await expectConfirmed(orders[0]);
}
