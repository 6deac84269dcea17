/**
 * Measures the shop and a baseline in turn, A B A B …: when the speed of the machine drifts, it affects both,
 * so that the ratio holds where the absolute values do not.
 */

export interface Spread {
  median: number;
  min: number;
  max: number;
}

export interface Comparison<T> {
  shop: T[];
  baseline: T[];
}

/** Measures both once in every round. */
export async function interleave<T>(
  rounds: number,
  shop: () => Promise<T>,
  baseline: () => Promise<T>,
): Promise<Comparison<T>> {
  const result: Comparison<T> = { shop: [], baseline: [] };
  for (let round = 0; round < rounds; round++) {
    result.shop.push(await shop());
    result.baseline.push(await baseline());
  }
  return result;
}

export async function repeat<T>(rounds: number, measure: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let round = 0; round < rounds; round++) results.push(await measure());
  return results;
}

/** NaN when there are no values. */
export function toSpread(values: number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  const lower = sorted.length % 2 === 1 ? upper : (sorted[middle - 1] ?? Number.NaN);
  return { median: (lower + upper) / 2, min: sorted[0] ?? Number.NaN, max: sorted.at(-1) ?? Number.NaN };
}

/** The spread of the ratio shop/baseline, round by round. */
export function toRatioSpread<T>({ shop, baseline }: Comparison<T>, figure: (result: T) => number): Spread {
  return toSpread(
    shop.map((result, round) => {
      const other = baseline[round];
      return other === undefined ? Number.NaN : figure(result) / figure(other);
    }),
  );
}
