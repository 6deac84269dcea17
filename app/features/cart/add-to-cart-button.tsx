/** Adds one piece of a product to the cart, from a product card. */
import { Button } from "#app/components/ui/button.tsx";
import { CartIcon } from "./cart-icon.tsx";
import type { CartProduct } from "./cart-items.ts";
import { useCart } from "./cart-provider.tsx";

export function AddToCartButton({ product }: { product: CartProduct }) {
  const cart = useCart();
  const soldOut = product.stock <= 0;
  return (
    <Button
      variant="primary"
      className="relative w-full"
      disabled={soldOut}
      aria-label={soldOut ? `${product.name} : rupture de stock` : `Ajouter au panier : ${product.name}`}
      onClick={() => cart.add(product)}
    >
      <CartIcon size={18} />
      {soldOut ? "Rupture" : "Ajouter"}
    </Button>
  );
}
