/**
 * The price range of the filters: a slider for the usual prices, and two fields that reach any price. The fields are
 * what the form submits, also without script; in the server's HTML the slider is disabled, since no script connects it
 * with them, so that no thumb is moved in vain. The slider's end is no upper bound.
 */
import { useState } from "react";
import { formatXof } from "#app/lib/format/money.ts";
import { parseFrancs } from "#app/lib/forms/francs.ts";
import { describeIgnoredPrice, PRICE_MAX } from "./catalog-filters.ts";
import { PriceSlider } from "./price-slider.tsx";

/** A page has one of them. */
const REMARK_ID = "price-remark";

interface PriceRangeProps {
  /** The initial bounds in francs; null is no upper bound. */
  min: number;
  max: number | null;
}

export function PriceRange({ min, max }: PriceRangeProps) {
  const [low, setLow] = useState(String(min));
  const [high, setHigh] = useState(String(max ?? PRICE_MAX));
  const field = {
    inputMode: "numeric",
    autoComplete: "off",
    maxLength: 20,
    className: "field text-base",
  } as const;
  return (
    <fieldset>
      <legend className="mb-2 font-heading text-base font-bold">Prix</legend>
      <PriceSlider
        low={parseFrancs(low) ?? 0}
        high={parseFrancs(high) ?? PRICE_MAX}
        disabled={import.meta.env.SSR}
        onLowChange={(price) => setLow(String(price))}
        onHighChange={(price) => setHigh(String(price))}
      />
      <div className="mt-2 grid grid-cols-2 gap-3 text-xs">
        <label>
          Minimum (XOF)
          <input
            {...field}
            name="minPrice"
            aria-describedby={REMARK_ID}
            value={low}
            onChange={(event) => setLow(event.target.value)}
          />
        </label>
        <label>
          Maximum (XOF)
          <input
            {...field}
            name="maxPrice"
            aria-describedby={REMARK_ID}
            value={high}
            onChange={(event) => setHigh(event.target.value)}
          />
        </label>
      </div>
      <p id={REMARK_ID} aria-live="polite" className="mt-1.5 text-sm text-muted">
        {getRemark(low, high)}
      </p>
    </fieldset>
  );
}

/** What happens with prices that are none, or that are reversed. */
function getRemark(low: string, high: string): string {
  for (const text of [low, high]) {
    if (text.trim() !== "" && parseFrancs(text) === null) return describeIgnoredPrice(text);
  }
  const max = parseFrancs(high) ?? PRICE_MAX;
  if (max !== PRICE_MAX && (parseFrancs(low) ?? 0) > max) {
    return "Le minimum dépasse le maximum : ils seront échangés.";
  }
  return `À ${formatXof(PRICE_MAX)}, il n'y a pas de maximum.`;
}
