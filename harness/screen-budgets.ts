/**
 * The page-weight budgets: every screen of visitors and customers, with the limit of its first view on a
 * phone with an empty cache. The bench reports the actual weights, a test enforces the budgets. About 96 kB
 * are the application that all screens share. A page that is not listed has the default budget. Each has half a kilobyte
 * of room: one build names its files differently from the next, and compresses their imports a little better or worse.
 */
import type { BrowserContextOptions } from "@playwright/test";
import { SESSION_KEY } from "#app/lib/supabase/stored-session.ts";
import { listPagePaths } from "./page-paths.ts";

interface ScreenBudget {
  /** `:product` and `:technician` stand for a slug of the demo shop. */
  path: string;
  /** Compressed bytes of everything, in kB. */
  maxTotal: number;
  /** Compressed bytes of script alone, in kB. */
  maxScript: number;
  /** The number of files and backend calls. */
  maxRequests: number;
  signedIn?: boolean;
  /** Opened with two products in the cart: with an empty one another screen is shown. */
  filledCart?: boolean;
}

/** The limit of the layout shift of every screen; the browsers' own threshold of a good page is 0.1. */
export const MAX_LAYOUT_SHIFT = 0.01;

/** Enough for texts and a few images. */
const DEFAULT_BUDGET = { maxTotal: 151, maxScript: 99, maxRequests: 18 };

const LISTED_BUDGETS: readonly ScreenBudget[] = [
  { path: "/", maxTotal: 191, maxScript: 102, maxRequests: 21 },
  { path: "/products", maxTotal: 168, maxScript: 107, maxRequests: 18 },
  { path: "/product/:product", maxTotal: 187, maxScript: 108, maxRequests: 19 },
  { path: "/cart", maxTotal: 158, maxScript: 122, maxRequests: 21 },
  { path: "/checkout", maxTotal: 225, maxScript: 186, maxRequests: 38, signedIn: true, filledCart: true },
  { path: "/order-confirmation", maxTotal: 143, maxScript: 108, maxRequests: 18 },
  { path: "/login", maxTotal: 208, maxScript: 172, maxRequests: 29 },
  { path: "/reset-password", maxTotal: 202, maxScript: 166, maxRequests: 24 },
  { path: "/review?token=x", maxTotal: 182, maxScript: 147, maxRequests: 26 },
  { path: "/account", maxTotal: 228, maxScript: 189, maxRequests: 41, signedIn: true },
  { path: "/account?tab=commandes", maxTotal: 226, maxScript: 187, maxRequests: 39, signedIn: true },
  { path: "/account?tab=souhaits", maxTotal: 227, maxScript: 188, maxRequests: 41, signedIn: true },
  { path: "/account/security", maxTotal: 213, maxScript: 178, maxRequests: 36, signedIn: true },
  { path: "/courier", maxTotal: 160, maxScript: 123, maxRequests: 24, signedIn: true },
  { path: "/wishlist", maxTotal: 149, maxScript: 113, maxRequests: 23 },
  { path: "/compare", maxTotal: 151, maxScript: 107, maxRequests: 18 },
  { path: "/suivi", maxTotal: 151, maxScript: 104, maxRequests: 18 },
  { path: "/account/personal-data", maxTotal: 186, maxScript: 148, maxRequests: 30, signedIn: true },
  { path: "/categories", maxTotal: 159, maxScript: 104, maxRequests: 20 },
  { path: "/promotions", maxTotal: 150, maxScript: 105, maxRequests: 18 },
  { path: "/technicians", maxTotal: 166, maxScript: 106, maxRequests: 24 },
  { path: "/technician/:technician", maxTotal: 156, maxScript: 115, maxRequests: 22 },
  { path: "/technician-matching", maxTotal: 148, maxScript: 102, maxRequests: 19 },
  { path: "/request-quote", maxTotal: 153, maxScript: 116, maxRequests: 18 },
  { path: "/about", maxTotal: 139, maxScript: 101, maxRequests: 17 },
  { path: "/delivery", maxTotal: 139, maxScript: 101, maxRequests: 17 },
  { path: "/terms", maxTotal: 142, maxScript: 100, maxRequests: 17 },
  { path: "/privacy", maxTotal: 141, maxScript: 101, maxRequests: 17 },
];

export const SCREEN_BUDGETS: readonly ScreenBudget[] = [
  ...LISTED_BUDGETS,
  ...listPagePaths()
    .filter(
      (path) => !path.startsWith("/admin/") && !LISTED_BUDGETS.some((budget) => isSamePage(budget, path)),
    )
    .map((path) => ({ path, ...DEFAULT_BUDGET })),
];

function isSamePage(budget: ScreenBudget, path: string): boolean {
  return budget.path === path || budget.path.startsWith(`${path}?`);
}

export function toScreenPath({ path }: ScreenBudget, slugs: { product: string; technician: string }): string {
  return path.replace(":product", slugs.product).replace(":technician", slugs.technician);
}

/** The browser storage with which each screen is opened, of one customer who has just registered. */
export async function createScreenStorages(
  url: string,
): Promise<(screen: ScreenBudget) => BrowserContextOptions["storageState"]> {
  const [session, cart] = [await signUp(url), await createCart(url)];
  return ({ signedIn, filledCart }) =>
    toStorage(url, [...(signedIn ? [session] : []), ...(filledCart ? [cart] : [])]);
}

/** The browser storage of a customer who has just registered. */
export async function createCustomerStorage(url: string): Promise<BrowserContextOptions["storageState"]> {
  return toStorage(url, [await signUp(url)]);
}

interface StorageItem {
  name: string;
  value: string;
}

function toStorage(url: string, localStorage: StorageItem[]): BrowserContextOptions["storageState"] {
  return { cookies: [], origins: [{ origin: url, localStorage }] };
}

async function signUp(url: string): Promise<StorageItem> {
  const response = await fetch(`${url}/auth/v1/signup`, {
    method: "POST",
    headers: { apikey: await readAnonKey(url), "content-type": "application/json" },
    body: JSON.stringify({ email: `client-${crypto.randomUUID()}@exemple.bf`, password: "mot-de-passe-1" }),
  });
  if (!response.ok) throw new Error(`The sign-up was answered with ${response.status}`);
  return { name: SESSION_KEY, value: await response.text() };
}

/** Two products of which there is enough. */
async function createCart(url: string): Promise<StorageItem> {
  const query = "select=id,name,slug,price,old_price,image,stock&stock=gt.4&order=id&limit=2";
  const response = await fetch(`${url}/rest/v1/products?${query}`, {
    headers: { apikey: await readAnonKey(url) },
  });
  const products: object[] = await response.json();
  return { name: "cart", value: JSON.stringify(products.map((product) => ({ ...product, quantity: 1 }))) };
}

async function readAnonKey(url: string): Promise<string> {
  const page = await (await fetch(`${url}/login`)).text();
  return /name="supabase-anon-key" content="(?<key>[^"]+)"/.exec(page)?.groups?.key ?? "";
}
