/**
 * The first page of each list of the back office over 100,000 rows, against the same over 1,000: the very functions
 * that the screens call, through rest, as an administrator. That each comes by an index is asked of the database.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PostgrestClient } from "@supabase/postgrest-js";
import { listChanges } from "../../app/features/office/audit/audit.queries.ts";
import { listCustomers } from "../../app/features/office/customers/customers.queries.ts";
import { listMails } from "../../app/features/office/mails/mails.queries.ts";
import { listMessages } from "../../app/features/office/messages/messages.queries.ts";
import { listOrders } from "../../app/features/office/orders/orders.queries.ts";
import { listProducts } from "../../app/features/office/products/products.queries.ts";
import { listQuotes } from "../../app/features/office/quotes/quotes.queries.ts";
import { listReviews } from "../../app/features/office/reviews/reviews.queries.ts";
import { searchOffice } from "../../app/features/office/search/search.queries.ts";
import type { Database } from "../../app/lib/database.types.ts";
import { signUp } from "../support/accounts.ts";
import { fillShop } from "../support/many-rows.ts";
import { type Cost, planCost } from "../support/plan-cost.ts";
import { type RunningShop, startShop } from "../support/processes.ts";
import { type Figure, number, spread } from "../support/report.ts";
import { interleave, ratioOf, spreadOf } from "../support/rounds.ts";
import { openDatabaseIn } from "../support/shop-database.ts";

const FEW = 1_000;
const MANY = 100_000;
/** Requests of one round, one after the other; their median counts. */
const REQUESTS = 15;

/** Has no aim: an index that names the stock would cost every order more than it saves here. */
const BY_STOCK = "products by stock, without an index";

type Client = PostgrestClient<Database>;

const noOrderFilters = { search: "", status: null, from: null, to: null };
const noProductFilters = { search: "", category: null, stock: null, mark: null };
const noChangeFilters = { actor: null, table: null, row: null, from: null, to: null };
const newest = { by: "created_at", descending: true } as const;

/** A search finds a handful in a shop of either size, «…, found often» all that there is. */
const LISTS: [name: string, read: (client: Client) => Promise<unknown>][] = [
  ["products", (client) => listProducts(client, { filters: noProductFilters, order: newest, page: 1 })],
  [
    BY_STOCK,
    (client) =>
      listProducts(client, { filters: noProductFilters, order: { by: "stock", descending: false }, page: 1 }),
  ],
  ...searches("products", ["c4ca4238a0b9", "article"], (client, search) =>
    listProducts(client, { filters: { ...noProductFilters, search }, order: newest, page: 1 }),
  ),
  ["orders", (client) => listOrders(client, { filters: noOrderFilters, page: 1 })],
  [
    "orders that wait",
    (client) => listOrders(client, { filters: { ...noOrderFilters, status: "pending" }, page: 1 }),
  ],
  ...searches("orders", ["c4ca4238a0b9", "client"], (client, search) =>
    listOrders(client, { filters: { ...noOrderFilters, search }, page: 1 }),
  ),
  ["customers", (client) => listCustomers(client, { search: "", order: newest, page: 1 })],
  [
    "customers by e-mail",
    (client) => listCustomers(client, { search: "", order: { by: "email", descending: false }, page: 1 }),
  ],
  ...searches("customers", ["c4ca4238a0b9", "client"], (client, search) =>
    listCustomers(client, { search, order: newest, page: 1 }),
  ),
  [
    "customers, two words",
    (client) => listCustomers(client, { search: "c4ca4238a0b9 client", order: newest, page: 1 }),
  ],
  ["messages", (client) => listMessages(client, { search: "", state: null, page: 1 })],
  ["messages not read", (client) => listMessages(client, { search: "", state: "unread", page: 1 })],
  ...searches("messages", ["zzqqxx", "client"], (client, search) =>
    listMessages(client, { search, state: null, page: 1 }),
  ),
  ["reviews", (client) => listReviews(client, { search: "", state: null, page: 1 })],
  ["reviews to moderate", (client) => listReviews(client, { search: "", state: "pending", page: 1 })],
  ...searches("reviews", ["c4ca4238a0b9", "article"], (client, search) =>
    listReviews(client, { search, state: null, page: 1 }),
  ),
  ["quotes", (client) => listQuotes(client, { search: "", filter: null, page: 1 })],
  ["quotes not read", (client) => listQuotes(client, { search: "", filter: "unread", page: 1 })],
  ...searches("quotes", ["zzqqxx", "mur"], (client, search) =>
    listQuotes(client, { search, filter: null, page: 1 }),
  ),
  ["journal", (client) => listChanges(client, noChangeFilters, 1)],
  ["journal of one table", (client) => listChanges(client, { ...noChangeFilters, table: "products" }, 1)],
  ["mails", (client) => listMails(client, { search: "", state: null, page: 1 })],
  ...searches("mails", ["zzqqxx", "client"], (client, search) =>
    listMails(client, { search, state: null, page: 1 }),
  ),
  ...searches("all kinds in the top bar", ["c4ca4238a0b9", "client"], (client, search) =>
    searchOffice(client, search, new AbortController().signal),
  ),
];

