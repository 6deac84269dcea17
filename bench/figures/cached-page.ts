/** The catalogue page: from the cache against the same bytes from memory, and what it costs to make. */
import { writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { cpuBetween, processTree, readCpu } from "../support/cpu.ts";
import { type RunningShop, startBare } from "../support/processes.ts";
import { comparisonRows, type Figure, number } from "../support/report.ts";
import { interleave } from "../support/rounds.ts";
import { load } from "../support/wrk.ts";

const UNCACHED_PAGES = 300;

export async function cachedPage(shop: RunningShop, rounds: number): Promise<Figure> {
  const url = `${shop.url}/products`;
  const headers = { "accept-encoding": "br" };
  // The first answer may be packed less tightly than the kept one.
  await rawBytes(url);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const bytes = await rawBytes(url);
  const file = join(shop.dataDir, "catalogue.br");
  await writeFile(file, bytes);
  const bare = await startBare("bytes", { BYTES_FILE: file });
  try {
    const comparison = await interleave(
      rounds,
      () => load({ url, headers }, { node: shop.pid }),
      () => load({ url: bare.url, headers }, { node: bare.pid }),
    );
    const uncached = await uncachedCost(shop);
    return {
      title: "The catalogue page",
      rows: [
        ...comparisonRows(comparison, { throughput: "0.5 or more" }).filter(
          (row) => !/Postgres/.test(row.figure),
        ),
        { figure: "bytes of the page (brotli)", value: number(bytes.length) },
        { figure: "uncached: processor time of Node for a page", value: `${number(uncached.node)} ms` },
        {
          figure: "uncached: processor time of Postgres for a page",
          value: `${number(uncached.postgres)} ms`,
        },
      ],
    };
  } finally {
    await bare.stop();
  }
}

async function uncachedCost(shop: RunningShop): Promise<{ node: number; postgres: number }> {
  const before = { node: readCpu([shop.pid]), postgres: readCpu(processTree(shop.postgres)) };
  for (let page = 0; page < UNCACHED_PAGES; page++) {
    const response = await fetch(`${shop.url}/products?minPrice=0&maxPrice=${50_000 + page}`);
    if (!response.ok) throw new Error(`The catalogue answered ${response.status}.`);
    await response.arrayBuffer();
  }
  return {
    node: cpuBetween(before.node, readCpu([shop.pid])) / UNCACHED_PAGES,
    postgres: cpuBetween(before.postgres, readCpu(processTree(shop.postgres))) / UNCACHED_PAGES,
  };
}

/** `fetch` would unpack them. */
function rawBytes(url: string): Promise<Buffer> {
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
