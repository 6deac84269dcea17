/** «Commander à nouveau»: adds the lines of an order to the cart. */

import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { toast } from "#app/components/ui/toast/toast.ts";
import { PRODUCTS_LOAD_ERROR } from "#app/lib/error-messages.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { listCartProducts } from "./cart.queries.ts";
import { useCart } from "./cart-provider.tsx";
import { type OrderedLine, toReorder } from "./reorder.ts";

/** An index behind every existing line of the cart. */
const END_OF_CART = Number.MAX_SAFE_INTEGER;

/**
 * `reorder` adds the products that are still sold to the cart and navigates there; existing lines stay
 * unchanged. `error` is shown beside the button and not in a toast, which a dialog would cover.
 */
export function useReorder(lines: readonly OrderedLine[]) {
  const { restore } = useCart();
  const navigate = useNavigate();
  const inFlight = useRef(false);
  const [error, setError] = useState<string | null>(null);

  async function reorder(): Promise<void> {
    if (inFlight.current) return;
    inFlight.current = true;
    setError(null);
    try {
      const ids = lines.map(({ id }) => id);
      const { items, missing, reduced } = toReorder(lines, await listCartProducts(getSupabase(), ids));
      if (items.length === 0) return setError("Les articles de cette commande ne sont plus en vente.");
      for (const item of items) restore(item, END_OF_CART);
      const remarks = [
        "Les prix sont ceux d'aujourd'hui.",
        missing.length > 0 && `Plus en vente : ${missing.join(", ")}.`,
        reduced.length > 0 && `Quantité réduite au stock : ${reduced.join(", ")}.`,
      ];
      toast({ title: "Articles remis au panier", description: remarks.filter(Boolean).join(" ") });
      await navigate("/cart");
    } catch (error) {
      console.error("cart: the products could not be read", error);
      setError(PRODUCTS_LOAD_ERROR);
    } finally {
      inFlight.current = false;
    }
  }

  return { reorder, error };
}
