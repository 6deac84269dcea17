/**
 * A busy hour: visitors ask for pages while customers order, an administrator edits products and reviews are
 * published. Each round measures the pages alone, and then with the writes.
 */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Sql } from "#backend/core/database/database.ts";
import { type BenchmarkResult, formatSpread } from "#bench/support/report.ts";
import { interleave, toRatioSpread, toSpread } from "#bench/support/rounds.ts";
import type { RunningShop } from "#bench/support/shop-and-baselines.ts";
import { readCatalog } from "#bench/support/shoppers.ts";
import { createCustomers } from "#harness/accounts.ts";
import { type Arrival, createZipf, sendAtRate, toPercentile } from "#harness/arrivals.ts";
import { createOrderBody, type OrderedProduct, pickProducts } from "#harness/orders.ts";
import { openShopDatabase } from "#harness/shop-database.ts";

const ADDRESSES = 270;
const SECONDS = 30;
const PAGES_PER_SECOND = 100;
const ORDERS_PER_SECOND = 20;
const CUSTOMERS = 500;
const LINES_PER_ORDER = 3;
const LISTS = [
  ...["/", "/products", "/promotions", "/categories", "/technicians", "/about", "/delivery"],
  ...[2, 3, 4].map((page) => `/products?page=${page}`),
];

interface PageAnswer {
  ok: boolean;
  isCached: boolean;
}

interface Round {
  pages: Arrival<PageAnswer>[];
  /** The status of each order. */
  orders: Arrival<number>[];
}

export async function benchmarkPagesUnderWrites(shop: RunningShop, rounds: number): Promise<BenchmarkResult> {
  const sql = openShopDatabase(shop.dataDir);
  try {
    // No product runs out while it is ordered.
    await sql`update public.products set stock = 100000 where not has_variants`;
    const { products, shippingFee } = await readCatalog(sql);
    const categories = await sql<{ slug: string }[]>`select slug from public.categories order by slug`;
    const paths = [
      ...LISTS,
      ...categories.map(({ slug }) => `/products?category=${slug}`),
      ...products.map(({ slug }) => `/product/${slug}`),
    ].slice(0, ADDRESSES);
    for (const path of paths) await getPage(shop, path);
    const load = await createLoad(shop, sql, paths, products, shippingFee);
    const comparison = await interleave(
      rounds,
      () => load(true),
      () => load(false),
    );
    return { title: toTitle(paths.length), rows: toRows(comparison.shop, comparison.baseline) };
  } finally {
    await sql.end();
  }
}

/** Half of the products are ordered, the others are edited: an order with an old price would be refused. */
async function createLoad(
  shop: RunningShop,
  sql: Sql,
  paths: readonly string[],
  products: readonly OrderedProduct[],
  shipping: number,
): Promise<(withWrites: boolean) => Promise<Round>> {
  const customers = await createCustomers(sql, shop, CUSTOMERS);
  const ordered = products.filter((_, index) => index % 2 === 0);
  const edited = products.filter((_, index) => index % 2 === 1);
  const draw = createZipf(paths.length, Math.random);
  const write = await createServiceRequest(shop);
  let edits = 0;
  const order = (number: number) =>
    send(`${shop.url}/rest/v1/orders`, "POST", {
      headers: { apikey: shop.anonKey, authorization: `Bearer ${customers[number % CUSTOMERS]?.token}` },
      body: createOrderBody(randomUUID(), pickProducts(ordered, number, LINES_PER_ORDER), {
        shipping,
        customer: number % CUSTOMERS,
      }),
    });
  const edit = async () => {
    const product = edited[edits++ % edited.length];
    await write("PATCH", `products?id=eq.${product?.id}`, { price: (product?.price ?? 0) + edits });
  };
  const publishReview = () =>
    write("POST", "product_reviews", {
      product_id: edited[edits % edited.length]?.id,
      name: "Awa Traoré",
      email: "awa@exemple.bf",
      comment: "Solide, et livré le jour même.",
      is_published: true,
    });
  return async (withWrites) => {
    const perSecond = (rate: number) => (withWrites ? rate : 0);
    const [pages, orders] = await Promise.all([
      sendAtRate(PAGES_PER_SECOND, SECONDS, () => getPage(shop, paths[draw()] ?? "/")),
      sendAtRate(perSecond(ORDERS_PER_SECOND), SECONDS, order),
      sendAtRate(perSecond(1), SECONDS, edit),
      sendAtRate(perSecond(1), SECONDS, publishReview),
    ]);
    return { pages, orders };
  };
}

