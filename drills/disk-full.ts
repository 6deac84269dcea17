/** A small file system that becomes full under a load of orders, and has room again. It is mounted, which root may. */
import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { addCustomers, addProducts, openDrillShop } from "./support/drill-shop.ts";
import { checkOrders, startOrders } from "./support/orders.ts";
import { type Drill, getSize, toMedian, toSeconds } from "./support/report.ts";

const STOCK = 1_000_000;
const FILLED_MS = 5_000;

export const diskFull: Drill = {
  title: "a disk that becomes full under orders, and has room again",
  sizes: { times: 10, megabytes: 500, rate: 20 },
  run: async (sizes, print) => {
    const times = getSize(sizes, "times");
    const folder = mkdtempSync(join(tmpdir(), "yaare-disk-"));
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${getSize(sizes, "megabytes")}m`, "drill", folder]);
    try {
      const shop = await openDrillShop(folder);
      try {
        const customers = await addCustomers(shop, 200);
        const products = await addProducts(shop, 20, STOCK);
        const orders = startOrders(shop, { customers, products, perSecond: getSize(sizes, "rate") });
        const recoveries: number[] = [];
        for (let time = 0; time < times; time++) {
          await sleep(1000);
          const filler = join(folder, "filler");
          const full = performance.now() + FILLED_MS;
          while (performance.now() < full) {
            fill(filler);
            await sleep(100);
          }
          rmSync(filler);
          const freed = performance.now();
          recoveries.push(await orders.waitForAcknowledgement(freed));
        }
        const { answers, longest } = await orders.stop();
        print(`did: filled the disk ${times} times for ${toSeconds(FILLED_MS)}, while orders arrived`);
        print(
          `acknowledged: ${orders.acknowledged.length} orders, answers ${answers}, the slowest answer after ${toSeconds(longest)}`,
        );
        print(
          `back: median ${toSeconds(toMedian(recoveries))}, longest ${toSeconds(Math.max(...recoveries))}`,
        );
        print(`found: ${await checkOrders(shop, orders.acknowledged, STOCK)}`);
      } finally {
        await shop.stop();
      }
    } finally {
      execFileSync("umount", ["-l", folder]);
      rmSync(folder, { recursive: true });
    }
  },
};

/** Writes until there is no room. */
function fill(path: string): void {
  const file = openSync(path, "a");
  const block = Buffer.alloc(64 * 1024);
  try {
    for (;;) writeSync(file, block);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
  } finally {
    closeSync(file);
  }
}
