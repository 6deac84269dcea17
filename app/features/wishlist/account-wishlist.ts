/**
 * The wishlist of the signed-in customer: rows of the database. Opening it first merges the visitor's list of
 * this browser into it. Adding is idempotent, so two tabs may merge at the same time. Only ids that the
 * database confirmed leave local storage, so an interrupted merge is repeated, and until then its ids are
 * shown from there.
 */
import { getCurrentSession } from "#app/lib/supabase/auth.client.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { readVisitorWishlistIds, removeVisitorWishlistIds } from "./visitor-wishlist.ts";
import { addToWishlist, removeFromWishlist } from "./wishlist.mutations.ts";
import { listWishlistIds, listWishlistProducts } from "./wishlist.queries.ts";
import type { Wishlist } from "./wishlist.types.ts";

const accountWishlist: Wishlist = {
  listIds: async () => [...readVisitorWishlistIds(), ...(await listWishlistIds(getSupabase()))],
  async add(productId) {
    const added = await addToWishlist(getSupabase(), [productId]);
    if (!added.includes(productId)) throw new Error("The product is no longer sold.");
  },
  async remove(productId) {
    await removeFromWishlist(getSupabase(), productId);
    removeVisitorWishlistIds([productId]);
  },
  listProducts: (from) => listWishlistProducts(getSupabase(), from),
};

/** Opens the customer's list; null when the stored session has ended. */
export async function openAccountWishlist(): Promise<Wishlist | null> {
  if (!(await getCurrentSession())) return null;
  await mergeVisitorWishlist();
  return accountWishlist;
}

/** A failure is logged, and the next opening tries again. */
async function mergeVisitorWishlist(): Promise<void> {
  try {
    const ids = readVisitorWishlistIds();
    if (ids.length === 0) return;
    await addToWishlist(getSupabase(), ids);
    removeVisitorWishlistIds(ids);
  } catch (error) {
    console.error("wishlist: the visitor's list could not be merged", error);
  }
}
