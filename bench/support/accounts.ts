/** Accounts of the benchmarked shop. */
import { randomUUID } from "node:crypto";
import type { RunningShop } from "./shop-and-baselines.ts";

export interface Account {
  id: string;
  email: string;
  password: string;
  /** An access token. */
  token: string;
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
