/**
 * The wishlist of the signed-in customer: rows of the database. Opening it first moves over what was wished for in
 * this browser before the sign-in. Adding twice is adding once, so two tabs may do it at the same time; and only what
 * the database has said yes to leaves local storage, so a move that breaks off is done again, and until then its hearts
 * are shown from there.
 */
import { authClient } from "../../lib/auth.client.ts";
import { supabase } from "../../lib/supabase.client.ts";
import type { Wishlist } from "./any-wishlist.ts";
import { dropVisitorIds, readVisitorIds } from "./visitor-wishlist.ts";
import { addWishes, removeWish } from "./wishlist.mutations.ts";
import { listWishedIds, listWishedProducts } from "./wishlist.queries.ts";

const accountWishlist: Wishlist = {
  listIds: async () => [...readVisitorIds(), ...(await listWishedIds(supabase()))],
  async add(productId) {
    const added = await addWishes(supabase(), [productId]);
    if (!added.includes(productId)) throw new Error("The product is no longer sold.");
  },
  async remove(productId) {
    await removeWish(supabase(), productId);
    dropVisitorIds([productId]);
  },
  listProducts: (from) => listWishedProducts(supabase(), from),
};

/** The customer's list, null when the stored session turns out to be over. */
export async function openAccountWishlist(): Promise<Wishlist | null> {
  const { data } = await (await authClient()).getSession();
  if (!data.session) return null;
  await mergeVisitorWishes();
  return accountWishlist;
}

/** A failure is logged, and the next opening tries again. */
async function mergeVisitorWishes(): Promise<void> {
  try {
    const ids = readVisitorIds();
    if (ids.length === 0) return;
    await addWishes(supabase(), ids);
    dropVisitorIds(ids);
  } catch (error) {
    console.error("wishlist: the visitor's list could not be merged", error);
  }
}
