/** Many buyers at once for few pieces, with the two products of their baskets in opposite orders. */
import { addCustomers, addProducts, openDrillShop } from "./support/drill-shop.ts";
import { checkOrders, createOrder, isPlaced, type SentOrder, sendOrder } from "./support/orders.ts";
import { type Drill, expectSame, getSize, toSeconds } from "./support/report.ts";

export const buyers: Drill = {
  title: "buyers at once for 1, 10, 100 and all but one pieces",
  sizes: { buyers: 1000 },
  run: async (sizes, print) => {
    const count = getSize(sizes, "buyers");
    for (const stock of [1, 10, 100, count - 1]) {
      const shop = await openDrillShop();
      try {
        const customers = await addCustomers(shop, count);
        const products = await addProducts(shop, 2, stock);
        const baskets = customers.map((customer, number) =>
          createOrder(number, customer, number % 2 === 0 ? products : products.toReversed()),
        );
        const start = performance.now();
        const answers = await Promise.all(
          baskets.map(async (order) => ({ order, answer: await sendOrder(shop, order) })),
        );
        const placed: SentOrder[] = answers.flatMap(({ order, answer }) => (isPlaced(answer) ? [order] : []));
        const others = answers.filter(({ answer }) => !isPlaced(answer));
        const statuses = Object.groupBy(others, ({ answer }) => `${answer.status} ${answer.code}`);
        const refusals = Object.entries(statuses).map(([status, list]) => `${list?.length} × ${status}`);
        print(`did: ${count} buyers for ${stock} pieces, in ${toSeconds(performance.now() - start)}`);
        print(`acknowledged: ${placed.length} orders; refused: ${refusals.join(", ") || "none"}`);
        expectSame(
          "refusals that are no lack of stock",
          Object.keys(statuses).filter((status) => status !== "400 YA002"),
          [],
        );
        expectSame("orders that were placed", placed.length, Math.min(stock, count));
        print(`found: ${await checkOrders(shop, placed, stock)}`);
        const deadlocks = await shop.withDatabase(
          (sql) => sql`select deadlocks::integer from pg_stat_database where datname = current_database()`,
        );
        expectSame("deadlocks", deadlocks[0]?.deadlocks, 0);
      } finally {
        await shop.stop();
      }
    }
  },
};
