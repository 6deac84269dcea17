/**
 * «Commander maintenant»: navigates to the checkout, with the chosen quantity in the cart. Pieces that are there
 * already, by «Ajouter au panier» or by an earlier press of this button, are not added again.
 */

import { useNavigate } from "react-router";
import { Button } from "#app/components/ui/button.tsx";
import { isSoldOut } from "#app/lib/models/sold-out.ts";
import type { CartProduct } from "./cart-items.ts";
import { useCart } from "./cart-provider.tsx";

export function OrderNowButton({ product, quantity }: { product: CartProduct; quantity: number }) {
  const cart = useCart();
  const navigate = useNavigate();
  return (
    <Button
      variant="outline"
      className="w-full"
      disabled={isSoldOut(product)}
      onClick={() => {
        cart.ensure(product, quantity);
        void navigate("/checkout");
      }}
    >
      Commander maintenant
    </Button>
  );
}
