/**
 * Requests that arrive at fixed times, whether or not the ones before have been answered, as visitors do. A
 * latency counts from the time at which the request should have left: a shop that stalls is not spared the
 * requests that were due meanwhile.
 */
import { setTimeout as sleep } from "node:timers/promises";

export interface Arrival<T> {
  /** From the due time to the end of the answer. */
  milliseconds: number;
  answer: T;
}

/** Sends `perSecond` requests a second for some seconds, and resolves with the answers in the order of their arrival. */
export async function sendAtRate<T>(
  perSecond: number,
  seconds: number,
  send: (number: number) => Promise<T>,
): Promise<Arrival<T>[]> {
  const start = performance.now();
  const arrivals: Arrival<T>[] = [];
  // Not all promises: a million of them make the sender's garbage collector pause, which every answer would wait for.
  const pending = new Set<Promise<void>>();
  const failures: unknown[] = [];
  for (let number = 0; number < perSecond * seconds; number++) {
    const due = start + (number * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait);
    const arrival = send(number)
      .then(
        (answer) => void arrivals.push({ milliseconds: performance.now() - due, answer }),
        (error: unknown) => void failures.push(error),
      )
      .finally(() => pending.delete(arrival));
    pending.add(arrival);
  }
  await Promise.all(pending);
  if (failures.length > 0) throw failures[0];
  return arrivals;
}

/** The value below which this share of the values lies; NaN when there are none. */
export function toPercentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN;
}

/** Numbers from 0 to `count` - 1 by Zipf's law: the n-th is drawn 1/n times as often as the first. */
export function createZipf(count: number, random: () => number): () => number {
  let sum = 0;
  const sums = Array.from({ length: count }, (_, rank) => {
    sum += 1 / (rank + 1);
    return sum;
  });
  return () => {
    const drawn = random() * sum;
    // The first of the sums, which rise, that is greater.
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (drawn < (sums[middle] ?? 0)) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
