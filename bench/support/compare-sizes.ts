/**
 * Compares what functions of the screens read over a large shop with the same over a small one, through rest:
 * their time, and from the query plans the blocks and the tables that are read as a whole.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PostgrestClient } from "@supabase/postgrest-js";
import type { Database } from "#app/lib/supabase/database.types.ts";
import type { Sql } from "#backend/core/database.ts";
import { signUp } from "./accounts.ts";
import { fillShop, type ShopSize, toShopSize } from "./fill-shop.ts";
import { type PlanCost, toPlanCost } from "./plan-cost.ts";
import { type BenchmarkRow, formatNumber, formatSpread } from "./report.ts";
import { interleave, toRatioSpread, toSpread } from "./rounds.ts";
import { type RunningShop, startShop } from "./shop-and-baselines.ts";
import { openShopDatabase } from "./shop-database.ts";

/** Sequential requests of one round; their median counts. */
const REQUESTS_PER_ROUND = 15;
const SMALL_SHOP = toShopSize(10_000);
const LARGE_SHOP: ShopSize = {
  products: 1_000_000,
  customers: 200_000,
  orders: 1_000_000,
  reviews: 200_000,
  others: 100_000,
};

type Client = PostgrestClient<Database>;
export type Read = (client: Client) => Promise<unknown>;

/** One row of results for each read; its target is three times the time over the small shop. */
export async function compareSizes(
  reads: readonly (readonly [name: string, read: Read])[],
  asAdministrator: boolean,
  rounds: number,
): Promise<BenchmarkRow[]> {
  const few = await openShop(SMALL_SHOP, asAdministrator);
  const many = await openShop(LARGE_SHOP, asAdministrator);
  try {
    const rows: BenchmarkRow[] = [];
    for (const [name, read] of reads) {
      await read(few.client);
      await read(many.client);
      const comparison = await interleave(
        rounds,
        () => measureMedian(() => read(many.client)),
        () => measureMedian(() => read(few.client)),
      );
      const [fewCost, manyCost] = [await few.explain(read), await many.explain(read)];
      rows.push({
        metric: name,
        value: [
          formatSpread(toRatioSpread(comparison, (milliseconds) => milliseconds)),
          `${formatNumber(toSpread(comparison.shop).median)} ms against ${formatNumber(toSpread(comparison.baseline).median)} ms`,
          `${manyCost.blocks} blocks against ${fewCost.blocks}`,
          ...manyCost.seqScannedTables.map((table) => `reads all of ${table}`),
        ].join("; "),
        target: "3 or less",
      });
    }
    return rows;
  } finally {
    await few.close();
    await many.close();
  }
}

async function openShop(size: ShopSize, asAdministrator: boolean) {
  const dataDir = await mkdtemp(join(tmpdir(), "yaare-bench-sizes-"));
  const shop = await startShop(dataDir);
  const sql = openShopDatabase(dataDir);
  await fillShop(sql, size);
  // As the job has done in a shop that runs: it would start in the middle of the measurement.
  await sql`select private.recount_sales_days()`;
  await sql`vacuum analyze`;
  const token = asAdministrator ? await signUpAdministrator(shop, sql) : shop.anonKey;
  await sql`alter role authenticator set pgrst.db_plan_enabled = 'true'`;
  await sql`notify pgrst, 'reload config'`;
  return {
    client: createClient(shop, token),
    explain: (read: Read) => explain(shop, token, read),
    close: async () => {
      await sql.end();
      await shop.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function signUpAdministrator(shop: RunningShop, sql: Sql): Promise<string> {
  const { id, token } = await signUp(shop);
  await sql`insert into public.admin_users (id, name, email) values (${id}, 'Bench', 'bench@exemple.bf')`;
  return token;
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

/** The cost of all requests of one read, according to the query plans. */
async function explain(shop: RunningShop, token: string, read: Read): Promise<PlanCost> {
  const total: PlanCost = { blocks: 0, seqScannedTables: [] };
  const client = createClient(shop, token, async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("accept", "application/vnd.pgrst.plan+json; options=analyze|buffers");
    // A HEAD request has a plan, but its response has no body.
    const method = init?.method === "HEAD" ? "GET" : init?.method;
    const response = await fetch(input, { ...init, method, headers });
    if (!response.ok) throw new Error(`There is no plan: ${response.status} ${await response.text()}`);
    const { blocks, seqScannedTables } = toPlanCost(await response.json(), SMALL_SHOP.products);
    total.blocks += blocks;
    total.seqScannedTables.push(...seqScannedTables);
    return fetch(input, init);
  });
  await read(client);
  return total;
}