export async function officeLists(rounds: number): Promise<Figure> {
  const few = await openShop(FEW);
  const many = await openShop(MANY);
  try {
    const rows = [];
    for (const [name, read] of LISTS) {
      await read(few.client);
      await read(many.client);
      const comparison = await interleave(
        rounds,
        () => time(() => read(many.client)),
        () => time(() => read(few.client)),
      );
      const [fewCost, manyCost] = [await few.explain(read), await many.explain(read)];
      rows.push({
        figure: name,
        value: [
          spread(ratioOf(comparison, (milliseconds) => milliseconds)),
          `${number(spreadOf(comparison.ours).median)} ms against ${number(spreadOf(comparison.baseline).median)} ms`,
          `${manyCost.blocks} blocks against ${fewCost.blocks}`,
          ...manyCost.scanned.map((table) => `reads all of ${table}`),
        ].join("; "),
        ...(name !== BY_STOCK && { aim: "3 or less" }),
      });
    }
    return { title: "First page of the back office's lists, over 100,000 rows against 1,000", rows };
  } finally {
    await few.close();
    await many.close();
  }
}

function searches(
  list: string,
  [rare, often]: [string, string],
  read: (client: Client, search: string) => Promise<unknown>,
): typeof LISTS {
  return [
    [`${list}, searched`, (client) => read(client, rare)],
    [`${list}, searched, found often`, (client) => read(client, often)],
  ];
}

async function openShop(rows: number) {
  const dataDir = await mkdtemp(join(tmpdir(), "yaare-bench-lists-"));
  const shop = await startShop(dataDir);
  const sql = openDatabaseIn(dataDir);
  await fillShop(sql, rows);
  const { id, token } = await signUp(shop);
  await sql`insert into public.admin_users (id, name, email) values (${id}, 'Bench', 'bench@exemple.bf')`;
  await sql`alter role authenticator set pgrst.db_plan_enabled = 'true'`;
  await sql`notify pgrst, 'reload config'`;
  return {
    client: clientOf(shop, token),
    explain: (read: (client: Client) => Promise<unknown>) => explain(shop, token, read),
    close: async () => {
      await sql.end();
      await shop.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function clientOf(shop: RunningShop, token: string, send: typeof fetch = fetch): Client {
  const headers = { apikey: shop.anonKey, authorization: `Bearer ${token}` };
  return new PostgrestClient<Database>(`${shop.url}/rest/v1`, { headers, fetch: send });
}

/** Milliseconds of one reading, the median of several. */
async function time(read: () => Promise<unknown>): Promise<number> {
  const durations: number[] = [];
  for (let sent = 0; sent < REQUESTS; sent += 1) {
    const begin = performance.now();
    await read();
    durations.push(performance.now() - begin);
  }
  return spreadOf(durations).median;
}

/** What all requests of one reading cost the database, as its own plans say. */
async function explain(
  shop: RunningShop,
  token: string,
  read: (client: Client) => Promise<unknown>,
): Promise<Cost> {
  const total: Cost = { blocks: 0, scanned: [] };
  const client = clientOf(shop, token, async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("accept", "application/vnd.pgrst.plan+json; options=analyze|buffers");
    const answer = await fetch(input, { ...init, headers });
    if (!answer.ok) throw new Error(`There is no plan: ${answer.status} ${await answer.text()}`);
    const { blocks, scanned } = planCost(await answer.json(), FEW);
    total.blocks += blocks;
    total.scanned.push(...scanned);
    return fetch(input, init);
  });
  await read(client);
  return total;
}
