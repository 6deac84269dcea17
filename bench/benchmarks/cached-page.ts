/** The catalogue page: from the cache against the same bytes from memory, and the cost of rendering it. */
import { writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { cpuMilliseconds, listProcessTree, readCpu } from "#bench/support/cpu.ts";
import { type BenchmarkResult, formatNumber, toComparisonRows } from "#bench/support/report.ts";
import { interleave } from "#bench/support/rounds.ts";
import { type RunningShop, startBaseline } from "#bench/support/shop-and-baselines.ts";
import { measureLoad } from "#bench/support/wrk.ts";

const UNCACHED_PAGES = 300;

export async function benchmarkCachedPage(shop: RunningShop, rounds: number): Promise<BenchmarkResult> {
  const url = `${shop.url}/products`;
  const headers = { "accept-encoding": "br" };
  // The first response may be compressed less than the cached one.
  await fetchRawBytes(url);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const bytes = await fetchRawBytes(url);
  const file = join(shop.dataDir, "catalogue.br");
  await writeFile(file, bytes);
  const baseline = await startBaseline("cached-page", { BYTES_FILE: file });
  try {
    const comparison = await interleave(
      rounds,
      () => measureLoad({ url, headers }, { node: shop.pid }),
      () => measureLoad({ url: baseline.url, headers }, { node: baseline.pid }),
    );
    const uncached = await measureUncachedCost(shop);
    return {
      title: "The catalogue page",
      rows: [
        ...toComparisonRows(comparison, { throughput: "0.5 or more" }).filter(
          (row) => !/Postgres/.test(row.metric),
        ),
        { metric: "bytes of the page (brotli)", value: formatNumber(bytes.length) },
        { metric: "uncached: processor time of Node for a page", value: `${formatNumber(uncached.node)} ms` },
        {
          metric: "uncached: processor time of Postgres for a page",
          value: `${formatNumber(uncached.postgres)} ms`,
        },
      ],
    };
  } finally {
    await baseline.stop();
  }
}

async function measureUncachedCost(shop: RunningShop): Promise<{ node: number; postgres: number }> {
  const before = { node: readCpu([shop.pid]), postgres: readCpu(listProcessTree(shop.postgres)) };
  for (let page = 0; page < UNCACHED_PAGES; page++) {
    const response = await fetch(`${shop.url}/products?minPrice=0&maxPrice=${50_000 + page}`);
    if (!response.ok) throw new Error(`The catalogue answered ${response.status}.`);
    await response.arrayBuffer();
  }
  return {
    node: cpuMilliseconds(before.node, readCpu([shop.pid])) / UNCACHED_PAGES,
    postgres: cpuMilliseconds(before.postgres, readCpu(listProcessTree(shop.postgres))) / UNCACHED_PAGES,
  };
}

/** Reads the compressed bytes, which `fetch` would decompress. */
function fetchRawBytes(url: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { "accept-encoding": "br" } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve(Buffer.concat(chunks)));
    })
      .on("error", reject)
      .end();
  });
}
