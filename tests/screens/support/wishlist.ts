/** What the tests of hearts start from and look at. */
import type { Sql } from "../../../backend/core/database.ts";
import { expect, screen, waitFor, within } from "./screen.ts";

/** The ids that this browser stores for a visitor; null when it stores none. */
export function storedIds(): unknown {
  const text = localStorage.getItem("wishlist");
  return text === null ? null : JSON.parse(text).ids;
}

/** The page that shows this product and no other. */
export const searched = ({ name }: { name: string }) => `/products?search=${encodeURIComponent(name)}`;

export const findHeart = ({ name }: { name: string }) =>
  screen.findByRole("button", { name: new RegExp(`${name} .* ma liste de souhaits$`) });

export async function expectHeart(goods: { name: string }, isFull: boolean): Promise<void> {
  const heart = await findHeart(goods);
  await waitFor(() => expect(heart).toHaveAttribute("aria-pressed", String(isFull)));
}

/** The names on the cards of the page. */
const cardNames = () =>
  within(screen.getByRole("main"))
    .queryAllByRole("article")
    .map((card) => within(card).getByRole("heading").textContent);

export async function expectCards(...names: string[]): Promise<void> {
  await waitFor(() => expect(cardNames()).toEqual(names));
}

/** What the database holds, newest first. */
export async function wishesOf(sql: Sql, { id }: { id: string }): Promise<string[]> {
  const rows = await sql<{ product_id: string }[]>`
    select product_id from wishlist_items where user_id = ${id} order by created_at desc, product_id`;
  return rows.map((row) => row.product_id);
}
