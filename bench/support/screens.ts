/**
 * Every screen of a visitor and a customer, and what its first view may weigh on a phone with an empty cache. The bench
 * writes down what they weigh, a test holds them to it. Some 105 kB of it are the application that all share.
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
  { path: "/", total: 181, script: 109, requests: 20 },
  { path: "/products", total: 157, script: 109, requests: 19 },
  { path: "/product/:product", total: 168, script: 109, requests: 16 },
  { path: "/cart", total: 150, script: 118, requests: 21 },
  { path: "/checkout", total: 204, script: 172, requests: 37, signedIn: true },
  { path: "/order-confirmation", total: 140, script: 110, requests: 20 },
  { path: "/login", total: 192, script: 162, requests: 27 },
  { path: "/reset-password", total: 191, script: 161, requests: 26 },
  { path: "/review?token=x", total: 171, script: 140, requests: 27 },
  { path: "/account", total: 205, script: 174, requests: 37, signedIn: true },
  { path: "/account?tab=commandes", total: 206, script: 174, requests: 39, signedIn: true },
  { path: "/account?tab=souhaits", total: 206, script: 174, requests: 43, signedIn: true },
  { path: "/wishlist", total: 147, script: 116, requests: 25 },
  { path: "/categories", total: 157, script: 107, requests: 21 },
  { path: "/promotions", total: 146, script: 108, requests: 19 },
  { path: "/technicians", total: 165, script: 110, requests: 25 },
  { path: "/technician/:technician", total: 150, script: 115, requests: 23 },
  { path: "/technician-matching", total: 150, script: 108, requests: 20 },
  { path: "/request-quote", total: 147, script: 115, requests: 20 },
  { path: "/about", total: 141, script: 107, requests: 18 },
  { path: "/delivery", total: 141, script: 107, requests: 18 },
  { path: "/terms", total: 144, script: 107, requests: 18 },
  { path: "/privacy", total: 142, script: 107, requests: 18 },
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
