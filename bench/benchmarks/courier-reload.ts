/** A courier opens their run again on a slow phone without a network: from the device, until a stop can be pressed. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type BenchmarkResult, formatSpread } from "#bench/support/report.ts";
import { repeat, toSpread } from "#bench/support/rounds.ts";
import type { RunningShop } from "#bench/support/shop-and-baselines.ts";
import { createCustomers } from "#harness/accounts.ts";
import { launchBrowser } from "#harness/launch-browser.ts";
import { PHONE } from "#harness/measure-first-view.ts";
import { createOrderBody, type OrderedProduct, sendOrder } from "#harness/orders.ts";
import { createCustomerStorage } from "#harness/screen-budgets.ts";
import { openShopDatabase } from "#harness/shop-database.ts";

const STOPS = 15;
const PROCESSOR_RATE = 4;

export async function benchmarkCourierReload(shop: RunningShop, rounds: number): Promise<BenchmarkResult> {
  const storageState = await createCustomerStorage(shop.url);
  await sendOut(shop, readUserId(storageState));
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({
      ...PHONE,
      locale: "fr-FR",
      storageState,
    });
    const page = await context.newPage();
    await page.goto(`${shop.url}/courier`);
    while (!(await page.evaluate(isStoredOnDevice, STOPS))) await sleep(200);
    await context.setOffline(true);
    const cdp = await context.newCDPSession(page);
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: PROCESSOR_RATE });
    await page.addInitScript(noteReady, STOPS);
    const times = await repeat(rounds, async () => {
      await page.reload({ waitUntil: "commit" });
      await page.waitForFunction(() => document.documentElement.dataset.ready !== undefined);
      return Number(await page.evaluate(() => document.documentElement.dataset.ready)) / 1000;
    });
    return {
      title: `A run of ${STOPS} stops, opened again on a slow phone without a network`,
      rows: [
        { metric: "until a stop can be pressed", value: formatSpread(toSpread(times), " s"), target: "1 s" },
      ],
    };
  } finally {
    await browser.close();
  }
}

/** Runs in the page: whether the run is shown, and the device has what another load of the page needs. */
async function isStoredOnDevice(stops: number): Promise<boolean> {
  return (
    document.querySelectorAll("article").length === stops &&
    navigator.serviceWorker.controller?.state === "activated" &&
    (await caches.match("/courier", { ignoreVary: true })) !== undefined
  );
}

/** Runs in the page, before its own scripts: notes when the stops are there, and listen. */
function noteReady(stops: number): void {
  const look = () => {
    const isReady = document.querySelectorAll("article").length === stops && !("capturedClick" in window);
    if (isReady) document.documentElement.dataset.ready = String(performance.now());
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Makes this account a courier, on the road with an order of each of so many customers. */
async function sendOut(shop: RunningShop, courier: string): Promise<void> {
  const sql = openShopDatabase(shop.dataDir);
  try {
    await sql`insert into public.admin_users (id, name, email, role) select id, 'Issa', email, 'courier' from auth.users where id = ${courier}`;
    const products = await sql<OrderedProduct[]>`
      select id, name, price, image from public.products
      where stock > ${STOPS} and not has_variants and minimum_quantity = 1 limit 2`;
    const [settings] = await sql<{ shipping_fee: number }[]>`select shipping_fee from public.shop_settings`;
    const ids: string[] = [];
    for (const [customer, { token }] of (await createCustomers(sql, shop, STOPS)).entries()) {
      const id = randomUUID();
      const body = createOrderBody(id, products, { shipping: settings?.shipping_fee ?? 0, customer });
      const response = await sendOrder(shop, token, body, { "x-forwarded-for": `10.1.${customer}.7` });
      if (!response.ok) throw new Error(`An order was answered with ${response.status}.`);
      ids.push(id);
    }
    await sql`update public.orders set status = 'processing' where id = any (${ids})`;
    const run = {
      day: new Date().toISOString().slice(0, 10),
      name: "Ouaga Sud",
      courier_id: courier,
      order_ids: ids,
    };
    await sql`select public.send_out_run(id) from public.save_run(${JSON.stringify(run)}::text::jsonb)`;
  } finally {
    await sql.end();
  }
}

type Storage = Awaited<ReturnType<typeof createCustomerStorage>>;

function readUserId(storage: Storage): string {
  const text = typeof storage === "object" ? storage.origins[0]?.localStorage[0]?.value : undefined;
  const session: { user?: { id?: string } } = JSON.parse(text ?? "{}");
  if (!session.user?.id) throw new Error("The courier could not be signed up.");
  return session.user.id;
}
