/**
 * Compares what functions of the screens read over shops of several sizes, through rest: their time, and from the
 * query plans the blocks and the tables that are read as a whole.
 */
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PostgrestClient } from "@supabase/postgrest-js";
import type { Database } from "#app/lib/supabase/database.types.ts";
import type { Sql } from "#backend/core/database/database.ts";
import { signUp, widenOrderLimits } from "#harness/accounts.ts";
import { toPercentile } from "#harness/arrivals.ts";
import type { OrderedProduct } from "#harness/orders.ts";
import { openShopDatabase } from "#harness/shop-database.ts";
import type { ShopSize } from "#harness/shop-size.ts";
import { listScans, type PlanScans, sumBlocks } from "./plan-cost.ts";
import { type BenchmarkRow, formatNumber, formatSpread } from "./report.ts";
import { takeTurns, toRatioSpread, toSpread } from "./rounds.ts";
import { type RunningShop, startShop } from "./shop-and-baselines.ts";
import { listShopSizes, prepareSizedShop } from "./sized-shop.ts";

/** Sequential requests of one round. */
const REQUESTS_PER_ROUND = 10;
/** A sequential scan of a table of up to so many rows is ignored: it is as fast as an index. */
const FEW_ROWS = 10_000;
/** A signal to read the settings again takes this long to reach all sessions, in ms. */
const RELOAD_TIME = 300;
const ORDERED_PRODUCTS = 30;
/** Begins each entry of Postgres's log: the application. The jobs' statements are not those of a read. */
const LOG_PREFIX = "%a | ";
const REST_ENTRY = /^rest \| .*\n(?:\t.*\n)*/gm;

type Client = PostgrestClient<Database>;
export type Caller = "visitor" | "customer" | "administrator";
export type Read = (client: Client, shop: SizedShop) => Promise<unknown>;

/** A running shop of one size. */
export interface SizedShop {
  products: number;
  /** With more pieces than all orders of a benchmark take. */
  ordered: OrderedProduct[];
  /** In francs. */
  shippingFee: number;
  shop: RunningShop;
  sql: Sql;
  tokens: Record<Caller, string>;
  close(): Promise<void>;
}

/** Opens the shops of both sizes, which are filled in `folder` when they are not there. */
export async function openSizedShops(
  folder: string,
  largest: number,
): Promise<[small: SizedShop, large: SizedShop]> {
  const open = async (size: ShopSize) => openSizedShop(await prepareSizedShop(folder, size), size.products);
  const [small, large] = listShopSizes(largest);
  return [await open(small), await open(large)];
}

export interface ReadCase {
  metric: string;
  read: Read;
  /** How many times the time of the smaller shop is allowed. */
  target: number;
  /** The 99th percentile that the larger shop is allowed, in milliseconds. */
  maxP99?: number;
}

/** One row of results for each case. */
export async function compareSizes(
  shops: readonly SizedShop[],
  cases: readonly ReadCase[],
  caller: Caller,
  rounds: number,
): Promise<BenchmarkRow[]> {
  const rows: BenchmarkRow[] = [];
  for (const one of cases) {
    // The others are measured all the same: the shops take long to fill.
    const row = await compareRead(shops, one, caller, rounds).catch((error: unknown) => ({
      metric: one.metric,
      value: `failed: ${error}`,
      target: formatTarget(one),
    }));
    console.error(`bench: ${row.metric}: ${row.value} | ${row.target}`);
    rows.push(row);
  }
  return rows;
}

async function compareRead(
  shops: readonly SizedShop[],
  one: ReadCase,
  caller: Caller,
  rounds: number,
): Promise<BenchmarkRow> {
  const contestants = shops.map((shop) => {
    const client = createClient(shop.shop, shop.tokens[caller]);
    return () => one.read(client, shop);
  });
  for (const warmUp of contestants) await warmUp();
  const times = await takeTurns(
    rounds,
    contestants.map((run) => () => measureTimes(run)),
  );
  const costs: PlanCost[] = [];
  for (const shop of shops) costs.push(await explain(shop, caller, one.read));
  return toRow(shops, one, times, costs);
}

/**
 * What other processes take of the machine lengthens a time and never shortens it, so the shortest of each shop are
 * compared besides the medians.
 */
function toRow(
  shops: readonly SizedShop[],
  one: ReadCase,
  times: number[][][],
  costs: PlanCost[],
): BenchmarkRow {
  const figures = shops.map(({ products }, index) => {
    const { median, min } = toSpread((times[index] ?? []).flat());
    return `${formatNumber(products)}: ${formatNumber(median)} ms, least ${formatNumber(min)}, ${formatNumber(costs[index]?.blocks ?? Number.NaN)} blocks`;
  });
  const [small = [], large = []] = times;
  const medians = toRatioSpread({ shop: large, baseline: small }, (round) => toSpread(round).median);
  const least = toSpread(large.flat()).min / toSpread(small.flat()).min;
  const blocks = (costs[1]?.blocks ?? Number.NaN) / (costs[0]?.blocks ?? Number.NaN);
  const p99 = toPercentile(large.flat(), 0.99);
  const misses = [
    ...(least > one.target ? ["**missed**"] : []),
    ...(blocks > one.target ? ["more blocks"] : []),
    ...(p99 > (one.maxP99 ?? Number.POSITIVE_INFINITY) ? ["p99 missed"] : []),
  ];
  return {
    metric: one.metric,
    value: [
      `least ${formatNumber(least)}, medians ${formatSpread(medians)}, blocks ${formatNumber(blocks)}`,
      ...figures,
      ...(one.maxP99 === undefined ? [] : [`p99 ${formatNumber(p99)} ms`]),
      ...(costs.at(-1)?.seqScannedTables ?? []).map((table) => `reads all of ${table}`),
    ].join("; "),
    target: [formatTarget(one), ...misses].join("; "),
  };
}

