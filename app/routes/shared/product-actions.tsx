/**
 * The purchase actions of the product page: beside the image on a desktop, on a phone in a bar at the bottom of
 * the window. A product that is sold out offers a mail when it is back instead.
 */
import { useState } from "react";
import { Button, buttonClass } from "#app/components/ui/button.tsx";
import { QuantityStepper } from "#app/components/ui/quantity-stepper.tsx";
import { WhatsappIcon } from "#app/components/ui/whatsapp-icon.tsx";
import { useCart } from "#app/features/cart/cart-provider.tsx";
import { OrderNowButton } from "#app/features/cart/order-now-button.tsx";
import { toProductData } from "#app/features/cart/pressed-product.ts";
import { QuantityField } from "#app/features/cart/quantity-field.tsx";
import { CalculatorButton } from "#app/features/catalog/calculators/calculator-button.tsx";
import { CompareButton } from "#app/features/catalog/compare/compare-button.tsx";
import type { Product } from "#app/features/catalog/product/product.queries.ts";
import { whatsappOrderLink } from "#app/features/catalog/product/whatsapp-order.ts";
import { StockAlert } from "#app/features/catalog/stock-alerts/stock-alert.tsx";
import { getItemPath, type SoldItem } from "#app/features/catalog/variants/sold-item.ts";
import { useShop } from "#app/features/content/shop-settings.tsx";
import { formatXof } from "#app/lib/format/money.ts";
import { formatQuantity, formatQuantityOf, isSoldByUnit } from "#app/lib/format/units.ts";
import { getUnitPrice } from "#app/lib/models/price-steps.ts";
import { isSoldOut } from "#app/lib/models/sold-out.ts";

interface ProductActionsProps {
  /** What the buttons buy. */
  item: SoldItem;
  product: Product;
  siteUrl: string;
}

export function ProductActions({ item, product, siteUrl }: ProductActionsProps) {
  const { whatsapp } = useShop();
  const cart = useCart();
  const [chosen, setChosen] = useState({ itemId: item.id, quantity: item.minimum_quantity });
  // Another variant starts at its minimum, while an open calculator keeps what was typed.
  const quantity = chosen.itemId === item.id ? chosen.quantity : item.minimum_quantity;
  const price = getUnitPrice(item, quantity);
  const whatsappUrl =
    whatsapp &&
    whatsappOrderLink(whatsapp, { ...item, price, url: `${siteUrl}${getItemPath(item)}` }, quantity);
  const whatsappIcon = whatsappUrl && (
    <a
      href={whatsappUrl}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonClass("whatsapp", "shrink-0 px-3 md:hidden")}
    >
      <WhatsappIcon />
      {/* Without script the bar has nothing else, and this is shown (base.css). */}
      <span className="sr-only">Demander sur WhatsApp</span>
    </a>
  );
  return (
    <div className="mt-4 grid gap-3">
      {isSoldOut(item) ? (
        <StockAlert
          key={item.id}
          item={{ productId: product.id, variantId: item.variant === null ? null : item.id }}
        >
          {whatsappIcon}
        </StockAlert>
      ) : (
        <PurchaseButtons
          key={item.id}
          item={item}
          quantity={quantity}
          onChange={(quantity) => setChosen({ itemId: item.id, quantity })}
        >
          {whatsappIcon}
        </PurchaseButtons>
      )}
      {product.calculator && !isSoldOut(item) && (
        <CalculatorButton
          calculator={product.calculator}
          item={item}
          onAdd={(quantity) => cart.add(item, quantity, (added) => formatQuantityOf(added, item.name, item))}
        />
      )}
      {whatsappUrl && (
        <a href={whatsappUrl} target="_blank" rel="noopener noreferrer" className={buttonClass("whatsapp")}>
          <WhatsappIcon /> Commander via WhatsApp
        </a>
      )}
      <CompareButton product={product} />
    </div>
  );
}

interface PurchaseButtonsProps {
  item: SoldItem;
  /** In steps. */
  quantity: number;
  onChange(quantity: number): void;
  children: React.ReactNode;
}

function PurchaseButtons({ item, quantity, onChange, children }: PurchaseButtonsProps) {
  const cart = useCart();
  const { stock, minimum_quantity } = item;
  const [rounding, setRounding] = useState<string | null>(null);
  const cost = formatXof(getUnitPrice(item, quantity) * quantity);
  // Many are bought at once: their number is typed, and what they cost together is shown.
  const isTyped = isSoldByUnit(item) || item.price_steps.length > 0 || minimum_quantity > 1;

  function change(next: number) {
    setRounding(null);
    onChange(Math.max(minimum_quantity, Math.min(next, stock)));
  }

  return (
    <>
      <div className={`buy-bar ${isTyped ? "flex-wrap" : ""}`}>
        {isTyped && (
          <p role="status" className="basis-full text-sm tabular-nums">
            <strong>{formatQuantity(quantity, item)}</strong>&nbsp;: {cost}
            {rounding && <span className="block text-muted">{rounding}</span>}
          </p>
        )}
        <QuantityStepper quantity={quantity} min={minimum_quantity} max={stock} cost={cost} onChange={change}>
          {isTyped && (
            <QuantityField
              label="Quantité"
              quantity={quantity}
              max={stock}
              item={item}
              onChange={change}
              onRound={setRounding}
            />
          )}
        </QuantityStepper>
        <Button
          variant="primary"
          data-product={toProductData(item)}
          className="grow basis-0 px-1 py-1 leading-tight md:px-2 max-md:text-sm"
          onClick={() => cart.add(item, quantity, (added) => formatQuantityOf(added, item.name, item))}
        >
          <span>
            Ajouter au panier
            {/* The price above may be behind the bar. A screen reader hears the cost from the stepper. */}
            {!isTyped && (
              <span aria-hidden="true" className="block font-normal tabular-nums md:hidden">
                {cost}
              </span>
            )}
          </span>
        </Button>
        {children}
      </div>
      <OrderNowButton product={item} quantity={quantity} />
      <noscript>
        <p>Sans JavaScript, commandez par WhatsApp.</p>
      </noscript>
    </>
  );
}
