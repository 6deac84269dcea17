/** What the tests of backups share: the two commands, a client of a shop, an order, and a file of its storage. */
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { expect } from "vitest";
import type { Database } from "#app/lib/supabase/database.types.ts";
import { loadKeys } from "#backend/core/gateway/keys.ts";
import { createOrderInput } from "#tests/support/orders.ts";
import { startShopProcess } from "./shop-process.ts";

export type ShopClient = SupabaseClient<Database>;

export const ACCOUNT = { email: "awa@exemple.bf", password: "motdepasse-solide" };

export const IMAGE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);

export async function connectClient(
  url: string,
  dataDir: string,
  key: "anonKey" | "serviceRoleKey",
): Promise<ShopClient> {
  const keys = await loadKeys(dataDir);
  return createClient<Database>(url, keys[key], { auth: { persistSession: false, autoRefreshToken: false } });
}

/** Runs one of the two commands, and resolves with its output. */
export async function runCommand(
  name: "backup" | "restore",
  args: string | string[],
  env: Record<string, string>,
): Promise<string> {
  const command = startShopProcess(env, ["scripts/run.mjs", name, ...[args].flat()]);
  expect(await command.exited, command.stderr()).toBe(0);
  return command.stdout();
}

/** Orders one piece of a product with much stock, and resolves with the order's id. */
export async function placeOrder(client: ShopClient): Promise<string> {
  const { data: products } = await client
    .from("products")
    .select("id,name,price")
    .gt("stock", 50)
    .order("id")
    .limit(1)
    .throwOnError();
  const order = createOrderInput(products.map((product) => ({ product, quantity: 1 })));
  await client
    .from("orders")
    .insert({ ...order, total_amount: order.total_amount ?? 0 })
    .throwOnError();
  return order.id;
}
