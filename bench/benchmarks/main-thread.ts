/**
 * What the first view of a page asks of the browser's main thread, on a processor four times slower: all of its tasks, and
 * what each of them has beyond 50 ms, the «total blocking time» of Lighthouse (https://web.dev/articles/tbt).
 *
 * Lighthouse takes the time between the beginning and the end of a task, in which a machine with few cores also draws
 * images and runs the shop. Here the processor time of the thread counts, which other work does not change.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser } from "@playwright/test";
import { z } from "zod";
import { type BenchmarkResult, type BenchmarkRow, formatSpread } from "#bench/support/report.ts";
import { takeTurns, toSpread } from "#bench/support/rounds.ts";
import { type RunningShop, startShopBefore } from "#bench/support/shop-and-baselines.ts";
import { getNewestSlug } from "#bench/support/slugs.ts";
import { launchBrowser } from "#harness/launch-browser.ts";
import { PHONE } from "#harness/measure-first-view.ts";

const SLOWDOWN = 4;
const LONG_TASK_MS = 50;
/** The application has started, and what it does when it is idle is done. */
const SETTLE_MS = 4_000;

interface MainThread {
  /** Milliseconds on the slower processor. */
  total: number;
  blocking: number;
}

const taskSchema = z.array(
  z.looseObject({
    name: z.string(),
    pid: z.number(),
    tid: z.number(),
    /** Processor time of the thread, µs. */
    tdur: z.number().optional(),
  }),
);

/** @param before a built checkout of the shop to compare with */
export async function benchmarkMainThread(
  shop: RunningShop,
  rounds: number,
  before: string | undefined,
): Promise<BenchmarkResult> {
  const beforeShop = before ? await startShopBefore(before) : null;
  const browser = await launchBrowser();
  try {
    const rows: BenchmarkRow[] = [];
    const product = `/product/${await getNewestSlug(shop, "products")}`;
    for (const path of ["/", "/products", product, "/technicians"]) {
      const contestants = [shop, ...(beforeShop ? [beforeShop] : [])].map(
        ({ url }) =>
          () =>
            measureMainThread(browser, url + path),
      );
      // The page is in the shop's cache then, and the browser's processes run.
      for (const measure of contestants) await measure();
      const [own = [], other = []] = await takeTurns(rounds, contestants);
      rows.push(...toRows(path, own, "200 ms or less"), ...toRows(`${path}, before`, other));
    }
    return { title: "The main thread in the first view, on a processor four times slower", rows };
  } finally {
    await browser.close();
    await beforeShop?.stop();
  }
}

function toRows(page: string, views: MainThread[], target?: string): BenchmarkRow[] {
  if (views.length === 0) return [];
  return [
    {
      metric: `${page}: beyond 50 ms of each task`,
      value: formatSpread(toSpread(views.map(({ blocking }) => blocking)), " ms"),
      target,
    },
    {
      metric: `${page}: all tasks`,
      value: formatSpread(toSpread(views.map(({ total }) => total)), " ms"),
    },
  ];
}

async function measureMainThread(browser: Browser, url: string): Promise<MainThread> {
  const context = await browser.newContext({ ...PHONE, locale: "fr-FR", serviceWorkers: "block" });
  try {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    const threads = new Map<string, number[]>();
    cdp.on("Tracing.dataCollected", ({ value }) => {
      for (const { name, pid, tid, tdur } of taskSchema.parse(value)) {
        if (name !== "RunTask" || tdur === undefined) continue;
        const thread = `${pid} ${tid}`;
        threads.set(thread, [...(threads.get(thread) ?? []), (tdur / 1000) * SLOWDOWN]);
      }
    });
    await cdp.send("Tracing.start", {
      transferMode: "ReportEvents",
      traceConfig: { includedCategories: ["disabled-by-default-devtools.timeline"] },
    });
    await page.goto(url, { waitUntil: "load" });
    await sleep(SETTLE_MS);
    const complete = new Promise<void>((resolve) => {
      cdp.once("Tracing.tracingComplete", () => resolve());
    });
    await cdp.send("Tracing.end");
    await complete;
    const sums = [...threads.values()].map((tasks) => ({
      total: tasks.reduce((sum, ms) => sum + ms, 0),
      blocking: tasks.reduce((sum, ms) => sum + Math.max(0, ms - LONG_TASK_MS), 0),
    }));
    // The page's thread is the busiest one that reports tasks.
    return (
      sums.toSorted((one, next) => next.total - one.total)[0] ?? { total: Number.NaN, blocking: Number.NaN }
    );
  } finally {
    await context.close();
  }
}
