/** Helpers for the screen tests of the wishlist. */
import type { Sql } from "#backend/core/database/database.ts";
import { expect, screen, waitFor, within } from "./screen.ts";

/** The product ids in the visitor's local storage; null without a wishlist. */
export function readStoredWishlist(): unknown {
  const text = localStorage.getItem("wishlist");
  return text === null ? null : JSON.parse(text).ids;
}

/** A search that finds this product alone. */
export const toSearchPath = ({ name }: { name: string }) => `/products?search=${encodeURIComponent(name)}`;

export const findWishlistButton = ({ name }: { name: string }) =>
  screen.findByRole("button", { name: new RegExp(`${name} .* ma liste de souhaits$`) });

export async function expectWishlistButton(product: { name: string }, isPressed: boolean): Promise<void> {
  const wishlistButton = await findWishlistButton(product);
  await waitFor(() => expect(wishlistButton).toHaveAttribute("aria-pressed", String(isPressed)));
}

/** The product names of the page's cards. */
const getCardNames = () =>
  within(screen.getByRole("main"))
    .queryAllByRole("article")
    .map((card) => within(card).getByRole("heading").textContent);

export async function expectCards(...names: string[]): Promise<void> {
  await waitFor(() => expect(getCardNames()).toEqual(names));
}

/** The product ids of an account's wishlist in the database, newest first. */
export async function listWishlist(sql: Sql, { id }: { id: string }): Promise<string[]> {
  const rows = await sql<{ product_id: string }[]>`
    select product_id from wishlist_items where user_id = ${id} order by created_at desc, product_id`;
  return rows.map((row) => row.product_id);
}
