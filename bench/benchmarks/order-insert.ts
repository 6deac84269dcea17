/** An order of three lines through rest, against one statement that takes the stock and inserts the same rows. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "#backend/core/database/database.ts";
import { type BenchmarkResult, toComparisonRows } from "#bench/support/report.ts";
import { interleave } from "#bench/support/rounds.ts";
import { type RunningShop, startBaseline } from "#bench/support/shop-and-baselines.ts";
import { type LoadResult, measureLoad } from "#bench/support/wrk.ts";
import { type Account, createCustomers } from "#harness/accounts.ts";
import { createOrderBody, type OrderedProduct, pickProducts } from "#harness/orders.ts";
import type { ServerProcess } from "#harness/server-process.ts";
import { openShopDatabase } from "#harness/shop-database.ts";

/** The baseline competes with the number of connections at which it is the fastest. */
const BASELINE_CONNECTIONS = [4, 8, 16, 32];
/**
 * An order sends a notice when the stock of a product falls below the threshold: with three pieces in an order,
 * one order in ten does. More pieces than all orders of a round take remain below it, so that no order fails.
 */
const LOW_STOCK_THRESHOLD = 1000;
const PIECES_ABOVE_THRESHOLD = 30;
const RESTOCK_INTERVAL_MS = 250;
const LINES_PER_ORDER = 3;
/** Orders of one customer wait for each other. Nobody reaches the limit of open orders. */
const CUSTOMERS = 2000;

export async function benchmarkOrderInsert(shop: RunningShop, rounds: number): Promise<BenchmarkResult> {
  const sql = openShopDatabase(shop.dataDir);
  const customers = await createCustomers(sql, shop, CUSTOMERS);
  let contestant: Contestant | null = null;
  const restocking = new AbortController();
  try {
    await sql`update public.shop_settings set low_stock_threshold = ${LOW_STOCK_THRESHOLD}`;
    await sql.unsafe(`
      drop schema if exists bench cascade;
      create schema bench;
      create table bench.products (like public.products including all);
      insert into bench.products (id, name, slug, description, price, image, category_id, reference, features, specifications)
      select id, name, slug, description, price, image, category_id, reference, features, specifications from public.products;
      create table bench.orders (like public.orders including all excluding generated);
      create table bench.order_items (like public.order_items including all);
      alter table bench.orders add foreign key (user_id) references auth.users;
      alter table bench.order_items add foreign key (order_id) references bench.orders;
      alter table bench.order_items add foreign key (product_id) references bench.products;
    `);
    await restock(sql);
    const [fsync] = await sql<{ fsync: string }[]>`select current_setting('fsync') as fsync`;
    if (fsync?.fsync !== "on") throw new Error("fsync is off: the figure would mean nothing.");
    const products = await sql<
      OrderedProduct[]
    >`select id, name, price, image from public.products where price < 1000000 and not has_variants and minimum_quantity = 1`;
    const [settings] = await sql<{ shipping_fee: number }[]>`select shipping_fee from public.shop_settings`;
    const script = join(shop.dataDir, "order.lua");
    await writeFile(script, luaScript(products, customers, settings?.shipping_fee ?? 0));
    const headers = {
      apikey: shop.anonKey,
      prefer: "return=representation",
    };
    const shopLoad = () =>
      measureLoad(
        { url: `${shop.url}/rest/v1/orders`, headers, script },
        { node: shop.pid, postgres: shop.postgres },
      );
    const startContestant = async (connections: number): Promise<Contestant> => {
      const server = await startBaseline("order-insert", {
        SOCKET_DIR: join(shop.dataDir, "socket"),
        USER_ID: customers[0]?.id ?? "",
        CONNECTIONS: String(connections),
      });
      const load = () =>
        measureLoad({ url: server.url, headers, script }, { node: server.pid, postgres: shop.postgres });
      return { server, load };
    };
    const restocked = restockUntil(restocking.signal, sql);
    // Sessions cache their plans: one made while the tables were nearly empty uses a sequential scan for the
    // foreign key of each line. New statistics invalidate those plans.
    await shopLoad();
    await sql`analyze`;
    const connections = await findFastest(BASELINE_CONNECTIONS, startContestant);
    contestant = await startContestant(connections);
    await contestant.load();
    await shopLoad();
    const comparison = await interleave(rounds, shopLoad, contestant.load);
    restocking.abort();
    await restocked;
    return {
      title: `Order of three lines, with fsync, against one statement over ${connections} connections`,
      rows: toComparisonRows(comparison, { throughput: "0.6 or more" }),
    };
  } finally {
    restocking.abort();
    await contestant?.server.stop();
    await sql.end();
  }
}

interface Contestant {
  server: ServerProcess;
  load(): Promise<LoadResult>;
}

/** The number of connections with which a warm server of orders is the fastest. */
async function findFastest(
  candidates: readonly number[],
  start: (connections: number) => Promise<Contestant>,
): Promise<number> {
  let fastest = { connections: 1, speed: 0 };
  for (const connections of candidates) {
    const { server, load } = await start(connections);
    try {
      await load();
      const { requestsPerSecond: speed } = await load();
      if (speed > fastest.speed) fastest = { connections, speed };
    } finally {
      await server.stop();
    }
  }
  return fastest.connections;
}

/** Some pieces above the threshold for every product of both contestants. In the order of the ids, as orders lock them. */
async function restock(sql: Sql): Promise<void> {
  for (const table of ["public.products", "bench.products"]) {
    await sql`
      with locked as (
        select id from ${sql.unsafe(table)} where stock < ${LOW_STOCK_THRESHOLD} and not has_variants
        order by id for no key update
      )
      update ${sql.unsafe(table)} p set stock = ${LOW_STOCK_THRESHOLD + PIECES_ABOVE_THRESHOLD}
      from locked where p.id = locked.id`;
  }
}

/** While both contestants are measured, so that it slows both. */
async function restockUntil(signal: AbortSignal, sql: Sql): Promise<void> {
  while (!signal.aborted) {
    await restock(sql);
    await sleep(RESTOCK_INTERVAL_MS);
  }
}

/** Each request is the order of the next customer, with a unique id. */
function luaScript(
  products: OrderedProduct[],
  customers: readonly Pick<Account, "token">[],
  shipping: number,
): string {
  const bodies = customers.map((_, number) =>
    createOrderBody("ORDER_ID", pickProducts(products, number, LINES_PER_ORDER), {
      shipping,
      customer: number,
    }),
  );
  return `
math.randomseed(${Date.now() % 1_000_000} + os.time())
local bodies = { ${bodies.map((body) => `[====[${body}]====]`).join(",\n")} }
local tokens = { ${customers.map(({ token }) => JSON.stringify(token)).join(", ")} }
local turn = 0
local function uuid()
  return string.format("%04x%04x-%04x-4%03x-8%03x-%04x%04x%04x", math.random(0, 65535), math.random(0, 65535),
    math.random(0, 65535), math.random(0, 4095), math.random(0, 4095), math.random(0, 65535), math.random(0, 65535),
    math.random(0, 65535))
end
request = function()
  turn = turn + 1
  local body = bodies[turn % #bodies + 1]:gsub("ORDER_ID", uuid(), 1)
  wrk.headers["content-type"] = "application/json"
  wrk.headers["authorization"] = "Bearer " .. tokens[turn % #tokens + 1]
  return wrk.format("POST", nil, nil, body)
end
`;
}
