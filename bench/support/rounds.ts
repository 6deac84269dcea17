/**
 * Two contestants measured in turn, A B A B …: a machine whose speed drifts slows both, so that the ratio
 * holds where the figures do not.
 */

export interface Spread {
  median: number;
  min: number;
  max: number;
}

export interface Comparison<T> {
  ours: T[];
  baseline: T[];
}

export async function interleave<T>(
  rounds: number,
  ours: () => Promise<T>,
  baseline: () => Promise<T>,
): Promise<Comparison<T>> {
  const result: Comparison<T> = { ours: [], baseline: [] };
  for (let round = 0; round < rounds; round++) {
    result.ours.push(await ours());
    result.baseline.push(await baseline());
  }
  return result;
}

export async function repeat<T>(rounds: number, measure: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let round = 0; round < rounds; round++) results.push(await measure());
  return results;
}

export function spreadOf(values: number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  const lower = sorted.length % 2 === 1 ? upper : (sorted[middle - 1] ?? Number.NaN);
  return { median: (lower + upper) / 2, min: sorted[0] ?? Number.NaN, max: sorted.at(-1) ?? Number.NaN };
}

/** The spread of ours/baseline, round by round. */
export function ratioOf<T>({ ours, baseline }: Comparison<T>, figure: (result: T) => number): Spread {
  return spreadOf(
    ours.map((result, round) => {
      const other = baseline[round];
      return other === undefined ? Number.NaN : figure(result) / figure(other);
    }),
  );
}
