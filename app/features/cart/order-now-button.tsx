/** «Commander maintenant»: adds the chosen quantity to the cart and navigates to the checkout. */
import { useNavigate } from "react-router";
import type { CartProduct } from "./cart-items.ts";
import { useCart } from "./cart-provider.tsx";

export function OrderNowButton({ product, quantity }: { product: CartProduct; quantity: number }) {
  const cart = useCart();
  const navigate = useNavigate();
  return (
    <button
      type="button"
      className="btn btn-outline w-full"
      disabled={product.stock <= 0}
      onClick={() => {
        cart.add(product, quantity);
        void navigate("/checkout");
      }}
    >
      Commander maintenant
    </button>
  );
}
