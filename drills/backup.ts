/** Backups under a load of orders, restored elsewhere: as they were proven, and to a moment, from encrypted copies. */
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { addCustomers, addProducts, openDrillShop } from "./support/drill-shop.ts";
import { checkOrders, type SentOrder, startOrders } from "./support/orders.ts";
import { Difference, type Drill, expectSame, getSize, toSeconds } from "./support/report.ts";
import { withCluster } from "./support/with-cluster.ts";

const STOCK = 1_000_000;

export const backup: Drill = {
  title: "backups under orders, restored elsewhere, and a point in time",
  sizes: { times: 5, rate: 20 },
  run: async (sizes, print) => {
    const [times, perSecond] = [getSize(sizes, "times"), getSize(sizes, "rate")];
    const shop = await openDrillShop();
    const folder = await mkdtemp(join(tmpdir(), "yaare-drill-backups-"));
    const copies = join(folder, "copies");
    const env = { BACKUP_COPY: copies, BACKUP_KEEP: String(times + 1) };
    try {
      const customers = await addCustomers(shop, 200);
      const products = await addProducts(shop, 20, STOCK);
      const earlier: SentOrder[] = [];
      await mkdir(copies);
      for (let time = 0; time < times; time++) {
        const orders = startOrders(shop, { customers, products, perSecond });
        await sleep(1000);
        const begun = performance.now();
        const made = await runScript("backup", [], { ...env, DATA_DIR: shop.dataDir });
        const seconds = toSeconds(performance.now() - begun);
        const name = /backups\/(?<name>\S+Z)\./.exec(made)?.groups?.name ?? "";
        await orders.stop();
        earlier.push(...orders.acknowledged);
        print(
          `did: a backup while ${orders.acknowledged.length} orders were acknowledged, proven after ${seconds}`,
        );
        const restored = join(folder, `restored-${time}`);
        const output = await runScript("restore", [join(shop.dataDir, "backups", name)], {
          DATA_DIR: restored,
        });
        expectSame("restores with the checksums of every table", /all tables are as/.test(output), true);
        await rm(restored, { recursive: true });
      }
      print(`found: ${times} backups restored elsewhere, each equal by the checksum of every table`);

      const before = startOrders(shop, { customers, products, perSecond });
      await sleep(5000);
      const acknowledged = [...before.acknowledged];
      const moment = new Date();
      const after = startOrders(shop, { customers, products, perSecond });
      await before.stop();
      await sleep(5000);
      await after.stop();
      await shop.end();
      await runScript("backup", ["--when-due"], { ...env, DATA_DIR: shop.dataDir });
      const key = (await readFile(join(shop.dataDir, "backup.key"), "utf8")).trim();
      const dataDir = join(folder, "moment");
      const begun = performance.now();
      await runScript("restore", [copies, "--to", moment.toISOString()], {
        DATA_DIR: dataDir,
        BACKUP_KEY: key,
      });
      print(
        `did: restored from encrypted copies as it was after ${acknowledged.length} orders and before ${after.acknowledged.length} others, in ${toSeconds(performance.now() - begun)}`,
      );
      await withCluster(dataDir, async (sql) => {
        const stored = await sql<{ id: string }[]>`select id from public.orders`;
        const ids = new Set(stored.map(({ id }) => id));
        const isThere = ({ id }: SentOrder) => ids.has(id);
        const missing = acknowledged.filter((order) => !isThere(order));
        expectSame("orders acknowledged before the moment that are missing", missing, []);
        expectSame("orders sent after the moment that are there", after.acknowledged.filter(isThere), []);
        // Those that were being placed at the moment may be there or not.
        const orders = [...earlier, ...before.acknowledged.filter(isThere)];
        print(`found: ${await checkOrders({ withDatabase: (work) => work(sql) }, orders, STOCK)}`);
      });
    } finally {
      await shop.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** Runs one of the two commands, and resolves to its output. */
function runScript(name: "backup" | "restore", args: string[], env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [`scripts/${name}.ts`, ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0 ? resolve(output) : reject(new Difference(`${name} ended with ${code}: ${output}`)),
    );
  });
}
