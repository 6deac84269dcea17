/**
 * The first page of each admin list and the figures of the dashboard over 1,000,000 rows, against the same over
 * 10,000: the functions of the screens, through rest, as an administrator. The query plans show whether an index is
 * used.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PostgrestClient } from "@supabase/postgrest-js";
import { listAuditEntries } from "#app/features/admin/audit/audit.queries.ts";
import { listCustomers } from "#app/features/admin/customers/customers.queries.ts";
import {
  getShopCounts,
  listBestSellers,
  listDailySales,
  listLowStockProducts,
  listOrdersByStatus,
  listRecentOrders,
} from "#app/features/admin/dashboard/dashboard.queries.ts";
import { listMails } from "#app/features/admin/mails/mails.queries.ts";
import { listMessages } from "#app/features/admin/messages/messages.queries.ts";
import { countOrders, listOrders } from "#app/features/admin/orders/orders.queries.ts";
import { listProducts } from "#app/features/admin/products/list/products.queries.ts";
import { listQuotes } from "#app/features/admin/quotes/quotes.queries.ts";
import { listReviews } from "#app/features/admin/reviews/reviews.queries.ts";
import { searchAdmin } from "#app/features/admin/search/search.queries.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";
import { signUp } from "#bench/support/accounts.ts";
import { fillShop } from "#bench/support/fill-shop.ts";
import { type PlanCost, toPlanCost } from "#bench/support/plan-cost.ts";
import { type BenchmarkResult, formatNumber, formatSpread } from "#bench/support/report.ts";
import { interleave, toRatioSpread, toSpread } from "#bench/support/rounds.ts";
import { type RunningShop, startShop } from "#bench/support/shop-and-baselines.ts";
import { openShopDatabase } from "#bench/support/shop-database.ts";

const FEW_ROWS = 10_000;
const MANY_ROWS = 1_000_000;
/** Sequential requests of one round; their median counts. */
const REQUESTS_PER_ROUND = 15;

type Client = PostgrestClient<Database>;

const noOrderFilters = { search: "", status: null, from: null, to: null };
const noProductFilters = { search: "", category: null, stock: null, mark: null };
const noChangeFilters = { actor: null, table: null, row: null, from: null, to: null };
const newest = { by: "created_at", descending: true } as const;

/** A search finds a handful of rows in either shop, «…, all rows match» finds every row. */
const LISTS: [name: string, read: (client: Client) => Promise<unknown>][] = [
  ["products", (client) => listProducts(client, { filters: noProductFilters, order: newest, page: 1 })],
  [
    "products by stock",
    (client) =>
      listProducts(client, { filters: noProductFilters, order: { by: "stock", descending: false }, page: 1 }),
  ],
  ...searchCases("products", ["c4ca4238a0b9", "article"], (client, search) =>
    listProducts(client, { filters: { ...noProductFilters, search }, order: newest, page: 1 }),
  ),
  ["orders", (client) => listOrders(client, { filters: noOrderFilters, page: 1 })],
  [
    "pending orders",
    (client) => listOrders(client, { filters: { ...noOrderFilters, status: "pending" }, page: 1 }),
  ],
  ...searchCases("orders", ["c4ca4238a0b9", "client"], (client, search) =>
    listOrders(client, { filters: { ...noOrderFilters, search }, page: 1 }),
  ),
  ["customers", (client) => listCustomers(client, { search: "", order: newest, page: 1 })],
  [
    "customers by e-mail",
    (client) => listCustomers(client, { search: "", order: { by: "email", descending: false }, page: 1 }),
  ],
  ...searchCases("customers", ["c4ca4238a0b9", "client"], (client, search) =>
    listCustomers(client, { search, order: newest, page: 1 }),
  ),
  [
    "customers, two words",
    (client) => listCustomers(client, { search: "c4ca4238a0b9 client", order: newest, page: 1 }),
  ],
  ["messages", (client) => listMessages(client, { search: "", state: null, page: 1 })],
  ["unread messages", (client) => listMessages(client, { search: "", state: "unread", page: 1 })],
  ...searchCases("messages", ["zzqqxx", "client"], (client, search) =>
    listMessages(client, { search, state: null, page: 1 }),
  ),
  ["reviews", (client) => listReviews(client, { search: "", state: null, page: 1 })],
  ["reviews to moderate", (client) => listReviews(client, { search: "", state: "pending", page: 1 })],
  ...searchCases("reviews", ["c4ca4238a0b9", "article"], (client, search) =>
    listReviews(client, { search, state: null, page: 1 }),
  ),
  ["quotes", (client) => listQuotes(client, { search: "", filter: null, page: 1 })],
  ["unread quotes", (client) => listQuotes(client, { search: "", filter: "unread", page: 1 })],
  ...searchCases("quotes", ["zzqqxx", "mur"], (client, search) =>
    listQuotes(client, { search, filter: null, page: 1 }),
  ),
  ["audit log", (client) => listAuditEntries(client, noChangeFilters, 1)],
  [
    "audit log of one table",
    (client) => listAuditEntries(client, { ...noChangeFilters, table: "products" }, 1),
  ],
  ["mails", (client) => listMails(client, { search: "", state: null, page: 1 })],
  ...searchCases("mails", ["zzqqxx", "client"], (client, search) =>
    listMails(client, { search, state: null, page: 1 }),
  ),
  ["count of all orders", (client) => countOrders(client, noOrderFilters)],
  ["count of cancelled orders", (client) => countOrders(client, { ...noOrderFilters, status: "cancelled" })],
  ["dashboard: counts", (client) => getShopCounts(client)],
  ["dashboard: orders by status", (client) => listOrdersByStatus(client)],
  ["dashboard: sales of 30 days", (client) => listDailySales(client, 30)],
  ["dashboard: sales of 365 days", (client) => listDailySales(client, 365)],
  ["dashboard: best sellers of 30 days", (client) => listBestSellers(client, 30)],
  ["dashboard: best sellers of 365 days", (client) => listBestSellers(client, 365)],
  ["dashboard: products with the least stock", (client) => listLowStockProducts(client)],
  ["dashboard: latest orders", (client) => listRecentOrders(client)],
  ...searchCases("all kinds in the top bar", ["c4ca4238a0b9", "client"], (client, search) =>
    searchAdmin(client, search, new AbortController().signal),
  ),
];

