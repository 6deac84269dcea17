/** A line of the cart: product, price, quantity, and the notices about changes since it was added. */
import Trash from "lucide-react/icons/trash-2";
import { useState } from "react";
import { Link } from "react-router";
import { Image } from "#app/components/ui/image.tsx";
import { QuantityStepper } from "#app/components/ui/quantity-stepper.tsx";
import { UnbrokenNumbers } from "#app/components/ui/unbroken-numbers.tsx";
import { formatXof } from "#app/lib/format/money.ts";
import {
  formatMinimum,
  formatQuantity,
  formatShortQuantity,
  formatStepPrice,
  formatUnitPrice,
  isSoldByUnit,
} from "#app/lib/format/units.ts";
import { getNextStep, getUnitPrice } from "#app/lib/models/price-steps.ts";
import type { CartItem } from "./cart-items.ts";
import { CartNoticeText } from "./cart-notice-text.tsx";
import { QuantityField } from "./quantity-field.tsx";
import type { CartNotice } from "./reconcile-cart.ts";

interface CartLineProps {
  item: CartItem;
  notices: readonly CartNotice[];
  onQuantity: (quantity: number) => void;
  onRemove: () => void;
}

export function CartLine({ item, notices, onQuantity, onRemove }: CartLineProps) {
  const { id, name, slug, image, quantity, stock, variant, minimum_quantity = 1 } = item;
  const [rounding, setRounding] = useState<string | null>(null);
  const price = getUnitPrice(item, quantity);
  const next = getNextStep(item, quantity);
  const unitPrice = formatUnitPrice(price, item);
  const chosen = variant ? `?variant=${id}` : "";
  return (
    <li className="grid grid-cols-[72px_1fr] gap-x-3 gap-y-3 p-3 sm:grid-cols-[96px_1fr] sm:gap-x-4 sm:p-4">
      <LineImage image={image} />
      <div className="grid min-w-0 content-start gap-1">
        <div className="flex items-start justify-between gap-2">
          <Link
            to={slug ? `/product/${slug}${chosen}` : "/products"}
            className="line-clamp-5 leading-snug font-semibold hover:underline max-sm:text-sm sm:line-clamp-3"
          >
            <UnbrokenNumbers text={name} />
          </Link>
          <button
            type="button"
            aria-label={`Retirer ${name} du panier`}
            className="-mt-2 -mr-1 -mb-3 grid size-11 shrink-0 place-items-center rounded-md text-muted hover:bg-surface-muted hover:text-danger"
            onClick={onRemove}
          >
            <Trash aria-hidden size={20} />
          </button>
        </div>
        <p className="text-sm text-muted tabular-nums">
          {formatStepPrice(price, item)}
          {unitPrice && `, ${unitPrice}`}
        </p>
        {isSoldByUnit(item) && (
          <p className="text-sm font-semibold tabular-nums">{formatQuantity(quantity, item)}</p>
        )}
        {next && (
          <p className="text-sm font-semibold text-success tabular-nums">
            Dès {formatShortQuantity(next.minimum_quantity, item)}&nbsp;: {formatXof(next.price)}, encore{" "}
            {formatShortQuantity(next.minimum_quantity - quantity, item)}
          </p>
        )}
        <p role="status" className="text-sm text-muted empty:hidden">
          {rounding}
        </p>
        {quantity <= minimum_quantity && minimum_quantity > 1 && (
          <p className="text-sm text-muted first-letter:uppercase">{formatMinimum(item)}</p>
        )}
        {notices.map((notice) => (
          <CartNoticeText key={notice.kind} notice={notice} />
        ))}
        {quantity >= stock && !notices.some(({ kind }) => kind === "stock") && (
          <p className="text-sm text-muted">Maximum disponible&nbsp;: {formatShortQuantity(stock, item)}</p>
        )}
      </div>
      <div className="col-span-2 flex flex-wrap items-center justify-between gap-3 sm:col-span-1 sm:col-start-2">
        <QuantityStepper
          name={name}
          quantity={quantity}
          min={minimum_quantity}
          max={stock}
          onChange={(next) => {
            setRounding(null);
            onQuantity(next);
          }}
        >
          <QuantityField
            label={`Quantité de ${name}`}
            quantity={quantity}
            max={stock}
            item={item}
            onChange={onQuantity}
            onRound={setRounding}
          />
        </QuantityStepper>
        <p className="text-lg font-bold whitespace-nowrap tabular-nums">
          <span className="sr-only">Prix pour {formatShortQuantity(quantity, item)} : </span>
          {formatXof(price * quantity)}
        </p>
      </div>
    </li>
  );
}

/**
 * A line for a product that is no longer available: already removed from the cart, shown until it is
 * dismissed.
 */
export function UnavailableCartLine({
  notice,
  onDismiss,
}: {
  notice: CartNotice & { item: CartItem };
  onDismiss: () => void;
}) {
  const { name, image } = notice.item;
  return (
    <li className="grid grid-cols-[72px_1fr] gap-x-3 bg-surface p-3 sm:grid-cols-[96px_1fr] sm:gap-x-4 sm:p-4">
      <LineImage image={image} faded />
      <div className="grid content-start gap-1">
        <p className="line-clamp-4 font-semibold text-muted line-through">{name}</p>
        <CartNoticeText notice={notice} />
        <button
          type="button"
          className="min-h-11 w-fit font-semibold underline underline-offset-4"
          onClick={onDismiss}
        >
          Compris
        </button>
      </div>
    </li>
  );
}

function LineImage({ image, faded = false }: { image: string | null; faded?: boolean }) {
  return (
    <Image url={image} alt="" sizes="96px" className={`rounded-md ${faded ? "opacity-50 grayscale" : ""}`} />
  );
}
