/** kill -9 of Postgres, of Node and of both, at random moments under a load of orders. */
import { setTimeout as sleep } from "node:timers/promises";
import { addCustomers, addProducts, openDrillShop } from "./support/drill-shop.ts";
import { checkOrders, startOrders } from "./support/orders.ts";
import { type Drill, getSize, toMedian, toSeconds } from "./support/report.ts";

const STOCK = 1_000_000;
const VICTIMS = [["postgres"], ["node"], ["node", "postgres"]] as const;

export const kills: Drill = {
  title: "kill -9 of Postgres, of Node and of both, under orders",
  sizes: { kills: 300, rate: 50 },
  run: async (sizes, print) => {
    const [count, perSecond] = [getSize(sizes, "kills"), getSize(sizes, "rate")];
    const shop = await openDrillShop();
    try {
      const customers = await addCustomers(shop, 500);
      const products = await addProducts(shop, 40, STOCK);
      const orders = startOrders(shop, { customers, products, perSecond });
      const recoveries = new Map<string, number[]>();
      for (let kill = 0; kill < count; kill++) {
        // The orders of the time without a shop are placed first: kills without a pause leave more of them each time.
        await orders.waitForBacklog(perSecond);
        await sleep(Math.random() * 1000);
        const victims = VICTIMS[kill % VICTIMS.length] ?? [];
        for (const victim of victims) await shop.kill(victim);
        const killed = performance.now();
        if (victims.some((victim) => victim === "node")) await shop.start();
        const recovery = await orders.waitForAcknowledgement(killed);
        const name = victims.join(" and ");
        recoveries.set(name, [...(recoveries.get(name) ?? []), recovery]);
      }
      const { answers, longest } = await orders.stop();
      print(`did: ${count} kills while ${perSecond} orders a second arrived`);
      print(
        `acknowledged: ${orders.acknowledged.length} orders, answers ${answers}, the slowest answer after ${toSeconds(longest)}`,
      );
      print(`found: ${await checkOrders(shop, orders.acknowledged, STOCK)}`);
      for (const [name, times] of recoveries) {
        print(
          `back after a kill of ${name}: median ${toSeconds(toMedian(times))}, longest ${toSeconds(Math.max(...times))}`,
        );
      }
    } finally {
      await shop.stop();
    }
  },
};
