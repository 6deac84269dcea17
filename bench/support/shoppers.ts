/**
 * Honest shoppers: each has an account, a phone and a network of their own, browses, signs in and orders once. Their
 * accounts are inserted before, with passwords that are hashed as the shop hashes them.
 */
import { randomUUID } from "node:crypto";
import { createAccount } from "#backend/auth/accounts.ts";
import type { Sql } from "#backend/core/database/database.ts";
import { signUp } from "#harness/accounts.ts";
import { sendAtRate } from "#harness/arrivals.ts";
import { createOrderBody, type OrderedProduct, pickProducts } from "#harness/orders.ts";
import { toVisitorAddress } from "#harness/visitor-address.ts";
import type { RunningShop } from "./shop-and-baselines.ts";

export const SHOPPERS_PER_SECOND = 5;
const LINES_PER_ORDER = 3;

export interface ShopCatalog {
  products: (OrderedProduct & { slug: string })[];
  shippingFee: number;
}

export async function readCatalog(sql: Sql): Promise<ShopCatalog> {
  const products = await sql<ShopCatalog["products"]>`
    select id, name, slug, price, image from public.products where price < 1000000 and not has_variants and minimum_quantity = 1
    order by created_at desc, id`;
  const [settings] = await sql<{ shipping_fee: number }[]>`select shipping_fee from public.shop_settings`;
  return { products, shippingFee: settings?.shipping_fee ?? 0 };
}

export const STEPS = ["page", "sign-in", "order"] as const;
type Step = (typeof STEPS)[number];

/** What one shopper met: the time of each request in milliseconds, and what failed, if anything. */
export interface Visit {
  times: { step: Step; milliseconds: number }[];
  failure: string | null;
}

/** Returns the function that lets shoppers come for some seconds. Its accounts last for `visits` in all. */
export async function prepareShoppers(
  shop: RunningShop,
  sql: Sql,
  visits: number,
): Promise<(seconds: number) => Promise<Visit[]>> {
  const { password, id } = await signUp(shop);
  const [hashed] = await sql<{ hash: string }[]>`
    select encrypted_password as hash from auth.users where id = ${id}`;
  const emails = Array.from({ length: visits }, () => `cliente-${randomUUID()}@exemple.bf`);
  await sql.begin(async (tx) => {
    for (const email of emails) {
      await createAccount(tx, { email, passwordHash: hashed?.hash ?? null, emailConfirmed: true });
    }
  });
  const catalog = await readCatalog(sql);
  let next = 0;
  return async (seconds) => {
    const arrivals = await sendAtRate(SHOPPERS_PER_SECOND, seconds, () => {
      const number = next++;
      return visit(shop, catalog, { number, email: emails[number] ?? "", password });
    });
    return arrivals.map(({ answer }) => answer);
  };
}

interface Shopper {
  number: number;
  email: string;
  password: string;
}

interface ShopperInit extends RequestInit {
  headers?: Record<string, string>;
}

/** Never rejects. A failed step ends the visit. */
async function visit(
  shop: RunningShop,
  { products, shippingFee }: ShopCatalog,
  { number, email, password }: Shopper,
): Promise<Visit> {
  const times: Visit["times"] = [];
  const network = { "x-forwarded-for": toVisitorAddress(number) };
  const send = async (step: Step, path: string, init: ShopperInit = {}): Promise<unknown> => {
    const start = performance.now();
    const response = await fetch(shop.url + path, { ...init, headers: { ...network, ...init.headers } });
    const body = await response.text();
    times.push({ step, milliseconds: performance.now() - start });
    if (!response.ok) throw new Error(`${init.method ?? "GET"} ${path} answered ${response.status}`);
    return response.headers.get("content-type")?.includes("json") && body !== "" ? JSON.parse(body) : null;
  };
  const headers = { apikey: shop.anonKey, "content-type": "application/json" };
  const chosen = pickProducts(products, number, LINES_PER_ORDER);
  try {
    await send("page", "/");
    await send("page", "/products");
    for (const { id } of chosen) {
      const slug = products.find((product) => product.id === id)?.slug;
      await send("page", `/product/${slug}`);
    }
    const session = await send("sign-in", "/auth/v1/token?grant_type=password", {
      method: "POST",
      headers,
      body: JSON.stringify({ email, password }),
    });
    await send("order", "/rest/v1/orders", {
      method: "POST",
      headers: { ...headers, authorization: `Bearer ${readToken(session)}` },
      body: createOrderBody(randomUUID(), chosen, {
        shipping: shippingFee,
        customer: number % 10_000,
        email,
      }),
    });
    return { times, failure: null };
  } catch (error) {
    return { times, failure: String(error) };
  }
}

function readToken(session: unknown): string {
  const token = typeof session === "object" && session !== null && "access_token" in session;
  return token ? String(session.access_token) : "";
}
