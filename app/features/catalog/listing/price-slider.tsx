/**
 * A price range slider with two thumbs, made of two native range inputs on one track, which brings keyboard,
 * touch and form support without script. A thumb stops at the other one; without script the server swaps
 * reversed bounds.
 */
import { useState } from "react";
import { formatXof } from "#app/lib/format/money.ts";
import { PRICE_MAX, PRICE_STEP } from "./catalog-filters.ts";

/** A price as a percentage of the track's length. */
const toPercentage = (price: number) => `${(price / PRICE_MAX) * 100}%`;

interface PriceSliderProps {
  /** The initial thumb positions, in francs. */
  min: number;
  max: number;
}

export function PriceSlider({ min, max }: PriceSliderProps) {
  const [low, setLow] = useState(min);
  const [high, setHigh] = useState(max);
  const bounds = { min: 0, max: PRICE_MAX, step: PRICE_STEP };
  return (
    <fieldset>
      <legend className="mb-2 font-heading text-base font-bold">Prix</legend>
      <div className="slider">
        <span style={{ left: toPercentage(low), right: toPercentage(PRICE_MAX - high) }} />
        <input
          type="range"
          name="minPrice"
          aria-label="Prix minimum"
          aria-valuetext={formatXof(low)}
          {...bounds}
          value={low}
          onChange={(event) => setLow(Math.min(event.target.valueAsNumber, high))}
        />
        <input
          type="range"
          name="maxPrice"
          aria-label="Prix maximum"
          aria-valuetext={formatXof(high)}
          {...bounds}
          value={high}
          onChange={(event) => setHigh(Math.max(event.target.valueAsNumber, low))}
        />
      </div>
      <p className="mt-1 flex justify-between text-sm tabular-nums">
        <output>{formatXof(low)}</output>
        <output>
          {formatXof(high)}
          {high === PRICE_MAX && " et plus"}
        </output>
      </p>
    </fieldset>
  );
}
