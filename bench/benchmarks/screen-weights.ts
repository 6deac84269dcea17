/** The page weight and the layout shift of each screen: they do not depend on the machine, so one measurement is enough. */
import { type BenchmarkResult, type BenchmarkRow, formatNumber } from "#bench/support/report.ts";
import type { RunningShop } from "#bench/support/shop-and-baselines.ts";
import { getNewestSlug } from "#bench/support/slugs.ts";
import { launchBrowser } from "#harness/launch-browser.ts";
import { measureFirstView } from "#harness/measure-first-view.ts";
import {
  createScreenStorages,
  MAX_LAYOUT_SHIFT,
  SCREEN_BUDGETS,
  toScreenPath,
} from "#harness/screen-budgets.ts";

export async function benchmarkScreenWeights(shop: RunningShop): Promise<BenchmarkResult> {
  const slugs = {
    product: await getNewestSlug(shop, "products"),
    technician: await getNewestSlug(shop, "technicians_public"),
  };
  const browser = await launchBrowser();
  try {
    const getStorage = await createScreenStorages(shop.url);
    const rows: BenchmarkRow[] = [];
    for (const screen of SCREEN_BUDGETS) {
      const { path, maxTotal, maxScript, maxRequests, signedIn } = screen;
      const view = await measureFirstView(browser, shop.url + toScreenPath(screen, slugs), {
        slow: false,
        storage: getStorage(screen),
      });
      rows.push({
        metric: signedIn ? `${path}, signed in` : path,
        value: `${formatNumber(view.totalBytes / 1000)} kB, script ${formatNumber((view.bytes.script ?? 0) / 1000)} kB, ${view.requests} requests, layout shift ${formatNumber(view.cls)}`,
        target: `${maxTotal} kB, script ${maxScript} kB, ${maxRequests} requests, layout shift ${MAX_LAYOUT_SHIFT} or less`,
      });
    }
    return { title: "Bytes and layout shift of the first view of each screen, on a phone", rows };
  } finally {
    await browser.close();
  }
}
