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
import type { Product } from "#app/features/catalog/catalog.queries.ts";
import { whatsappOrderLink } from "#app/features/catalog/product/whatsapp-order.ts";
import { StockAlert } from "#app/features/catalog/stock-alerts/stock-alert.tsx";
import { useShop } from "#app/features/content/shop-settings.tsx";
import { formatXof } from "#app/lib/format/money.ts";

interface ProductActionsProps {
  product: Product;
  siteUrl: string;
}

export function ProductActions({ product, siteUrl }: ProductActionsProps) {
  const { whatsapp } = useShop();
  const whatsappUrl =
    whatsapp && whatsappOrderLink(whatsapp, { ...product, url: `${siteUrl}/product/${product.slug}` });
  const whatsappIcon = whatsappUrl && (
    <a
      href={whatsappUrl}
      target="_blank"
      rel="noopener noreferrer"
      aria-label="Demander sur WhatsApp"
      className={buttonClass("whatsapp", "shrink-0 px-3 md:hidden")}
    >
      <WhatsappIcon />
    </a>
  );
  return (
    <div className="mt-4 grid gap-3">
      {product.stock > 0 ? (
        <PurchaseButtons product={product}>{whatsappIcon}</PurchaseButtons>
      ) : (
        <StockAlert productId={product.id}>{whatsappIcon}</StockAlert>
      )}
      {whatsappUrl && (
        <a href={whatsappUrl} target="_blank" rel="noopener noreferrer" className={buttonClass("whatsapp")}>
          <WhatsappIcon /> Commander via WhatsApp
        </a>
      )}
    </div>
  );
}

function PurchaseButtons({ product, children }: { product: Product; children: React.ReactNode }) {
  const cart = useCart();
  const [quantity, setQuantity] = useState(1);
  return (
    <>
      <div className="buy-bar">
        <QuantityStepper
          quantity={quantity}
          max={product.stock}
          cost={formatXof(product.price * quantity)}
          onChange={setQuantity}
        />
        <Button
          variant="primary"
          data-product={toProductData(product)}
          className="grow px-2 max-md:text-sm"
          onClick={() => cart.add(product, quantity)}
        >
          Ajouter au panier
        </Button>
        {children}
      </div>
      <OrderNowButton product={product} quantity={quantity} />
    </>
  );
}
