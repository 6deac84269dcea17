/** What the tests of backups share: the two commands, a client of a shop, and a file of its storage. */
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { expect } from "vitest";
import type { Database } from "#app/lib/supabase/database.types.ts";
import { loadKeys } from "#backend/core/keys.ts";
import { startShopProcess } from "./shop-process.ts";

export type ShopClient = SupabaseClient<Database>;

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
