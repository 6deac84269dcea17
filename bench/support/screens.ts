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
  { path: "/", total: 181, script: 109, requests: 19 },
  { path: "/products", total: 157, script: 109, requests: 18 },
  { path: "/product/:product", total: 168, script: 109, requests: 15 },
  { path: "/cart", total: 151, script: 120, requests: 19 },
  { path: "/checkout", total: 204, script: 173, requests: 33, signedIn: true },
  { path: "/order-confirmation", total: 141, script: 111, requests: 18 },
  { path: "/login", total: 193, script: 163, requests: 24 },
  { path: "/reset-password", total: 192, script: 163, requests: 23 },
  { path: "/review?token=x", total: 172, script: 142, requests: 26 },
  { path: "/account", total: 204, script: 173, requests: 31, signedIn: true },
  { path: "/account?tab=commandes", total: 204, script: 173, requests: 33, signedIn: true },
  { path: "/account?tab=souhaits", total: 205, script: 174, requests: 37, signedIn: true },
  { path: "/wishlist", total: 147, script: 116, requests: 23 },
  { path: "/categories", total: 157, script: 108, requests: 20 },
  { path: "/promotions", total: 147, script: 108, requests: 18 },
  { path: "/technicians", total: 166, script: 111, requests: 24 },
  { path: "/technician/:technician", total: 152, script: 116, requests: 22 },
  { path: "/technician-matching", total: 150, script: 108, requests: 19 },
  { path: "/request-quote", total: 148, script: 116, requests: 18 },
  { path: "/about", total: 141, script: 107, requests: 17 },
  { path: "/delivery", total: 141, script: 107, requests: 17 },
  { path: "/terms", total: 144, script: 107, requests: 17 },
  { path: "/privacy", total: 143, script: 107, requests: 17 },
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
