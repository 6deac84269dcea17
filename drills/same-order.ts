/** Each order sent many times at once, some of them with another content. */
import { addCustomers, addProducts, openDrillShop } from "./support/drill-shop.ts";
import { checkOrders, createOrder, type SentOrder, sendOrder } from "./support/orders.ts";
import { type Drill, expectSame, getSize } from "./support/report.ts";

const STOCK = 1_000_000;
/** Every so many of the requests has another content. */
const CHANGED = 10;
const AT_ONCE = 200;

export const sameOrder: Drill = {
  title: "one order sent many times at once, also changed",
  sizes: { orders: 100, times: 1000 },
  run: async (sizes, print) => {
    const [count, times] = [getSize(sizes, "orders"), getSize(sizes, "times")];
    const shop = await openDrillShop();
    try {
      const customers = await addCustomers(shop, count);
      const products = await addProducts(shop, 4, STOCK);
      const placed: SentOrder[] = [];
      const statuses = new Map<string, number>();
      for (const [number, customer] of customers.entries()) {
        const order = createOrder(number, customer, products.slice(0, 3));
        const changed = { ...createOrder(number, customer, products.slice(1, 4)), id: order.id };
        changed.body = JSON.stringify({ ...JSON.parse(changed.body), id: order.id });
        const queue = Array.from({ length: times }, (_, request) =>
          request % CHANGED === CHANGED - 1 ? changed : order,
        );
        const winners: SentOrder[] = [];
        await Promise.all(
          Array.from({ length: AT_ONCE }, async () => {
            for (let next = queue.pop(); next; next = queue.pop()) {
              const { status, code } = await sendOrder(shop, next);
              const name = `${status} ${code}`.trim();
              statuses.set(name, (statuses.get(name) ?? 0) + 1);
              if (status === 201) winners.push(next);
            }
          }),
        );
        expectSame(`answers «placed» for the order ${order.id}`, winners.length, 1);
        placed.push(...winners);
      }
      print(`did: ${count} orders, each sent ${times} times, ${AT_ONCE} at once, every tenth changed`);
      print(`acknowledged: ${[...statuses].map(([status, answers]) => `${answers} × ${status}`).join(", ")}`);
      print(`found: ${await checkOrders(shop, placed, STOCK)}`);
      expectSame(
        "answers that are neither «placed» nor «placed before»",
        [...statuses.keys()].filter((status) => !/^(201|409 (23505|YA004)|400 YA004)$/.test(status)),
        [],
      );
    } finally {
      await shop.stop();
    }
  },
};
