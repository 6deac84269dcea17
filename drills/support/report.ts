/** What a drill prints, and how it fails. */
import { isDeepStrictEqual } from "node:util";

/** A difference between what was acknowledged and what was found. */
export class Difference extends Error {}

/** Throws at the first difference. */
export function expectSame(what: string, found: unknown, expected: unknown): void {
  if (isDeepStrictEqual(found, expected)) return;
  throw new Difference(
    `${what}: found ${JSON.stringify(found)?.slice(0, 1000)}, expected ${JSON.stringify(expected)}`,
  );
}

export function toMedian(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The slope of the straight line that fits these points best. */
export function toSlope(points: readonly (readonly [number, number])[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map(([one]) => one)), mean(points.map(([, other]) => other))];
  const along = points.reduce((sum, [one, other]) => sum + (one - x) * (other - y), 0);
  return along / points.reduce((sum, [one]) => sum + (one - x) ** 2, 0);
}

export const toSeconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;

/** The sizes of a drill, as numbers given on the command line. */
export type Sizes = Record<string, number>;

export interface Drill {
  /** What it tries, in a sentence. */
  title: string;
  /** The sizes of its full form; `--name=value` changes one. */
  sizes: Sizes;
  /** Prints what it did and what was found. Throws at the first difference. */
  run(sizes: Sizes, print: (line: string) => void): Promise<void>;
}

export function getSize(sizes: Sizes, name: string): number {
  const size = sizes[name];
  if (size === undefined) throw new Error(`The drill has no size ${name}.`);
  return size;
}
