/** Shoppers order in a browser over a slow network that is cut at random moments: each ends with one order, and knows it. */
import { launchBrowser } from "#harness/launch-browser.ts";
import { addCustomers, addProducts, addShoppers, openDrillShop } from "./support/drill-shop.ts";
import { type Drill, expectSame, getSize, toMedian, toSeconds } from "./support/report.ts";
import { type Outcome, orderInBrowser } from "./support/shopper.ts";
import { startSlowNetwork } from "./support/slow-network.ts";

const STOCK = 1_000_000;
const NETWORK = { bytesPerSecond: 64_000, roundTripMs: 300, resets: 0.05 };

export const checkouts: Drill = {
  title: "checkouts in a browser over a slow network that is cut",
  sizes: { checkouts: 400, "at-once": 4 },
  run: async (sizes, print) => {
    const browser = await launchBrowser();
    const shop = await openDrillShop();
    try {
      await addCustomers(shop, 1);
      const products = await addProducts(shop, 5, STOCK);
      const count = getSize(sizes, "checkouts");
      const outcomes: Outcome[] = [];
      const counts = { resets: 0, cuts: 0 };
      let next = 0;
      const serve = async () => {
        while (next++ < count) {
          const [customer] = await addShoppers(shop, 1);
          const product = products[next % products.length];
          if (!customer || !product) throw new Error("no shopper");
          const network = await startSlowNetwork(Number(new URL(shop.url).port), NETWORK);
          try {
            const outcome = await orderInBrowser(browser, network, { customer, product });
            expectSame("what a shopper sees who does not know", outcome.problem, null);
            outcomes.push(outcome);
          } finally {
            await network.stop();
            counts.resets += network.counts.resets;
            counts.cuts += network.counts.cuts;
          }
        }
      };
      await Promise.all(Array.from({ length: getSize(sizes, "at-once") }, serve));
      print(
        `did: ${count} checkouts over ${NETWORK.bytesPerSecond / 1000} kB/s and ${NETWORK.roundTripMs} ms, with ${counts.resets} connections reset and ${counts.cuts} cuts of the network`,
      );
      const times = outcomes.map(({ milliseconds }) => milliseconds);
      const sum = (read: (outcome: Outcome) => number) =>
        outcomes.reduce((total, outcome) => total + read(outcome), 0);
      print(
        `shoppers: from the first page to the confirmation ${toSeconds(toMedian(times))} (median), ${toSeconds(Math.max(...times))} (longest); told ${sum(({ told }) => told)} times that it is not certain, sent again ${sum(({ retries }) => retries)} times, loaded again ${sum(({ reloads }) => reloads)} times`,
      );
      const stored = await shop.withDatabase(
        (sql) =>
          sql<
            { user_id: string; number: string }[]
          >`select user_id, number from public.orders order by user_id, number`,
      );
      const shown = outcomes
        .map(({ customer, number }) => ({ user_id: customer, number: number ?? "" }))
        .toSorted((one, other) => (one.user_id < other.user_id ? -1 : 1));
      expectSame("orders, beside those shown", [...stored], shown);
      print(`found: ${stored.length} orders, one of each shopper, with the number on the screen`);
    } finally {
      await browser.close();
      await shop.stop();
    }
  },
};
