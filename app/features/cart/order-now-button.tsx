/** «Commander maintenant»: adds the chosen quantity to the cart and navigates to the checkout. */

import { useNavigate } from "react-router";
import { Button } from "#app/components/ui/button.tsx";
import type { CartProduct } from "./cart-items.ts";
import { useCart } from "./cart-provider.tsx";

export function OrderNowButton({ product, quantity }: { product: CartProduct; quantity: number }) {
  const cart = useCart();
  const navigate = useNavigate();
  return (
    <Button
      variant="outline"
      className="w-full"
      disabled={product.stock <= 0}
      onClick={() => {
        cart.add(product, quantity);
        void navigate("/checkout");
      }}
    >
      Commander maintenant
    </Button>
  );
}
