/**
 * The first page of each admin list, the last page that some show, and the figures of the dashboard, in shops of
 * 10,000 and 1,000,000 products: the functions of the screens, through rest, as an administrator.
 */
import { listAuditEntries } from "#app/features/admin/audit/audit.queries.ts";
import { listBalances, listMovements } from "#app/features/admin/cash/cash.queries.ts";
import { listCustomers } from "#app/features/admin/customers/customers.queries.ts";
import {
  getPreviousSales,
  getShopCounts,
  listBestSellers,
  listDailySales,
  listLowStockProducts,
  listOrdersByStatus,
  listRecentOrders,
} from "#app/features/admin/dashboard/dashboard.queries.ts";
import { parsePeriod } from "#app/features/admin/dashboard/period.ts";
import { listMails } from "#app/features/admin/mails/mails.queries.ts";
import { listMessages } from "#app/features/admin/messages/messages.queries.ts";
import { listQueue } from "#app/features/admin/orders/desk/desk.queries.ts";
import { countOrders, listOrders } from "#app/features/admin/orders/orders.queries.ts";
import { listProducts } from "#app/features/admin/products/list/products.queries.ts";
import { listQuotes } from "#app/features/admin/quotes/quotes.queries.ts";
import { listReviews } from "#app/features/admin/reviews/reviews.queries.ts";
import { searchAdmin } from "#app/features/admin/search/search.queries.ts";
import { addDays, getToday } from "#app/lib/format/days.ts";
import { ORDER_QUEUE_VALUES } from "#app/lib/supabase/database.types.ts";
import { compareSizes, type Read, type ReadCase, type SizedShop } from "#bench/support/compare-sizes.ts";
import type { BenchmarkResult } from "#bench/support/report.ts";

const noOrderFilters = { search: "", status: null, from: null, to: null, customer: null };
const noProductFilters = { search: "", category: null, stock: null, mark: null };
const noChangeFilters = { actor: null, table: null, row: null, from: null, to: null };
const lastDays = (days: number) => parsePeriod(new URLSearchParams({ days: String(days) }), getToday());
const monthLastYear = parsePeriod(
  new URLSearchParams({ from: addDays(getToday(), -330), to: addDays(getToday(), -300) }),
  getToday(),
);
const newest = { by: "created_at", descending: true } as const;

/** A search finds a handful of rows in either shop, «…, all rows match» finds every row. */
const LISTS: [name: string, read: Read][] = [
  ["products", (client) => listProducts(client, { filters: noProductFilters, order: newest, page: 1 })],
  [
    "products by stock",
    (client) =>
      listProducts(client, { filters: noProductFilters, order: { by: "stock", descending: false }, page: 1 }),
  ],
  [
    "products by falling stock",
    (client) =>
      listProducts(client, { filters: noProductFilters, order: { by: "stock", descending: true }, page: 1 }),
  ],
  [
    "products, page 400",
    (client) => listProducts(client, { filters: noProductFilters, order: newest, page: 400 }),
  ],
  ...searchCases("products", ["qgqngdf7", "modèle"], (client, search) =>
    listProducts(client, { filters: { ...noProductFilters, search }, order: newest, page: 1 }),
  ),
  ["orders", (client) => listOrders(client, { filters: noOrderFilters, page: 1 })],
  ["orders, page 400", (client) => listOrders(client, { filters: noOrderFilters, page: 400 })],
  [
    "pending orders",
    (client) => listOrders(client, { filters: { ...noOrderFilters, status: "pending" }, page: 1 }),
  ],
  ...ORDER_QUEUE_VALUES.map((queue): [name: string, read: Read] => [
    `queue: ${queue}`,
    (client) => listQueue(client, queue, { zone: null, day: null, after: null }),
  ]),
  ...searchCases("orders", ["c4ca4238a0b9", "client"], (client, search) =>
    listOrders(client, { filters: { ...noOrderFilters, search }, page: 1 }),
  ),
  ["cash: movements", (client) => listMovements(client, { account: null, from: null, to: null }, 1)],
  [
    "cash: movements of the drawer",
    (client) => listMovements(client, { account: "drawer", from: null, to: null }, 1),
  ],
  [
    "cash: movements of a day",
    (client) =>
      listMovements(
        client,
        { account: null, from: addDays(getToday(), -100), to: addDays(getToday(), -100) },
        1,
      ),
  ],
  ["cash: balances", (client) => listBalances(client)],
  ["cash: balances of a day", (client) => listBalances(client, addDays(getToday(), -100))],
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
  ...searchCases("reviews", ["qgqngdf7", "sincère"], (client, search) =>
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
  ["dashboard: sales of 30 days", (client) => listDailySales(client, lastDays(30))],
  ["dashboard: sales of 365 days", (client) => listDailySales(client, lastDays(365))],
  ["dashboard: best sellers of 30 days", (client) => listBestSellers(client, lastDays(30))],
  ["dashboard: best sellers of 365 days", (client) => listBestSellers(client, lastDays(365))],
  ["dashboard: sales of the 365 days before", (client) => getPreviousSales(client, lastDays(365))],
  ["dashboard: best sellers of a month last year", (client) => listBestSellers(client, monthLastYear)],
  ["dashboard: products with the least stock", (client) => listLowStockProducts(client)],
  ["dashboard: latest orders", (client) => listRecentOrders(client)],
  ...searchCases("all kinds in the top bar", ["c4ca4238a0b9", "client"], (client, search) =>
    searchAdmin(client, search, () => true, new AbortController().signal),
  ),
];

const CASES = LISTS.map(([metric, read]): ReadCase => ({ metric, read, target: 3 }));

export async function benchmarkAdminLists(
  shops: SizedShop[],
  rounds: number,
  only: RegExp,
): Promise<BenchmarkResult> {
  return {
    title:
      "First page of the admin lists and the dashboard, over a million products and orders against 10,000",
    rows: await compareSizes(
      shops,
      CASES.filter(({ metric }) => only.test(metric)),
      "administrator",
      rounds,
    ),
  };
}

function searchCases(
  list: string,
  [rare, often]: [string, string],
  read: (client: Parameters<Read>[0], search: string) => Promise<unknown>,
): typeof LISTS {
  return [
    [`${list}, searched`, (client) => read(client, rare)],
    [`${list}, searched, all rows match`, (client) => read(client, often)],
  ];
}
