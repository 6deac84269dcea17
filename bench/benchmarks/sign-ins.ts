/**
 * The catalogue page while customers sign in with passwords, against the same page without sign-ins: hashing
 * a password is expensive by design, and must not slow down other visitors.
 */

import { type BenchmarkResult, formatSpread } from "#bench/support/report.ts";
import { interleave, toRatioSpread, toSpread } from "#bench/support/rounds.ts";
import type { RunningShop } from "#bench/support/shop-and-baselines.ts";
import { measureLoad } from "#bench/support/wrk.ts";
import { type Account, signUp } from "#harness/accounts.ts";

/** Customers who sign in again and again. */
const CONCURRENT_CUSTOMERS = 2;

interface Round {
  p99: number;
  requestsPerSecond: number;
  signInsPerSecond: number;
}

export async function benchmarkSignIns(shop: RunningShop, rounds: number): Promise<BenchmarkResult> {
  const customers = await Promise.all(Array.from({ length: CONCURRENT_CUSTOMERS }, () => signUp(shop)));
  const pages = async () => {
    const url = `${shop.url}/products`;
    const result = await measureLoad({ url, headers: { "accept-encoding": "br" } }, { node: shop.pid });
    return { p99: result.p99Milliseconds, requestsPerSecond: result.requestsPerSecond };
  };
  const comparison = await interleave<Round>(
    rounds,
    async () => {
      const loading = { isOver: false };
      const began = performance.now();
      const counts = Promise.all(customers.map((customer) => signInRepeatedly(shop, customer, loading)));
      const served = await pages();
      loading.isOver = true;
      const made = (await counts).reduce((sum, count) => sum + count, 0);
      return { ...served, signInsPerSecond: made / ((performance.now() - began) / 1000) };
    },
    async () => ({ ...(await pages()), signInsPerSecond: 0 }),
  );
  const both = (figure: (round: Round) => number, unit: string) =>
    `${formatSpread(toSpread(comparison.shop.map(figure)), unit)} against ${formatSpread(toSpread(comparison.baseline.map(figure)), unit)}`;
  return {
    title: `The catalogue page while ${CONCURRENT_CUSTOMERS} customers sign in again and again`,
    rows: [
      {
        metric: "99th percentile of the page, ratio",
        value: formatSpread(toRatioSpread(comparison, ({ p99 }) => p99)),
        target: "2 or less",
      },
      { metric: "99th percentile of the page", value: both(({ p99 }) => p99, " ms") },
      { metric: "pages per second", value: both(({ requestsPerSecond }) => requestsPerSecond, "") },
      {
        metric: "sign-ins per second",
        value: formatSpread(toSpread(comparison.shop.map(({ signInsPerSecond }) => signInsPerSecond))),
      },
    ],
  };
}

let addressCount = 0;

/** Signs in repeatedly, each time from another address because of the rate limit per address. */
async function signInRepeatedly(
  shop: RunningShop,
  { email, password }: Account,
  loading: { isOver: boolean },
): Promise<number> {
  for (let made = 0; ; made++) {
    if (loading.isOver) return made;
    addressCount += 1;
    const response = await fetch(`${shop.url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: {
        apikey: shop.anonKey,
        "content-type": "application/json",
        "x-forwarded-for": `10.${(addressCount >> 16) & 255}.${(addressCount >> 8) & 255}.${addressCount & 255}`,
      },
      body: JSON.stringify({ email, password }),
    });
    if (!response.ok) throw new Error(`A sign-in was answered ${response.status}.`);
    await response.arrayBuffer();
  }
}
