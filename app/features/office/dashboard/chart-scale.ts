/** What a chart of bars needs to know before it is drawn: round figures for its axis, and which days it names. */

/** Steps that people count in. */
const ROUND = [1, 2, 5, 10];

/**
 * Round figures from 0 to the first one that reaches `max`, at most `steps` above 0. Whole, since there is no half
 * franc and no half order.
 */
export function axisTicks(max: number, steps = 4): number[] {
  const least = Math.max(max, 1) / steps;
  const power = 10 ** Math.floor(Math.log10(least));
  const round = ROUND.find((factor) => factor * power >= least) ?? 10;
  const step = Math.max(1, round * power);
  const count = Math.max(1, Math.ceil(max / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

interface NamedDay {
  index: number;
  /** Every other name: more have no room there. */
  whereNarrow: boolean;
}

/** Which of `days` bars are named: the last one, which is today, and others in even steps before it. */
export function namedDays(days: number, atMost = 7): NamedDay[] {
  const step = Math.ceil(days / atMost);
  const named: NamedDay[] = [];
  for (let index = days - 1; index >= 0; index -= step) {
    named.unshift({ index, whereNarrow: named.length % 2 === 0 });
  }
  return named;
}

/** The bar under a place of the chart; `share` is how far it is from the left edge, from 0 to 1. */
export function barAt(share: number, bars: number): number {
  return Math.min(Math.max(Math.floor(share * bars), 0), bars - 1);
}

/** The bar that a key leads to, null for a key that leads nowhere. */
export function barAfterKey(key: string, bar: number, bars: number): number | null {
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
