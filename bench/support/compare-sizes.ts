/**
 * Compares what functions of the screens read over shops of several sizes, through rest: their time, and from the
 * query plans the blocks, the indexes, and the tables that are read as a whole.
 */
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PostgrestClient } from "@supabase/postgrest-js";
import type { Database } from "#app/lib/supabase/database.types.ts";
import type { Sql } from "#backend/core/database.ts";
import { signUp, widenOrderLimits } from "./accounts.ts";
import type { OrderedProduct } from "./orders.ts";
import { listScans, type PlanScans, sumBlocks } from "./plan-cost.ts";
import { type BenchmarkRow, formatNumber, formatSpread } from "./report.ts";
import { takeTurns, toRatioSpread, toSpread } from "./rounds.ts";
import { type RunningShop, startShop } from "./shop-and-baselines.ts";
import { openShopDatabase } from "./shop-database.ts";
import { prepareSizedShop, SHOP_SIZES } from "./sized-shop.ts";

/** Sequential requests of one round; their median counts. */
const REQUESTS_PER_ROUND = 15;
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

/** Opens the shops of all sizes, which are filled in `folder` when they are not there. */
export async function openSizedShops(folder: string): Promise<SizedShop[]> {
  const shops: SizedShop[] = [];
  for (const size of SHOP_SIZES) {
    const dataDir = await prepareSizedShop(folder, size);
    shops.push(await openSizedShop(dataDir, size.products));
  }
  return shops;
}

/** One row of results for each read; its target is three times the time over 10,000 products. */
export async function compareSizes(
  shops: readonly SizedShop[],
  reads: readonly (readonly [name: string, read: Read])[],
  caller: Caller,
  rounds: number,
): Promise<BenchmarkRow[]> {
  const rows: BenchmarkRow[] = [];
  for (const [metric, read] of reads) {
    // The others are measured all the same: the shops take long to fill.
    const value = await compareRead(shops, read, caller, rounds).catch(
      (error: unknown) => `failed: ${error}`,
    );
    console.error(`bench: ${metric}: ${value}`);
    rows.push({ metric, value, target: "3 or less" });
  }
  return rows;
}

async function compareRead(
  shops: readonly SizedShop[],
  read: Read,
  caller: Caller,
  rounds: number,
): Promise<string> {
  const contestants = shops.map((shop) => {
    const client = createClient(shop.shop, shop.tokens[caller]);
    return () => read(client, shop);
  });
  for (const warmUp of contestants) await warmUp();
  const times = await takeTurns(
    rounds,
    contestants.map((run) => () => measureMedian(run)),
  );
  const costs: PlanCost[] = [];
  for (const shop of shops) costs.push(await explain(shop, caller, read));
  return formatCosts(shops, times, costs);
}

function formatCosts(shops: readonly SizedShop[], times: number[][], costs: PlanCost[]): string {
  const figures = shops.map(
    ({ products }, index) =>
      `${formatNumber(products)}: ${formatNumber(toSpread(times[index] ?? []).median)} ms, ${formatNumber(costs[index]?.blocks ?? Number.NaN)} blocks`,
  );
  const ratio = toRatioSpread({ shop: times.at(-1) ?? [], baseline: times.at(-2) ?? [] }, (time) => time);
  const scans = costs.at(-1);
  return [
    formatSpread(ratio),
    ...figures,
    ...(scans?.indexes ?? []).map((name) => `\`${name}\``),
    ...(scans?.seqScannedTables ?? []).map((table) => `**reads all of ${table}**`),
  ].join("; ");
}

async function openSizedShop(dataDir: string, products: number): Promise<SizedShop> {
  const shop = await startShop(dataDir);
  const sql = openShopDatabase(dataDir);
  const administrator = await signUp(shop);
  const customer = await signUp(shop);
  await widenOrderLimits(sql, [customer]);
  await sql`insert into public.admin_users (id, name, email) values (${administrator.id}, 'Bench', ${administrator.email})`;
  const slugs = Array.from({ length: ORDERED_PRODUCTS }, (_, index) => `article-${index + 1}`);
  await sql`update public.products set stock = 1000000 where slug = any (${slugs})`;
  const ordered = await sql<OrderedProduct[]>`
    select id, name, price, image from public.products where slug = any (${slugs}) order by id`;
  const [settings] = await sql<{ shipping_fee: number }[]>`select shipping_fee from public.shop_settings`;
  // As the job has done in a shop that runs: it would start in the middle of the measurement.
  await sql`select private.close_sales_days()`;
  await sql`vacuum analyze`;
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

/** The median of several reads, in milliseconds. */
async function measureMedian(read: () => Promise<unknown>): Promise<number> {
  const durations: number[] = [];
  for (let sent = 0; sent < REQUESTS_PER_ROUND; sent += 1) {
    const begin = performance.now();
    await read();
    durations.push(performance.now() - begin);
  }
  return toSpread(durations).median;
}

interface PlanCost extends PlanScans {
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
  const large = await sql<{ name: string }[]>`
    select i.indexrelid::regclass::text as name from pg_index i join pg_class t on t.oid = i.indrelid
    where t.reltuples > ${FEW_ROWS}`;
  const names = new Set(large.map(({ name }) => name));
  const { indexes, seqScannedTables } = listScans(plans, FEW_ROWS);
  return { blocks, indexes: indexes.filter((name) => names.has(name)), seqScannedTables };
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
