/** «Commander à nouveau»: the lines of an order go into the cart. */
import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { toast } from "../../components/ui/toast/toast.ts";
import { supabase } from "../../lib/supabase.client.ts";
import { listCartProducts } from "./cart.queries.ts";
import { useCart } from "./cart-provider.tsx";
import { type OrderedLine, reorder } from "./reorder.ts";

/** Behind every line that is in the cart already. */
const LAST = Number.MAX_SAFE_INTEGER;

/**
 * `again` puts what is still sold into the cart and leads there; a line that stands there already stays as it is.
 * `problem` says why it could not: beside the button and not in a toast, which a dialog would cover.
 */
export function useReorder(lines: readonly OrderedLine[]) {
  const { restore } = useCart();
  const navigate = useNavigate();
  const asking = useRef(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function again(): Promise<void> {
    if (asking.current) return;
    asking.current = true;
    setProblem(null);
    try {
      const ids = lines.map(({ id }) => id);
      const { items, missing, reduced } = reorder(lines, await listCartProducts(supabase(), ids));
      if (items.length === 0) return setProblem("Les articles de cette commande ne sont plus en vente.");
      for (const item of items) restore(item, LAST);
      const remarks = [
        "Les prix sont ceux d'aujourd'hui.",
        missing.length > 0 && `Plus en vente : ${missing.join(", ")}.`,
        reduced.length > 0 && `Quantité réduite au stock : ${reduced.join(", ")}.`,
      ];
      toast({ title: "Articles remis au panier", description: remarks.filter(Boolean).join(" ") });
      await navigate("/cart");
    } catch (error) {
      console.error("cart: the products could not be read", error);
      setProblem("Impossible de charger les produits");
    } finally {
      asking.current = false;
    }
  }

  return { again, problem };
}
