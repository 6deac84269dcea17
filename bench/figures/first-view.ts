/** First view of a page on a slow phone, in a real browser. */
import { chromium } from "@playwright/test";
import { type FirstView, measureFirstView } from "../support/first-view.ts";
import type { RunningShop } from "../support/processes.ts";
import { type Figure, number, type Row, spread } from "../support/report.ts";
import { repeat, spreadOf } from "../support/rounds.ts";

export async function firstView(shop: RunningShop, path: string, rounds: number): Promise<Figure> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
  try {
    const url = `${shop.url}${path}`;
    // The page is in the shop's cache, as it is for any but the very first visitor.
    await fetch(url, { headers: { "accept-encoding": "br" } });
    const views = await repeat(rounds, () => measureFirstView(browser, url, { slow: true }));
    return { title: `First view of ${path} on a slow phone`, rows: rowsOf(views) };
  } finally {
    await browser.close();
  }
}

function rowsOf(views: FirstView[]): Row[] {
  const row = (figure: string, of: (view: FirstView) => number, unit: string, aim?: string): Row => ({
    figure,
    value: spread(spreadOf(views.map(of)), unit),
    aim,
  });
  const [first] = views;
  const kinds = Object.entries(first?.bytes ?? {}).map(([kind, bytes]) => `${kind} ${number(bytes / 1000)}`);
  return [
    row("first contentful paint", (view) => view.fcp / 1000, " s", "under 0.9 s"),
    row("largest contentful paint", (view) => view.lcp / 1000, " s", "under 2.0 s"),
    row("layout shift", (view) => view.cls, "", "under 0.02"),
    row("requests", (view) => view.requests, "", "20 or fewer"),
    row("bytes", (view) => view.totalBytes / 1000, " kB", "200 kB or fewer"),
    { figure: "bytes by kind", value: `${kinds.join(", ")} kB`, aim: "script 110 kB or fewer" },
  ];
}
