/**
 * Every screen of a visitor and a customer, and what its first view may weigh on a phone with an empty cache. The bench
 * writes down what they weigh, a test holds them to it. Some 106 kB of it are the application that all share.
 */
import type { BrowserContextOptions } from "@playwright/test";
import { SESSION_KEY } from "../../app/lib/stored-session.ts";

interface Screen {
  /** `:product` and `:technician` stand for a slug of the demo shop. */
  path: string;
  /** Packed bytes of everything, in kB. */
  total: number;
  /** Packed bytes of script alone, in kB. */
  script: number;
  /** Files and calls of the backend, all told. */
  requests: number;
  signedIn?: boolean;
}

export const SCREENS: readonly Screen[] = [
  { path: "/", total: 182, script: 110, requests: 20 },
  { path: "/products", total: 158, script: 110, requests: 19 },
  { path: "/product/:product", total: 169, script: 110, requests: 16 },
  { path: "/cart", total: 151, script: 120, requests: 21 },
  { path: "/checkout", total: 207, script: 175, requests: 42, signedIn: true },
  { path: "/order-confirmation", total: 141, script: 111, requests: 20 },
  { path: "/login", total: 192, script: 162, requests: 29 },
  { path: "/reset-password", total: 191, script: 161, requests: 26 },
  { path: "/review?token=x", total: 173, script: 142, requests: 27 },
  { path: "/account", total: 207, script: 175, requests: 44, signedIn: true },
  { path: "/account?tab=commandes", total: 207, script: 175, requests: 46, signedIn: true },
  { path: "/account?tab=souhaits", total: 207, script: 175, requests: 46, signedIn: true },
  { path: "/wishlist", total: 148, script: 118, requests: 25 },
  { path: "/categories", total: 158, script: 109, requests: 21 },
  { path: "/promotions", total: 147, script: 109, requests: 19 },
  { path: "/technicians", total: 167, script: 112, requests: 25 },
  { path: "/technician/:technician", total: 150, script: 115, requests: 23 },
  { path: "/technician-matching", total: 151, script: 110, requests: 20 },
  { path: "/request-quote", total: 148, script: 116, requests: 20 },
  { path: "/about", total: 142, script: 108, requests: 18 },
  { path: "/delivery", total: 142, script: 109, requests: 18 },
  { path: "/terms", total: 145, script: 108, requests: 18 },
  { path: "/privacy", total: 143, script: 108, requests: 18 },
];

export function addressOf({ path }: Screen, slugs: { product: string; technician: string }): string {
  return path.replace(":product", slugs.product).replace(":technician", slugs.technician);
}

/** The browser storage of a new customer, who has just registered. */
export async function registeredStorage(url: string): Promise<BrowserContextOptions["storageState"]> {
  const page = await (await fetch(`${url}/login`)).text();
  const apikey = /name="supabase-anon-key" content="([^"]+)"/.exec(page)?.[1] ?? "";
  const response = await fetch(`${url}/auth/v1/signup`, {
    method: "POST",
    headers: { apikey, "content-type": "application/json" },
    body: JSON.stringify({ email: `client-${crypto.randomUUID()}@exemple.bf`, password: "mot-de-passe-1" }),
  });
  if (!response.ok) throw new Error(`The sign-up was answered with ${response.status}`);
  const localStorage = [{ name: SESSION_KEY, value: await response.text() }];
  return { cookies: [], origins: [{ origin: url, localStorage }] };
}
