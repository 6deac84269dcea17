/** Postgres restarted under a load of orders, while visitors read pages and lists. */
import { setTimeout as sleep } from "node:timers/promises";
import { addCustomers, addProducts, openDrillShop } from "./support/drill-shop.ts";
import { checkOrders, startOrders } from "./support/orders.ts";
import { type Drill, expectSame, getSize, toMedian, toSeconds } from "./support/report.ts";

const STOCK = 1_000_000;
const READ_INTERVAL_MS = 100;
const HANG_MS = 10_000;

interface Read {
  what: "page" | "list";
  /** 0 when there was no answer in time. */
  status: number;
  retryAfter: string | null;
  /** The beginning of an answer that is no page and no list. */
  text: string;
  seconds: string;
}

export const restarts: Drill = {
  title: "Postgres restarted under orders and reads",
  sizes: { restarts: 50, rate: 20 },
  run: async (sizes, print) => {
    const [count, perSecond] = [getSize(sizes, "restarts"), getSize(sizes, "rate")];
    const shop = await openDrillShop();
    try {
      const customers = await addCustomers(shop, 200);
      const products = await addProducts(shop, 20, STOCK);
      const headers = { apikey: shop.anonKey };
      const reads: Read[] = [];
      let longest = 0;
      const read = async (what: Read["what"], path: string) => {
        const start = performance.now();
        const answer = await fetch(shop.url + path, { headers, signal: AbortSignal.timeout(HANG_MS) })
          .then(async (response) => {
            const text = await response.text();
            return {
              status: response.status,
              retryAfter: response.headers.get("retry-after"),
              text: response.ok ? "" : text.slice(0, 200),
            };
          })
          .catch((error: unknown) => ({ status: 0, retryAfter: null, text: String(error) }));
        const milliseconds = performance.now() - start;
        reads.push({ what, ...answer, seconds: toSeconds(milliseconds) });
        longest = Math.max(longest, milliseconds);
      };
      // Rendered once, and stored.
      await read("page", "/");
      const stopping = new AbortController();
      const reading = (async () => {
        while (!stopping.signal.aborted) {
          await Promise.all([read("page", "/"), read("list", "/rest/v1/brands?select=id,name")]);
          await sleep(READ_INTERVAL_MS);
        }
      })();
      const orders = startOrders(shop, { customers, products, perSecond });
      const recoveries: number[] = [];
      for (let restart = 0; restart < count; restart++) {
        await sleep(500 + Math.random() * 500);
        await shop.endPostgres("SIGINT");
        const ended = performance.now();
        recoveries.push(await orders.waitForAcknowledgement(ended));
      }
      stopping.abort();
      await reading;
      const { answers, longest: longestOrder } = await orders.stop();
      const failed = reads.filter(({ status }) => status !== 200);
      print(`did: ${count} restarts while ${perSecond} orders a second arrived, ${reads.length} reads`);
      print(
        `acknowledged: ${orders.acknowledged.length} orders, answers ${answers}, the slowest answer after ${toSeconds(longestOrder)}`,
      );
      print(
        `reads: ${failed.length} answered otherwise than with 200, the slowest after ${toSeconds(longest)}`,
      );
      print(`back: median ${toSeconds(toMedian(recoveries))}, longest ${toSeconds(Math.max(...recoveries))}`);
      expectSame(
        "stored pages that were not answered",
        failed.filter(({ what }) => what === "page"),
        [],
      );
      expectSame(
        "reads that failed otherwise than by 503 or 504 with Retry-After",
        failed.filter(({ status, retryAfter }) => (status !== 503 && status !== 504) || retryAfter === null),
        [],
      );
      print(`found: ${await checkOrders(shop, orders.acknowledged, STOCK)}`);
    } finally {
      await shop.stop();
    }
  },
};
