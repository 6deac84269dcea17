/** The memory of the process, idle and after load, and the time to its first response. */
import { setTimeout } from "node:timers/promises";
import { readResidentMegabytes } from "#bench/support/cpu.ts";
import { type BenchmarkResult, formatNumber, formatSpread } from "#bench/support/report.ts";
import { repeat, toSpread } from "#bench/support/rounds.ts";
import type { RunningShop } from "#bench/support/shop-and-baselines.ts";
import { startServer } from "#harness/server-process.ts";

const PAGES = 10_000;
const CONCURRENCY = 16;
/** The wait after the start until the process is idle. */
const SETTLE_MS = 2000;

export async function benchmarkMemory(shop: RunningShop): Promise<BenchmarkResult> {
  await setTimeout(SETTLE_MS);
  const atRest = readResidentMegabytes(shop.pid);
  const products = await fetch(`${shop.url}/rest/v1/products?select=slug`, {
    headers: { apikey: shop.anonKey },
  });
  const slugs: { slug: string }[] = await products.json();
  const paths = [
    "/",
    "/products",
    "/products?page=2",
    "/login",
    "/cart",
    ...slugs.map(({ slug }) => `/product/${slug}`),
  ];
  let sent = 0;
  const worker = async () => {
    while (sent < PAGES) {
      const path = paths[sent++ % paths.length] ?? "/";
      await (await fetch(`${shop.url}${path}`)).arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return {
    title: "Memory of the Node process",
    rows: [
      { metric: "at rest", value: `${formatNumber(atRest)} MB`, target: "180 MB or less" },
      {
        metric: "after 10,000 pages",
        value: `${formatNumber(readResidentMegabytes(shop.pid))} MB`,
        target: "180 MB or less",
      },
    ],
  };
}

/** Measures the start of a built checkout with its data directory, up to the first response. */
export async function benchmarkStartup(dataDir: string, rounds: number): Promise<BenchmarkResult> {
  const seconds = await repeat(rounds, async () => {
    const begin = performance.now();
    const shop = await startServer(["scripts/run.mjs", "serve"], { DATA_DIR: dataDir });
    await fetch(`${shop.url}/products`);
    const duration = (performance.now() - begin) / 1000;
    await shop.stop();
    return duration;
  });
  return {
    title: "Start of a built checkout",
    rows: [
      { metric: "to the first page", value: formatSpread(toSpread(seconds), " s"), target: "about a second" },
    ],
  };
}
