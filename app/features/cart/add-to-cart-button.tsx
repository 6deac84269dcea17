/**
 * Adds one piece of a product (the minimum, where there is one) to the cart, from a product card. Once the product is in the cart, its quantity
 * stepper takes the button's place; both have the same height, so that the card does not change its own.
 */
import { useLayoutEffect, useRef } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { CartIcon } from "#app/components/ui/icons.tsx";
import { QuantityStepper } from "#app/components/ui/quantity-stepper.tsx";
import { formatXof } from "#app/lib/format/money.ts";
import { formatQuantity, formatTypedAmount, getUnitSymbol, isSoldByUnit } from "#app/lib/format/units.ts";
import { isSoldOut } from "#app/lib/models/sold-out.ts";
import type { CartProduct } from "./cart-items.ts";
import { useCartQuantity } from "./cart-provider.tsx";
import { toProductData } from "./pressed-product.ts";

export function AddToCartButton({ product }: { product: CartProduct }) {
  const { id, name, price, stock, minimum_quantity = 1 } = product;
  const symbol = getUnitSymbol(product);
  const { quantity, add, removeWithUndo, setQuantity } = useCartQuantity(id);
  const isInCart = quantity > 0;
  const control = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);

  // The pressed control is removed: the last button of the one in its place gets its focus.
  useLayoutEffect(() => {
    if (!isPressed.current) return;
    isPressed.current = false;
    const buttons = control.current?.querySelectorAll("button") ?? [];
    [...buttons].at(-1)?.focus({ preventScroll: true });
  });

  function press(change: () => void) {
    isPressed.current = true;
    change();
  }

  if (isSoldOut(product)) {
    return (
      <Button
        variant="primary"
        className="relative min-h-11.5 w-full"
        disabled
        aria-label={`${name} : rupture de stock`}
      >
        <CartIcon size={18} />
        Rupture
      </Button>
    );
  }
  return (
    <div ref={control} className="relative">
      {isInCart ? (
        <QuantityStepper
          name={name}
          quantity={quantity}
          min={minimum_quantity}
          max={stock}
          onChange={(next) => setQuantity(id, next)}
          onRemove={() => press(() => removeWithUndo(id))}
          className="w-full"
        >
          <output className="grow text-center font-semibold tabular-nums">
            {symbol ? `${formatTypedAmount(quantity, product)}\u00a0${symbol}` : quantity}
            <span className="sr-only">
              {`${isSoldByUnit(product) ? ` (${formatQuantity(quantity, product)})` : ""} dans le panier, ${formatXof(price * quantity)}`}
            </span>
          </output>
        </QuantityStepper>
      ) : (
        <Button
          variant="primary"
          data-product={toProductData(product)}
          className="min-h-11.5 w-full"
          aria-label={`Ajouter au panier : ${name}`}
          onClick={() => press(() => add(product))}
        >
          <CartIcon size={18} />
          Ajouter
        </Button>
      )}
    </div>
  );
}
