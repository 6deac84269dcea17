/** The scale of a bar chart: round ticks for its axis, and the days that get a label. */

/** The factors of round steps. */
const ROUND_STEPS = [1, 2, 5, 10];

const MAX_STEPS = 4;
const MAX_LABELS = 7;

/**
 * Round ticks from 0 to the first one that reaches `max`, at most four above 0. They are whole numbers,
 * since there is no half franc and no half order.
 */
export function getAxisTicks(max: number): number[] {
  const minStep = Math.max(max, 1) / MAX_STEPS;
  const power = 10 ** Math.floor(Math.log10(minStep));
  const round = ROUND_STEPS.find((factor) => factor * power >= minStep) ?? 10;
  const step = Math.max(1, round * power);
  const count = Math.max(1, Math.ceil(max / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

interface DayLabel {
  index: number;
  /** Only every other label fits on a narrow screen. */
  showWhenNarrow: boolean;
}

/** The labelled ones of `days` bars: the last one, which is today, and others at even steps before it. */
export function getDayLabels(days: number): DayLabel[] {
  const step = Math.ceil(days / MAX_LABELS);
  const labels: DayLabel[] = [];
  for (let index = days - 1; index >= 0; index -= step) {
    labels.unshift({ index, showWhenNarrow: labels.length % 2 === 0 });
  }
  return labels;
}

/** The bar at a horizontal position of the chart; `share` is the distance from the left edge, from 0 to 1. */
export function getBarAt(share: number, bars: number): number {
  return Math.min(Math.max(Math.floor(share * bars), 0), bars - 1);
}

/** The bar that a key moves to, null for any other key. */
export function getBarAfterKey(key: string, bar: number, bars: number): number | null {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowDown: -1,
    ArrowRight: 1,
    ArrowUp: 1,
    PageDown: -7,
    PageUp: 7,
    Home: -bars,
    End: bars,
  };
  const step = steps[key];
  return step === undefined ? null : Math.min(Math.max(bar + step, 0), bars - 1);
}