async function getPage(shop: RunningShop, path: string): Promise<PageAnswer> {
  const response = await fetch(shop.url + path, { headers: { "accept-encoding": "br" } });
  await response.arrayBuffer();
  return { ok: response.ok, isCached: response.headers.has("age") };
}

/** Writes as the admin area does, with the service's key. Throws when a write fails. */
async function createServiceRequest({ url, dataDir }: RunningShop) {
  const keys: { serviceRoleKey: string } = JSON.parse(await readFile(join(dataDir, "keys.json"), "utf8"));
  const headers = { apikey: keys.serviceRoleKey, authorization: `Bearer ${keys.serviceRoleKey}` };
  return async (method: string, path: string, body: object): Promise<void> => {
    const status = await send(`${url}/rest/v1/${path}`, method, { headers, body: JSON.stringify(body) });
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}.`);
  };
}

/** The status of the answer. */
async function send(
  url: string,
  method: string,
  { headers, body }: { headers: Record<string, string>; body: string },
): Promise<number> {
  const response = await fetch(url, {
    method,
    headers: { ...headers, "content-type": "application/json" },
    body,
  });
  await response.arrayBuffer();
  return response.status;
}

function toTitle(addresses: number): string {
  return `Pages under writes: ${PAGES_PER_SECOND} pages a second over ${addresses} addresses, ${ORDERS_PER_SECOND} orders, an edit and a review`;
}

function toRows(busy: Round[], quiet: Round[]) {
  const ratio = (of: (round: Round) => number) =>
    formatSpread(toRatioSpread({ shop: busy, baseline: quiet }, of));
  const both = (of: (round: Round) => number) =>
    `${formatSpread(toSpread(busy.map(of)), " ms")} against ${formatSpread(toSpread(quiet.map(of)), " ms")} without writes`;
  const orderTime = (share: number) =>
    formatSpread(toSpread(busy.map(({ orders }) => toPercentile(toTimes(orders), share))), " ms");
  return [
    {
      metric: "failed orders",
      value: `${sum(busy, ({ orders }) => orders.filter(({ answer }) => answer !== 201).length)} of ${sum(busy, ({ orders }) => orders.length)}`,
      target: "0",
    },
    {
      metric: "failed pages",
      value: `${sum(busy, ({ pages }) => pages.filter(({ answer }) => !answer.ok).length)} of ${sum(busy, ({ pages }) => pages.length)}`,
      target: "0",
    },
    {
      metric: "pages from the cache",
      value: formatSpread(
        toSpread(busy.map((round) => (100 * listCached(round).length) / round.pages.length)),
        " %",
      ),
      target: "95 % or more",
    },
    { metric: "cached pages: 99th percentile, ratio", value: ratio(getCachedP99), target: "3 or less" },
    { metric: "cached pages: 99th percentile", value: both(getCachedP99) },
    { metric: "all pages: 99th percentile", value: both(({ pages }) => toPercentile(toTimes(pages), 0.99)) },
    { metric: "orders: median", value: orderTime(0.5) },
    { metric: "orders: 99th percentile", value: orderTime(0.99) },
  ];
}

function getCachedP99(round: Round): number {
  return toPercentile(toTimes(listCached(round)), 0.99);
}

function listCached({ pages }: Round): Arrival<PageAnswer>[] {
  return pages.filter(({ answer }) => answer.isCached);
}

function toTimes(arrivals: Arrival<unknown>[]): number[] {
  return arrivals.map(({ milliseconds }) => milliseconds);
}

function sum(rounds: Round[], of: (round: Round) => number): number {
  return rounds.reduce((total, round) => total + of(round), 0);
}