function formatTarget({ target, maxP99 }: ReadCase): string {
  return `${target} or less${maxP99 === undefined ? "" : `, p99 below ${maxP99} ms`}`;
}

async function openSizedShop(dataDir: string, products: number): Promise<SizedShop> {
  const shop = await startShop(dataDir);
  const sql = openShopDatabase(dataDir);
  const administrator = await signUp(shop);
  const customer = await signUp(shop);
  await widenOrderLimits(sql, [customer]);
  await sql`insert into public.admin_users (id, name, email) values (${administrator.id}, 'Bench', ${administrator.email})`;
  const slugs = Array.from({ length: ORDERED_PRODUCTS }, (_, index) => `article-${index + 1}`);
  await sql`update public.products set stock = 1000000 where slug = any (${slugs}) and not has_variants`;
  const ordered = await sql<OrderedProduct[]>`
    select id, name, price, image from public.products where slug = any (${slugs}) and not has_variants order by id`;
  const [settings] = await sql<{ shipping_fee: number }[]>`select shipping_fee from public.shop_settings`;
  // As the job has done in a shop that runs: it would start in the middle of the measurement.
  await sql`select private.close_sales_days()`;
  for (const setting of ["log_analyze = on", "log_timing = off", "log_nested_statements = on"]) {
    await sql.unsafe(`alter system set auto_explain.${setting}`);
  }
  await sql.unsafe(`alter system set log_line_prefix = '${LOG_PREFIX}'`);
  await sql`alter role authenticator set pgrst.db_plan_enabled = 'true'`;
  await sql`notify pgrst, 'reload config'`;
  return {
    products,
    ordered,
    shippingFee: settings?.shipping_fee ?? 0,
    shop,
    sql,
    tokens: { visitor: shop.anonKey, customer: customer.token, administrator: administrator.token },
    close: async () => {
      await sql.end();
      await shop.stop();
    },
  };
}

function createClient(shop: RunningShop, token: string, send: typeof fetch = fetch): Client {
  const headers = { apikey: shop.anonKey, authorization: `Bearer ${token}` };
  return new PostgrestClient<Database>(`${shop.url}/rest/v1`, { headers, fetch: send });
}

/** The times of several reads, in milliseconds. */
async function measureTimes(read: () => Promise<unknown>): Promise<number[]> {
  const durations: number[] = [];
  for (let sent = 0; sent < REQUESTS_PER_ROUND; sent += 1) {
    const begin = performance.now();
    await read();
    durations.push(performance.now() - begin);
  }
  return durations;
}

interface PlanCost extends Pick<PlanScans, "seqScannedTables"> {
  /** Blocks of 8 kB of all requests, including those that functions read. */
  blocks: number;
}

/** The cost of all requests of one read: the blocks from their plans, the scans of all statements from the log. */
async function explain(sized: SizedShop, caller: Caller, read: Read): Promise<PlanCost> {
  const { shop, sql } = sized;
  let blocks = 0;
  const client = createClient(shop, sized.tokens[caller], async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("accept", "application/vnd.pgrst.plan+json; options=analyze|buffers");
    // A HEAD request has a plan, but its response has no body.
    const method = init?.method === "HEAD" ? "GET" : init?.method;
    const response = await fetch(input, { ...init, method, headers });
    if (!response.ok) throw new Error(`There is no plan: ${response.status} ${await response.text()}`);
    blocks += sumBlocks(await response.json());
    // The plan of an insert has inserted its row.
    const isInsert = method === "POST" && !String(input).includes("/rpc/");
    return isInsert ? new Response(null, { status: 201 }) : fetch(input, init);
  });
  const plans = await logPlans(sql, shop.dataDir, () => read(client, sized));
  return { blocks, seqScannedTables: listScans(plans, FEW_ROWS).seqScannedTables };
}

/** The plans of all statements of rest during some work, also of those in functions, which auto_explain logs. */
async function logPlans(sql: Sql, dataDir: string, work: () => Promise<unknown>): Promise<string> {
  const logFile = join(dataDir, "postgres.log");
  const setMinDuration = async (milliseconds: number) => {
    await sql.unsafe(`alter system set auto_explain.log_min_duration = ${milliseconds}`);
    await sql`select pg_reload_conf()`;
    await sleep(RELOAD_TIME);
  };
  const { size } = await stat(logFile);
  await setMinDuration(0);
  try {
    await work();
  } finally {
    await setMinDuration(-1);
  }
  const log = (await readFile(logFile)).subarray(size).toString("utf8");
  return (log.match(REST_ENTRY) ?? []).join("");
}
