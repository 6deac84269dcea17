/**
 * A price range slider with two thumbs, made of two native range inputs on one track, which brings keyboard and touch
 * support. A thumb stops at the other one. Its end stands for every greater price.
 */
import { formatXof } from "#app/lib/format/money.ts";
import { PRICE_MAX, PRICE_STEP } from "./catalog-filters.ts";

/** A price as a percentage of the track's length. */
const toPercentage = (price: number) => `${(price / PRICE_MAX) * 100}%`;

interface PriceSliderProps {
  /** The prices, in francs. */
  low: number;
  high: number;
  disabled: boolean;
  onLowChange(price: number): void;
  onHighChange(price: number): void;
}

export function PriceSlider({ low, high, disabled, onLowChange, onHighChange }: PriceSliderProps) {
  const [start, end] = [Math.min(low, PRICE_MAX), Math.min(high, PRICE_MAX)];
  const bounds = { min: 0, max: PRICE_MAX, step: PRICE_STEP, disabled };
  return (
    <div className="needs-script">
      <div className="slider">
        <span style={{ left: toPercentage(start), right: toPercentage(PRICE_MAX - end) }} />
        <input
          type="range"
          {...bounds}
          aria-label="Prix minimum"
          aria-valuetext={formatXof(low)}
          value={start}
          onChange={(event) => onLowChange(Math.min(event.target.valueAsNumber, end))}
        />
        <input
          type="range"
          {...bounds}
          aria-label="Prix maximum"
          aria-valuetext={formatXof(high)}
          value={end}
          onChange={(event) => onHighChange(Math.max(event.target.valueAsNumber, start))}
        />
      </div>
      <p className="mt-1 flex justify-between text-sm tabular-nums">
        <output>{formatXof(low)}</output>
        <output>
          {formatXof(high)}
          {high === PRICE_MAX && " et plus"}
        </output>
      </p>
    </div>
  );
}
