/**
 * How many pages of a large shop come from memory: 100,000 addresses are asked for by Zipf's law, without and with 20
 * orders a second, and one product is changed. A page that is not in memory costs the processor time of rendering it.
 */
import { randomUUID } from "node:crypto";
import type { SizedShop } from "#bench/support/compare-sizes.ts";
import { cpuMilliseconds, listProcessTree, readCpu } from "#bench/support/cpu.ts";
import { type BenchmarkResult, formatNumber } from "#bench/support/report.ts";
import { createCustomers } from "#harness/accounts.ts";
import { createZipf, sendAtRate, toPercentile } from "#harness/arrivals.ts";
import { createOrderBody, pickProducts, sendOrder } from "#harness/orders.ts";

const ADDRESSES = 100_000;
const PAGES_PER_SECOND = 20;
const ORDERS_PER_SECOND = 20;
const WARM_UP_SECONDS = 90;
const SECONDS = 45;
const CUSTOMERS = 200;
/** Of the pages in memory, so many are asked for before and after the change of a product. */
const COMPARED_PAGES = 200;

interface Phase {
  pages: number;
  fromMemory: number;
  failed: number;
  /** Processor time of Node and of Postgres for a page, in milliseconds. */
  node: number;
  postgres: number;
  p99: number;
}

export async function benchmarkCachedAddresses(sized: SizedShop): Promise<BenchmarkResult> {
  const paths = await listPaths(sized);
  const draw = createZipf(paths.length, Math.random);
  const order = await createOrders(sized);
  const run = (seconds: number, orders: number) =>
    runPhase(sized, paths, draw, seconds, orders ? order : null);
  await run(WARM_UP_SECONDS, 0);
  const quiet = await run(SECONDS, 0);
  const busy = await run(SECONDS, ORDERS_PER_SECOND);
  const remade = await countRemadePages(sized, paths);
  const describe = ({ pages, fromMemory, node, postgres, p99, failed }: Phase) =>
    `${formatNumber((100 * fromMemory) / pages)} % from memory; ${formatNumber(node)} ms of Node and ${formatNumber(postgres)} ms of Postgres for a page; p99 ${formatNumber(p99)} ms; ${failed} of ${pages} failed`;
  return {
    title: `${formatNumber(paths.length)} addresses by Zipf's law, ${PAGES_PER_SECOND} pages a second, after ${WARM_UP_SECONDS} seconds`,
    rows: [
      { metric: "without orders", value: describe(quiet) },
      {
        metric: `with ${ORDERS_PER_SECOND} orders a second, whose processor time is included`,
        value: describe(busy),
      },
      {
        metric: `of the ${COMPARED_PAGES} addresses asked for most, pages made anew after a change of one product's price`,
        value: String(remade),
        target: "those that show it",
      },
    ],
  };
}

/** Categories and brands in each order, and products; in an order that mixes them. */
async function listPaths({ sql }: SizedShop): Promise<string[]> {
  const rows = await sql<{ path: string }[]>`
    select path from (
      select '/category/' || slug || o.query as path from public.categories, unnest(${["", "?sort=price-asc", "?sort=price-desc", "?sort=rating"]}::text[]) o (query)
      union all
      select '/brands/' || slug || o.query from public.brands, unnest(${["", "?sort=price-asc", "?sort=price-desc", "?sort=rating"]}::text[]) o (query)
      union all
      (select '/product/' || slug from public.products order by created_at desc, id limit ${ADDRESSES}::integer)
    ) p
    -- Lists are asked for more often than single products.
    order by md5(path) > 'c' and path like '/product/%', md5(path) limit ${ADDRESSES - 2}`;
  return ["/", "/products", ...rows.map(({ path }) => path)];
}

async function createOrders({ sql, shop, ordered, shippingFee }: SizedShop) {
  const customers = await createCustomers(sql, shop, CUSTOMERS);
  return async (number: number): Promise<void> => {
    const body = createOrderBody(randomUUID(), pickProducts(ordered, number, 3), {
      shipping: shippingFee,
      customer: number % CUSTOMERS,
    });
    const response = await sendOrder(shop, customers[number % CUSTOMERS]?.token, body);
    await response.arrayBuffer();
  };
}

async function runPhase(
  { shop }: SizedShop,
  paths: readonly string[],
  draw: () => number,
  seconds: number,
  order: ((number: number) => Promise<void>) | null,
): Promise<Phase> {
  const readTimes = () => ({ node: readCpu([shop.pid]), postgres: readCpu(listProcessTree(shop.postgres)) });
  const before = readTimes();
  const [pages] = await Promise.all([
    sendAtRate(PAGES_PER_SECOND, seconds, () => getPage(shop.url + (paths[draw()] ?? "/"))),
    order && sendAtRate(ORDERS_PER_SECOND, seconds, order),
  ]);
  const after = readTimes();
  return {
    pages: pages.length,
    fromMemory: pages.filter(({ answer }) => answer.isCached).length,
    failed: pages.filter(({ answer }) => !answer.ok).length,
    node: cpuMilliseconds(before.node, after.node) / pages.length,
    postgres: cpuMilliseconds(before.postgres, after.postgres) / pages.length,
    p99: toPercentile(
      pages.map(({ milliseconds }) => milliseconds),
      0.99,
    ),
  };
}

/** Changes the price of the product whose page is asked for most, and asks for the pages that were in memory again. */
async function countRemadePages({ shop, sql }: SizedShop, paths: readonly string[]): Promise<number> {
  const asked = paths.slice(0, COMPARED_PAGES);
  for (const path of asked) await getPage(shop.url + path);
  const slug = asked.find((path) => path.startsWith("/product/"))?.slice("/product/".length) ?? "";
  await sql`update public.products set price = price + 1 where slug = ${slug} and not has_variants`;
  let remade = 0;
  for (const path of asked) if (!(await getPage(shop.url + path)).isCached) remade += 1;
  return remade;
}

/** A page that could not be read is one that failed: an overloaded shop does not end the benchmark. */
async function getPage(url: string): Promise<{ ok: boolean; isCached: boolean }> {
  try {
    const response = await fetch(url, { headers: { "accept-encoding": "br" } });
    await response.arrayBuffer();
    return { ok: response.ok, isCached: response.headers.has("age") };
  } catch {
    return { ok: false, isCached: false };
  }
}
