/**
 * Every screen of a visitor and a customer, and what its first view may weigh on a phone with an empty cache. The bench
 * writes down what they weigh, a test holds them to it. Most of it is the application that all share: 108 kB.
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
  signedIn?: boolean;
}

export const SCREENS: readonly Screen[] = [
  { path: "/", total: 180, script: 110 },
  { path: "/products", total: 155, script: 110 },
  { path: "/product/:product", total: 160, script: 110 },
  { path: "/cart", total: 150, script: 122 },
  { path: "/checkout", total: 230, script: 200, signedIn: true },
  { path: "/order-confirmation", total: 150, script: 122 },
  { path: "/login", total: 190, script: 160 },
  { path: "/review?token=x", total: 180, script: 150 },
  { path: "/account", total: 230, script: 200, signedIn: true },
  { path: "/account?tab=commandes", total: 230, script: 200, signedIn: true },
  { path: "/account?tab=souhaits", total: 230, script: 200, signedIn: true },
  { path: "/wishlist", total: 160, script: 125 },
  { path: "/categories", total: 160, script: 112 },
  { path: "/promotions", total: 160, script: 112 },
  { path: "/technicians", total: 160, script: 115 },
  { path: "/technician/:technician", total: 160, script: 115 },
  { path: "/technician-matching", total: 160, script: 115 },
  { path: "/request-quote", total: 150, script: 115 },
  { path: "/about", total: 160, script: 112 },
  { path: "/delivery", total: 150, script: 112 },
  { path: "/terms", total: 150, script: 112 },
  { path: "/privacy", total: 150, script: 112 },
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
