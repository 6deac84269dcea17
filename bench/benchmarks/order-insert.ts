/** An order of three lines through rest, against a plain insert of the same rows in one transaction. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { signUp } from "#bench/support/accounts.ts";
import { type BenchmarkResult, toComparisonRows } from "#bench/support/report.ts";
import { interleave } from "#bench/support/rounds.ts";
import { type RunningShop, startBaseline } from "#bench/support/shop-and-baselines.ts";
import { openShopDatabase } from "#bench/support/shop-database.ts";
import { measureLoad } from "#bench/support/wrk.ts";

const TEMPLATES = 400;
const LINES_PER_ORDER = 3;

interface Product {
  id: string;
  name: string;
  price: number;
  image: string;
}

export async function benchmarkOrderInsert(shop: RunningShop, rounds: number): Promise<BenchmarkResult> {
  const sql = openShopDatabase(shop.dataDir);
  const customer = await signUp(shop);
  const baselineServer = await startBaseline("order-insert", {
    SOCKET_DIR: join(shop.dataDir, "socket"),
    USER_ID: customer.id,
  });
  try {
    await sql`update public.products set stock = 1000000`;
    await sql.unsafe(`
      drop schema if exists bench cascade;
      create schema bench;
      create table bench.orders (like public.orders including all);
      create table bench.order_items (like public.order_items including all);
      alter table bench.orders add foreign key (user_id) references auth.users;
      alter table bench.order_items add foreign key (order_id) references bench.orders;
      alter table bench.order_items add foreign key (product_id) references public.products;
    `);
    const [fsync] = await sql<{ fsync: string }[]>`select current_setting('fsync') as fsync`;
    if (fsync?.fsync !== "on") throw new Error("fsync is off: the figure would mean nothing.");
    const products = await sql<
      Product[]
    >`select id, name, price, image from public.products where price < 1000000`;
    const [settings] = await sql<{ shipping_fee: number }[]>`select shipping_fee from public.shop_settings`;
    const script = join(shop.dataDir, "order.lua");
    await writeFile(script, luaScript(products, settings?.shipping_fee ?? 0));
    const headers = {
      apikey: shop.anonKey,
      authorization: `Bearer ${customer.token}`,
      prefer: "return=representation",
    };
    const shopLoad = () =>
      measureLoad(
        { url: `${shop.url}/rest/v1/orders`, headers, script },
        { node: shop.pid, postgres: shop.postgres },
      );
    const baselineLoad = () =>
      measureLoad(
        { url: baselineServer.url, headers, script },
        { node: baselineServer.pid, postgres: shop.postgres },
      );
    // Sessions cache their plans: one made while the tables were nearly empty uses a sequential scan for the
    // foreign key of each line. New statistics invalidate those plans.
    await shopLoad();
    await baselineLoad();
    await sql`analyze`;
    const comparison = await interleave(rounds, shopLoad, baselineLoad);
    return {
      title: "Order of three lines, with fsync",
      rows: toComparisonRows(comparison, { throughput: "0.5 or more" }),
    };
  } finally {
    await baselineServer.stop();
    await sql.end();
  }
}

/** Each request is one of a few hundred orders, with a unique id. */
function luaScript(products: Product[], shipping: number): string {
  const bodies = Array.from({ length: TEMPLATES }, (_, seed) => {
    const items = Array.from(
      { length: LINES_PER_ORDER },
      (_line, line) => products[(seed * 7 + line * 83) % products.length],
    )
      .filter((product) => product !== undefined)
      .map((product) => ({ ...product, quantity: 1 }));
    return JSON.stringify({
      id: "ORDER_ID",
      customer_name: "Aminata Ouédraogo",
      customer_email: "aminata@exemple.bf",
      customer_phone: "+22670123456",
      total_amount: items.reduce((sum, item) => sum + item.price, shipping),
      items_count: items.length,
      status: "pending",
      shipping_address: {
        address: "Secteur 15, près du marché",
        city: "Ouagadougou",
        postalCode: "",
        phone: "+22670123456",
      },
      payment_info: { method: "cod", items },
      notes: "",
    });
  });
  return `
math.randomseed(${Date.now() % 1_000_000} + os.time())
local bodies = { ${bodies.map((body) => `[====[${body}]====]`).join(",\n")} }
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
  return wrk.format("POST", nil, nil, body)
end
`;
}
