/** The prices by quantity: «dès 10 : 4 300 XOF». The first is from one on for a customer with a price list. */
import { formatXof } from "#app/lib/format/money.ts";
import { formatShortQuantity, type SoldBy } from "#app/lib/format/units.ts";
import type { PriceStep } from "#app/lib/models/price-steps.ts";

interface PriceStepsProps {
  item: SoldBy;
  steps: readonly PriceStep[];
}

export function PriceSteps({ item, steps }: PriceStepsProps) {
  if (steps.length === 0) return null;
  return (
    <ul
      aria-label="Prix par quantité"
      className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm font-semibold tabular-nums"
    >
      {steps.map(({ minimum_quantity, price }) => (
        <li key={minimum_quantity} className="first-letter:uppercase">
          {minimum_quantity === 1 ? "votre prix" : `dès ${formatShortQuantity(minimum_quantity, item)}`}
          &nbsp;: {formatXof(price)}
        </li>
      ))}
    </ul>
  );
}
