/** The backend and the database of screen tests: one for a worker, or one for a test file. */
import { randomInt } from "node:crypto";
import { expect } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import type { Account } from "#tests/support/accounts.ts";
import { startTestBackend } from "#tests/support/backend.ts";
import { liftLimits } from "#tests/support/limits.ts";
import { Network } from "./network.ts";

export interface Shop {
  /** The database, as the superuser. */
  sql: Sql;
  network: Network;
  anonKey: string;
  /** A new session of this account, as the browser stores it. */
  signIn(account: Account): Promise<string>;
}

declare global {
  var screensBackend: ReturnType<typeof openSharedBackend> | undefined;
}

async function openBackend() {
  const backend = await startTestBackend("demo");
  return { backend, sql: backend.database.connect("supabase_admin", 3) };
}

/**
 * The test files of a worker share a shop, which ends with the worker: opening one for each took a third of their
 * processor time. Their rows have unique words, and many of their customers one telephone, of which orders are limited.
 */
async function openSharedBackend() {
  const opened = await openBackend();
  await liftLimits(opened.sql, "order");
  return opened;
}

/** With a network of its own: what the visitors of one may do is limited. */
function createShop({ backend, sql }: Awaited<ReturnType<typeof openBackend>>): Shop {
  const ip = `10.${randomInt(256)}.${randomInt(256)}.1`;
  const fetch = (input: string | Request, init?: RequestInit) => backend.fetch(input, init, ip);
  return {
    sql,
    network: new Network(fetch),
    anonKey: backend.keys.anonKey,
    signIn: async ({ email, password }) => {
      const response = await fetch("/auth/v1/token?grant_type=password", {
        method: "POST",
        headers: { apikey: backend.keys.anonKey, "content-type": "application/json" },
        body: JSON.stringify({ email, password }),
      });
      expect(response.status).toBe(200);
      return response.text();
    },
  };
}

export async function getSharedShop(): Promise<Shop> {
  globalThis.screensBackend ??= openSharedBackend();
  return createShop(await globalThis.screensBackend);
}

export async function openOwnShop(): Promise<{ shop: Shop; close(): Promise<void> }> {
  const opened = await openBackend();
  return { shop: createShop(opened), close: opened.backend.close };
}
