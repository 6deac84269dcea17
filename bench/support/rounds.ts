/**
 * Measures the shop and a baseline in turn: when the speed of the machine drifts, it affects both, so that the
 * ratio holds where the absolute values do not. Every other round begins with the last one (A B B A …), since
 * the one that is measured second finds warmer caches, or the other's unfinished work.
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
  const [shopResults = [], baselineResults = []] = await takeTurns(rounds, [shop, baseline]);
  return { shop: shopResults, baseline: baselineResults };
}

/** The results of each contestant, by rounds; the order is reversed in every other round. */
export async function takeTurns<T>(rounds: number, contestants: (() => Promise<T>)[]): Promise<T[][]> {
  const results = contestants.map((measure) => ({ measure, values: [] as T[] }));
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? results : results.toReversed();
    for (const { measure, values } of order) values.push(await measure());
  }
  return results.map(({ values }) => values);
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
