/** Orders of three lines, as fast as the shop takes them. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Sql } from "#backend/core/database/database.ts";
import { type Account, createCustomers } from "#harness/accounts.ts";
import { createOrderBody, type OrderedProduct, pickProducts } from "#harness/orders.ts";
import type { RunningShop } from "./shop-and-baselines.ts";
import { readCatalog } from "./shoppers.ts";
import type { LoadOptions } from "./wrk.ts";

type Customer = Pick<Account, "id" | "token">;

const LINES_PER_ORDER = 3;
/** Orders of one customer wait for each other. Nobody reaches the limit of open orders. */
const CUSTOMERS = 2000;

export async function prepareOrderLoad(
  shop: RunningShop,
  sql: Sql,
): Promise<LoadOptions & { customers: Customer[] }> {
  const customers = await createCustomers(sql, shop, CUSTOMERS);
  const { products, shippingFee } = await readCatalog(sql);
  const script = join(shop.dataDir, "order.lua");
  await writeFile(script, createScript(products, customers, shippingFee));
  return {
    url: `${shop.url}/rest/v1/orders`,
    headers: { apikey: shop.anonKey, prefer: "return=representation" },
    script,
    customers,
  };
}

/** Each request is the order of the next customer, with a unique id. */
function createScript(products: OrderedProduct[], customers: readonly Customer[], shipping: number): string {
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
