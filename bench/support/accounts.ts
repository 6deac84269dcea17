/** Accounts of the benchmarked shop. */
import { randomUUID } from "node:crypto";
import type { Sql } from "#backend/core/database.ts";
import type { RunningShop } from "./shop-and-baselines.ts";

export interface Account {
  id: string;
  email: string;
  password: string;
  /** An access token. */
  token: string;
}

/**
 * Makes the accounts those of customers who proved their address, and the limits of orders so wide that a load is
 * checked against them and not refused.
 */
export async function widenOrderLimits(sql: Sql, accounts: readonly Account[]): Promise<void> {
  await sql`
    update auth.users set confirmation_sent_at = created_at, email_confirmed_at = now()
    where id in ${sql(accounts.map(({ id }) => id))}`;
  await sql`
    update public.limits set maximum = 1000000
    where starts_with(name, 'order') and maximum is not null`;
}

/** Registers a new customer, who is signed in. */
export async function signUp(shop: RunningShop): Promise<Account> {
  const [email, password] = [`bench-${randomUUID()}@exemple.bf`, randomUUID()];
  const response = await fetch(`${shop.url}/auth/v1/signup`, {
    method: "POST",
    headers: { apikey: shop.anonKey, "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const session: { access_token?: string; user?: { id: string } } = await response.json();
  if (!session.access_token || !session.user) {
    throw new Error(`The customer could not be made: ${response.status}.`);
  }
  return { id: session.user.id, email, password, token: session.access_token };
}