export async function benchmarkAdminLists(rounds: number): Promise<BenchmarkResult> {
  const few = await openShop(FEW_ROWS);
  const many = await openShop(MANY_ROWS);
  try {
    const rows = [];
    for (const [name, read] of LISTS) {
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
    return {
      title: "First page of the admin lists and the dashboard, over 1,000,000 rows against 10,000",
      rows,
    };
  } finally {
    await few.close();
    await many.close();
  }
}

function searchCases(
  list: string,
  [rare, often]: [string, string],
  read: (client: Client, search: string) => Promise<unknown>,
): typeof LISTS {
  return [
    [`${list}, searched`, (client) => read(client, rare)],
    [`${list}, searched, all rows match`, (client) => read(client, often)],
  ];
}

async function openShop(rows: number) {
  const dataDir = await mkdtemp(join(tmpdir(), "yaare-bench-lists-"));
  const shop = await startShop(dataDir);
  const sql = openShopDatabase(dataDir);
  await fillShop(sql, rows);
  // As the job has done in a shop that runs: it would start in the middle of the measurement.
  await sql`select private.recount_sales_days()`;
  await sql`vacuum analyze`;
  const { id, token } = await signUp(shop);
  await sql`insert into public.admin_users (id, name, email) values (${id}, 'Bench', 'bench@exemple.bf')`;
  await sql`alter role authenticator set pgrst.db_plan_enabled = 'true'`;
  await sql`notify pgrst, 'reload config'`;
  return {
    client: createClient(shop, token),
    explain: (read: (client: Client) => Promise<unknown>) => explain(shop, token, read),
    close: async () => {
      await sql.end();
      await shop.stop();
      await rm(dataDir, { recursive: true, force: true });
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

/** The cost of all requests of one read, according to the query plans. */
async function explain(
  shop: RunningShop,
  token: string,
  read: (client: Client) => Promise<unknown>,
): Promise<PlanCost> {
  const total: PlanCost = { blocks: 0, seqScannedTables: [] };
  const client = createClient(shop, token, async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("accept", "application/vnd.pgrst.plan+json; options=analyze|buffers");
    const response = await fetch(input, { ...init, headers });
    if (!response.ok) throw new Error(`There is no plan: ${response.status} ${await response.text()}`);
    const { blocks, seqScannedTables } = toPlanCost(await response.json(), FEW_ROWS);
    total.blocks += blocks;
    total.seqScannedTables.push(...seqScannedTables);
    return fetch(input, init);
  });
  await read(client);
  return total;
}
