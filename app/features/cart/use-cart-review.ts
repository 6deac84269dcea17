/** Compares the cart with the shop when a page that shows it opens, and again when the page asks for it. */
import { useCallback, useEffect, useState } from "react";
import { supabase } from "../../lib/supabase.client.ts";
import { listCartProducts } from "./cart.queries.ts";
import { useCart } from "./cart-provider.tsx";
import { reviewCart } from "./cart-review.ts";

export type ReviewState = "checking" | "checked" | "failed";

/** `check` asks for all lines in one request; a failure is logged and leaves the cart as it is. */
export function useCartReview(): { state: ReviewState; check: () => Promise<void> } {
  const { items, ready, review } = useCart();
  const [state, setState] = useState<ReviewState>("checking");
  const ids = items.map(({ id }) => id).join();

  const check = useCallback(async () => {
    const asked = ids === "" ? [] : ids.split(",");
    try {
      const products = asked.length === 0 ? [] : await listCartProducts(supabase(), asked);
      review((current) => reviewCart(current, asked, products));
      setState("checked");
    } catch (error) {
      console.error("cart: the lines could not be compared with the shop", error);
      setState("failed");
    }
  }, [ids, review]);

  useEffect(() => {
    // Not again when lines change: what the shopper adds or removes here has just been compared.
    if (ready && state === "checking") void check();
  }, [ready, state, check]);

  return { state, check };
}
