/**
 * What making a page costs, in processor time of the Node process, and where it goes. A page is made as in a shop: the
 * price of a product on it is changed, and a visitor asks for the page until it shows the change. That is compared with
 * react-dom alone rendering the same tree, and with another checkout of the shop when there is one
 * (`--before=<folder>`, built), in the same rounds.
 */
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Sql } from "#backend/core/database/database.ts";
import { cpuMilliseconds, readCpu } from "#bench/support/cpu.ts";
import { type BenchmarkResult, type BenchmarkRow, formatSpread } from "#bench/support/report.ts";
import { takeTurns, toSpread } from "#bench/support/rounds.ts";
import { type RunningShop, startBaseline, startShopBefore } from "#bench/support/shop-and-baselines.ts";
import { getNewestSlug } from "#bench/support/slugs.ts";
import { openShopDatabase } from "#harness/shop-database.ts";

const PAGES_PER_ROUND = 60;
/** V8 goes on compiling for some hundred pages. */
const WARM_UP_PAGES = 300;
/** Between two requests for a page that does not show a change yet. */
const PAUSE_MS = 8;
const SERVER_BUILD_PATH = join(import.meta.dirname, "../../build/server/index.js");

export async function benchmarkPageRender(
  shop: RunningShop,
  rounds: number,
  before: string | undefined,
): Promise<BenchmarkResult> {
  const baseline = await startBaseline("page-render", {
    SHOP_URL: shop.url,
    ANON_KEY: shop.anonKey,
    SERVER_BUILD: SERVER_BUILD_PATH,
  });
  const beforeShop = before ? await startShopBefore(before) : null;
  const slug = await getNewestSlug(shop, "products");
  const changed = await openChangedProduct(shop, slug);
  const changedBefore = beforeShop && (await openChangedProduct(beforeShop, slug));
  try {
    const rows: BenchmarkRow[] = [];
    for (const path of ["/", "/products", `/product/${slug}`]) {
      const stage = (name: string) => () => measurePages(baseline.pid, `${baseline.url}/${name}${path}`);
      const costs = await measureStages(rounds, {
        page: () => measureChangedPages(changed, path),
        uncompressed: () => measurePages(shop.pid, shop.url + path),
        react: stage("react"),
        loaders: stage("loaders"),
        document: stage("document"),
        compressed: stage("compressed"),
        ...(changedBefore && { before: () => measureChangedPages(changedBefore, path) }),
      });
      rows.push(...toRows(path, costs));
    }
    return { title: "What making a page costs: processor time of Node for a page", rows };
  } finally {
    await baseline.stop();
    await changed.sql.end();
    await changedBefore?.sql.end();
    await beforeShop?.stop();
  }
}

type Stage = "page" | "uncompressed" | "react" | "loaders" | "document" | "compressed" | "before";
type Costs = Map<string, number[]>;

/** The cost of each stage in each round, ms; every stage is warmed up first. */
async function measureStages(
  rounds: number,
  stages: Partial<Record<Stage, () => Promise<number>>>,
): Promise<Costs> {
  const entries = Object.entries(stages);
  for (const [, measure] of entries)
    for (let pages = 0; pages < WARM_UP_PAGES; pages += PAGES_PER_ROUND) await measure();
  const results = await takeTurns(
    rounds,
    entries.map(([, measure]) => measure),
  );
  return new Map(entries.map(([name], index) => [name, results[index] ?? []]));
}

interface ChangedProduct {
  shop: RunningShop;
  sql: Sql;
  slug: string;
}

/** A product that is on all measured pages. */
async function openChangedProduct(shop: RunningShop, slug: string): Promise<ChangedProduct> {
  const sql = openShopDatabase(shop.dataDir);
  await sql`update public.products set is_new = true where slug = ${slug}`;
  return { shop, sql, slug };
}

/** The processor time of the process for a page that a change has made wrong, ms. */
async function measureChangedPages({ shop, sql, slug }: ChangedProduct, path: string): Promise<number> {
  let shown = await getPageTag(shop.url + path);
  const before = readCpu([shop.pid]);
  for (let page = 0; page < PAGES_PER_ROUND; page++) {
    await sql`update public.products set price = 10000 + (price + 1) % 10000 where slug = ${slug}`;
    const old = shown;
    for (shown = await getPageTag(shop.url + path); shown === old; shown = await getPageTag(shop.url + path))
      await setTimeout(PAUSE_MS);
  }
  return cpuMilliseconds(before, readCpu([shop.pid])) / PAGES_PER_ROUND;
}

/** Of the page as it is at present. */
async function getPageTag(url: string): Promise<string | null> {
  const response = await fetch(url, { headers: { "accept-encoding": "br" } });
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  await response.arrayBuffer();
  return response.headers.get("etag");
}

/**
 * The processor time of the process for one page, ms. A request with an authorization is not answered from the
 * cache of pages.
 */
async function measurePages(pid: number, url: string): Promise<number> {
  const headers = { authorization: "Bearer bench", "accept-encoding": "identity" };
  const before = readCpu([pid]);
  for (let page = 0; page < PAGES_PER_ROUND; page++) {
    const response = await fetch(url, { headers });
    if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
    await response.arrayBuffer();
  }
  return cpuMilliseconds(before, readCpu([pid])) / PAGES_PER_ROUND;
}

function toRows(path: string, costs: Costs): BenchmarkRow[] {
  const of = (stage: Stage) => costs.get(stage) ?? [];
  const row = (metric: string, values: number[], unit: string, target?: string): BenchmarkRow => ({
    metric: `${path}: ${metric}`,
    value: formatSpread(toSpread(values), unit),
    target,
  });
  const combine = (one: Stage, other: Stage, compute: (one: number, other: number) => number) =>
    of(one).map((value, round) => compute(value, of(other)[round] ?? Number.NaN));
  const ratio = (one: number, other: number) => one / other;
  const difference = (one: number, other: number) => one - other;
  return [
    row("a page that is made after a change", of("page"), " ms"),
    ...(costs.has("before")
      ? [
          row("before", of("before"), " ms"),
          row("against before", combine("page", "before", ratio), "", "0.5 or less"),
        ]
      : []),
    row("by react-dom alone", of("react"), " ms"),
    row("against react-dom alone", combine("page", "react", ratio), ""),
    row("of it: router and loaders, with data in memory", of("loaders"), " ms"),
    row("of it: with the document", of("document"), " ms"),
    row("of it: compression", of("compressed"), " ms"),
    row("of it: backend, headers and HTTP", combine("uncompressed", "document", difference), " ms"),
  ];
}
