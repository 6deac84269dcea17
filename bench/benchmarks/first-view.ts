/** First view of a page on a slow phone, in a real browser. */
import {
  type BenchmarkResult,
  type BenchmarkRow,
  formatNumber,
  formatSpread,
} from "#bench/support/report.ts";
import { repeat, toSpread } from "#bench/support/rounds.ts";
import type { RunningShop } from "#bench/support/shop-and-baselines.ts";
import { launchBrowser } from "#harness/launch-browser.ts";
import { type FirstView, measureFirstView } from "#harness/measure-first-view.ts";

export async function benchmarkFirstView(
  shop: RunningShop,
  path: string,
  rounds: number,
): Promise<BenchmarkResult> {
  const browser = await launchBrowser();
  try {
    const url = `${shop.url}${path}`;
    // The page is in the shop's cache, as for every visitor but the first.
    await fetch(url, { headers: { "accept-encoding": "br" } });
    const views = await repeat(rounds, () => measureFirstView(browser, url, { slow: true }));
    return { title: `First view of ${path} on a slow phone`, rows: toRows(views) };
  } finally {
    await browser.close();
  }
}

function toRows(views: FirstView[]): BenchmarkRow[] {
  const row = (
    metric: string,
    of: (view: FirstView) => number,
    unit: string,
    target?: string,
  ): BenchmarkRow => ({
    metric,
    value: formatSpread(toSpread(views.map(of)), unit),
    target,
  });
  const [first] = views;
  const kinds = Object.entries(first?.bytes ?? {}).map(
    ([kind, bytes]) => `${kind} ${formatNumber(bytes / 1000)}`,
  );
  return [
    row("first contentful paint", (view) => view.fcp / 1000, " s", "under 0.9 s"),
    row("largest contentful paint", (view) => view.lcp / 1000, " s", "under 2.0 s"),
    row("layout shift", (view) => view.cls, "", "under 0.02"),
    row("requests", (view) => view.requests, "", "20 or fewer"),
    row("bytes", (view) => view.totalBytes / 1000, " kB", "200 kB or fewer"),
    { metric: "bytes by kind", value: `${kinds.join(", ")} kB`, target: "script 110 kB or fewer" },
  ];
}
