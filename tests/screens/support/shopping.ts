/** What the tests of buying start from and look at: a cart, a customer at the checkout, amounts, toasts, orders. */
import type { Sql } from "../../../backend/core/database.ts";
import type { Goods } from "../../support/goods.ts";
import { type Account, expect, type Fixtures, type Opened, screen, waitFor, within } from "./screen.ts";

/** A line as the shop itself stores it. */
export function cartLine(goods: Goods, quantity = 1) {
  const { id, name, slug, price, old_price, image, stock } = goods;
  return { id, name, slug, price, old_price, image, stock, quantity };
}

export function asCart(...lines: unknown[]): { cart: string } {
  return { cart: JSON.stringify(lines) };
}

export function storedCart(): unknown[] {
  return JSON.parse(localStorage.getItem("cart") ?? "[]");
}

/** What elements say, with every kind of space as an ordinary one. */
export function textsOf(elements: Iterable<Element>): string[] {
  return [...elements].map(({ textContent }) => textContent.replace(/\s+/g, " ").trim());
}

/** Francs as `textsOf` gives them. */
export function francs(amount: number): string {
  return `${String(amount).replace(/\B(?=(\d{3})+$)/g, " ")} XOF`;
}

/** Writes into a field in place of what stands there. */
export async function fill(user: Opened["user"], field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  if (text === "") return;
  await user.click(field);
  await user.paste(text);
}

export const banner = () => within(screen.getByRole("banner"));

/** The number of pieces in the header's badge; null while the cart is empty. */
export const badge = () => banner().queryByTestId("cart-count")?.textContent ?? null;

export const notifications = () => within(screen.getByRole("region", { name: "Notifications" }));

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

/** What Postgres holds of a customer's orders, oldest first. */
export async function ordersOf(sql: Sql, customer: { id: string }) {
  const rows = await sql<{ id: string; number: string; total_amount: number; items_count: number }[]>`
    select id, number, total_amount, items_count from orders where user_id = ${customer.id} order by created_at`;
  return [...rows];
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
