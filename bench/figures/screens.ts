/** What the first view of each screen weighs: bytes do not depend on the machine, so one look is enough. */
import { chromium } from "@playwright/test";
import { measureFirstView } from "../support/first-view.ts";
import type { RunningShop } from "../support/processes.ts";
import { type Figure, number, type Row } from "../support/report.ts";
import { addressOf, registeredStorage, SCREENS } from "../support/screens.ts";

export async function screenWeights(shop: RunningShop): Promise<Figure> {
  const slugs = {
    product: await firstSlug(shop, "products"),
    technician: await firstSlug(shop, "technicians_public"),
  };
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
  try {
    const customer = await registeredStorage(shop.url);
    const rows: Row[] = [];
    for (const screen of SCREENS) {
      const { path, total, script, requests, signedIn } = screen;
      const view = await measureFirstView(browser, shop.url + addressOf(screen, slugs), {
        slow: false,
        storage: signedIn ? customer : undefined,
      });
      rows.push({
        figure: signedIn ? `${path}, signed in` : path,
        value: `${number(view.totalBytes / 1000)} kB, script ${number((view.bytes.script ?? 0) / 1000)} kB, ${view.requests} requests`,
        aim: `${total} kB, script ${script} kB, ${requests} requests or less`,
      });
    }
    return { title: "Bytes of the first view of each screen, on a phone", rows };
  } finally {
    await browser.close();
  }
}

async function firstSlug(shop: RunningShop, table: string): Promise<string> {
  const response = await fetch(
    `${shop.url}/rest/v1/${table}?select=slug&order=created_at.desc,slug&limit=1`,
    {
      headers: { apikey: shop.anonKey },
    },
  );
  const [row]: { slug: string }[] = await response.json();
  return row?.slug ?? "";
}
