/** The database has no connection left, an idle transaction holds the products, and another one the orders, under orders. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "#backend/core/database/database.ts";
import { openShopDatabase } from "#harness/shop-database.ts";
import { addCustomers, addProducts, type DrillShop, openDrillShop } from "./support/drill-shop.ts";
import { checkOrders, startOrders } from "./support/orders.ts";
import { type Drill, expectSame, getSize, toMedian, toSeconds } from "./support/report.ts";
import { listUntold, startVisitors } from "./support/visitors.ts";

const STOCK = 1_000_000;
const PAUSE_MS = 3_000;
const TAKE_INTERVAL_MS = 20;
const TAKEN_AT_ONCE = 12;

/** Holds something for some milliseconds, and resolves at the moment at which it is free again. */
type Hold = (shop: DrillShop, milliseconds: number) => Promise<number>;

const HOLDS: Record<string, Hold> = {
  "all connections": holdConnections,
  "an idle transaction on the products": (shop, milliseconds) =>
    holdTransaction(shop, milliseconds, "lock table public.products in exclusive mode"),
  "a lock on the orders": (shop, milliseconds) =>
    holdTransaction(shop, milliseconds, "lock table public.orders in access exclusive mode"),
};

export const poolExhausted: Drill = {
  title: "no connection of the database left, and locks that others hold, under orders and reads",
  sizes: { times: 10, seconds: 20, rate: 20 },
  run: async (sizes, print) => {
    const milliseconds = getSize(sizes, "seconds") * 1000;
    const shop = await openDrillShop();
    try {
      const customers = await addCustomers(shop, 200);
      const products = await addProducts(shop, 20, STOCK);
      const visitors = await startVisitors(shop);
      const health = watchHealth(shop);
      const orders = startOrders(shop, { customers, products, perSecond: getSize(sizes, "rate") });
      const recoveries = new Map<string, number[]>();
      for (let time = 0; time < getSize(sizes, "times"); time++) {
        for (const [name, hold] of Object.entries(HOLDS)) {
          await sleep(PAUSE_MS);
          health.begin(name);
          const freed = await hold(shop, milliseconds);
          health.begin("nothing");
          recoveries.set(name, [...(recoveries.get(name) ?? []), await orders.waitForAcknowledgement(freed)]);
        }
      }
      await health.stop();
      const { answers, longest, failed } = await orders.stop();
      print(
        `did: held ${Object.keys(HOLDS).join(", ")}, ${getSize(sizes, "times")} times each for ${toSeconds(milliseconds)}`,
      );
      print(
        `acknowledged: ${orders.acknowledged.length} orders, answers ${answers}, the slowest answer after ${toSeconds(longest)}`,
      );
      for (const [name, times] of recoveries) {
        print(
          `back after ${name}: median ${toSeconds(toMedian(times))}, longest ${toSeconds(Math.max(...times))}; health meanwhile: ${health.describe(name)}`,
        );
      }
      await visitors.stop(print);
      expectSame("orders that failed without a time to come back", listUntold(failed), []);
      print(`found: ${await checkOrders(shop, orders.acknowledged, STOCK)}`);
    } finally {
      await shop.stop();
    }
  },
};

async function holdTransaction(shop: DrillShop, milliseconds: number, statement: string): Promise<number> {
  const sql = openShopDatabase(shop.dataDir);
  try {
    await sql.begin(async (tx) => {
      await tx.unsafe(statement);
      await sleep(milliseconds);
    });
    return performance.now();
  } finally {
    await sql.end();
  }
}

/** A client takes every connection, and the shop's own as they end. */
async function holdConnections(shop: DrillShop, milliseconds: number): Promise<number> {
  const taken: Sql[] = [];
  const take = async () => {
    const sql = openShopDatabase(shop.dataDir);
    await sql`select`.then(
      () => taken.push(sql),
      () => sql.end({ timeout: 0 }),
    );
  };
  await take();
  const [first] = taken;
  if (!first) throw new Error("The drill has no connection itself.");
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    await first`
      select pg_terminate_backend(pid) from pg_stat_activity
      where backend_type = 'client backend' and application_name <> 'beside the shop'`;
    // Faster than the shop, which opens its own again.
    await Promise.all(Array.from({ length: TAKEN_AT_ONCE }, take));
    await sleep(TAKE_INTERVAL_MS);
  }
  // They end at once, as when the client is killed.
  await Promise.all(taken.map((sql) => sql.end({ timeout: 0 })));
  return performance.now();
}

/** What `/healthz` and `/readyz` answer, twice a second. */
function watchHealth({ url }: DrillShop) {
  const counts = new Map<string, Map<string, number>>();
  let current = "nothing";
  const stopping = new AbortController();
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      const name = current;
      const statuses = await Promise.all(
        ["/healthz", "/readyz"].map(async (path) =>
          fetch(url + path).then(
            ({ status }) => `${path} ${status}`,
            () => `${path} none`,
          ),
        ),
      );
      const own = counts.get(name) ?? new Map<string, number>();
      counts.set(name, own);
      for (const status of statuses) own.set(status, (own.get(status) ?? 0) + 1);
      await sleep(500);
    }
  })();
  return {
    begin: (name: string) => {
      current = name;
    },
    describe: (name: string) =>
      [...(counts.get(name) ?? [])].map(([status, count]) => `${count} × ${status}`).join(", "),
    stop: async () => {
      stopping.abort();
      await watching;
    },
  };
}
