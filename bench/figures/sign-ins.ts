/**
 * The catalogue page while customers sign in with their passwords, against the same page while nobody does: a
 * password's hash is meant to cost much, and must not cost those who only look around.
 */
import { type Account, signUp } from "../support/accounts.ts";
import type { RunningShop } from "../support/processes.ts";
import { type Figure, spread } from "../support/report.ts";
import { interleave, ratioOf, spreadOf } from "../support/rounds.ts";
import { load } from "../support/wrk.ts";

/** Customers who sign in again as soon as they have. */
const AT_ONCE = 2;

interface Round {
  p99: number;
  requestsPerSecond: number;
  signInsPerSecond: number;
}

export async function signIns(shop: RunningShop, rounds: number): Promise<Figure> {
  const customers = await Promise.all(Array.from({ length: AT_ONCE }, () => signUp(shop)));
  const pages = async () => {
    const url = `${shop.url}/products`;
    const result = await load({ url, headers: { "accept-encoding": "br" } }, { node: shop.pid });
    return { p99: result.p99Milliseconds, requestsPerSecond: result.requestsPerSecond };
  };
  const comparison = await interleave<Round>(
    rounds,
    async () => {
      const loading = { isOver: false };
      const began = performance.now();
      const counts = Promise.all(customers.map((customer) => signInUntil(shop, customer, loading)));
      const served = await pages();
      loading.isOver = true;
      const made = (await counts).reduce((sum, count) => sum + count, 0);
      return { ...served, signInsPerSecond: made / ((performance.now() - began) / 1000) };
    },
    async () => ({ ...(await pages()), signInsPerSecond: 0 }),
  );
  const both = (figure: (round: Round) => number, unit: string) =>
    `${spread(spreadOf(comparison.ours.map(figure)), unit)} against ${spread(spreadOf(comparison.baseline.map(figure)), unit)}`;
  return {
    title: `The catalogue page while ${AT_ONCE} customers sign in again and again`,
    rows: [
      {
        figure: "99th percentile of the page, ratio",
        value: spread(ratioOf(comparison, ({ p99 }) => p99)),
        aim: "2 or less",
      },
      { figure: "99th percentile of the page", value: both(({ p99 }) => p99, " ms") },
      { figure: "pages per second", value: both(({ requestsPerSecond }) => requestsPerSecond, "") },
      {
        figure: "sign-ins per second",
        value: spread(spreadOf(comparison.ours.map(({ signInsPerSecond }) => signInsPerSecond))),
      },
    ],
  };
}

let addresses = 0;

/** Signs in over and over, each time from an address of its own: one address may only so often. */
async function signInUntil(
  shop: RunningShop,
  { email, password }: Account,
  loading: { isOver: boolean },
): Promise<number> {
  for (let made = 0; ; made++) {
    if (loading.isOver) return made;
    addresses += 1;
    const response = await fetch(`${shop.url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: {
        apikey: shop.anonKey,
        "content-type": "application/json",
        "x-forwarded-for": `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`,
      },
      body: JSON.stringify({ email, password }),
    });
    if (!response.ok) throw new Error(`A sign-in was answered ${response.status}.`);
    await response.arrayBuffer();
  }
}
