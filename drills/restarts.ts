/** Postgres restarted under a load of orders, while visitors read pages and lists. */
import { setTimeout as sleep } from "node:timers/promises";
import { addCustomers, addProducts, openDrillShop } from "./support/drill-shop.ts";
import { checkOrders, startOrders } from "./support/orders.ts";
import { type Drill, getSize, toMedian, toSeconds } from "./support/report.ts";
import { startVisitors } from "./support/visitors.ts";

const STOCK = 1_000_000;

export const restarts: Drill = {
  title: "Postgres restarted under orders and reads",
  sizes: { restarts: 50, rate: 20 },
  run: async (sizes, print) => {
    const [count, perSecond] = [getSize(sizes, "restarts"), getSize(sizes, "rate")];
    const shop = await openDrillShop();
    try {
      const customers = await addCustomers(shop, 200);
      const products = await addProducts(shop, 20, STOCK);
      const visitors = await startVisitors(shop);
      const orders = startOrders(shop, { customers, products, perSecond });
      const recoveries: number[] = [];
      for (let restart = 0; restart < count; restart++) {
        await sleep(500 + Math.random() * 500);
        await shop.endPostgres("SIGINT");
        const ended = performance.now();
        recoveries.push(await orders.waitForAcknowledgement(ended));
      }
      const { answers, longest: longestOrder } = await orders.stop();
      print(`did: ${count} restarts while ${perSecond} orders a second arrived`);
      print(
        `acknowledged: ${orders.acknowledged.length} orders, answers ${answers}, the slowest answer after ${toSeconds(longestOrder)}`,
      );
      print(`back: median ${toSeconds(toMedian(recoveries))}, longest ${toSeconds(Math.max(...recoveries))}`);
      await visitors.stop(print);
      print(`found: ${await checkOrders(shop, orders.acknowledged, STOCK)}`);
    } finally {
      await shop.stop();
    }
  },
};
