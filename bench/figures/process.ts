/** What the process weighs, at rest and after work, and how long it takes to answer first. */
import { setTimeout } from "node:timers/promises";
import { residentMegabytes } from "../support/cpu.ts";
import type { RunningShop } from "../support/processes.ts";
import { type Figure, number, spread } from "../support/report.ts";
import { repeat, spreadOf } from "../support/rounds.ts";
import { startServer } from "../support/server-process.ts";

const PAGES = 10_000;
const IN_FLIGHT = 16;
/** After the start, to come to rest. */
const REST_MS = 2000;

export async function memory(shop: RunningShop): Promise<Figure> {
  await setTimeout(REST_MS);
  const atRest = residentMegabytes(shop.pid);
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
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  return {
    title: "Memory of the Node process",
    rows: [
      { figure: "at rest", value: `${number(atRest)} MB`, aim: "180 MB or less" },
      {
        figure: "after 10,000 pages",
        value: `${number(residentMegabytes(shop.pid))} MB`,
        aim: "180 MB or less",
      },
    ],
  };
}

/** From a built checkout with its data directory to the first answer. */
export async function startTime(dataDir: string, rounds: number): Promise<Figure> {
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
    rows: [{ figure: "to the first page", value: spread(spreadOf(seconds), " s"), aim: "about a second" }],
  };
}
