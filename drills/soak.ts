/** Hours of a mixed load: the heap and the handles stay flat, and no table grows that has no reason to. */

import { tmpdir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "#backend/core/database/database.ts";
import { addCustomers, addProducts, addShoppers, openDrillShop } from "./support/drill-shop.ts";
import { startMailSink } from "./support/mail-sink.ts";
import { checkOrders, startOrders } from "./support/orders.ts";
import { createProbe, type Held } from "./support/probe.ts";
import { type Drill, expectSame, getSize, toSeconds, toSlope } from "./support/report.ts";
import { openSockets } from "./support/sockets.ts";

const STOCK = 100_000_000;
const MEBIBYTE = 1024 * 1024;
/** Of the heap, an hour. */
const LARGEST_SLOPE = 2;
/** Caches fill for a while: this part of the samples does not count. */
const WARM_UP_PART = 1 / 2;
/** A shop opens a few connections more or less. */
const SPARE_FILES = 25;
const SAMPLE_MS = 60_000;
const SOCKETS = 20;
/** A table that has no more rows than before but takes more pages than this grows without a reason. */
const SPARE_TABLE_BYTES = 8 * MEBIBYTE;

interface Sample extends Held {
  minutes: number;
  /** Bytes of each table with its indexes, and its rows. */
  tables: Map<string, { bytes: number; rows: number }>;
}

export const soak: Drill = {
  title: "hours of a mixed load",
  sizes: { minutes: 120, rate: 10, visits: 20 },
  run: async (sizes, print) => {
    const minutes = getSize(sizes, "minutes");
    const probe = createProbe();
    const sink = await startMailSink();
    const shop = await openDrillShop(tmpdir(), {
      ...probe.env,
      SMTP_URL: sink.url,
      MAIL_FROM: "boutique@exemple.bf",
      AUTH_EMAIL_CONFIRM: "0",
      BACKUP_KEEP: "0",
    });
    try {
      await addCustomers(shop, 1);
      const customers = await addShoppers(shop, 50);
      const products = await addProducts(shop, 100, STOCK);
      const sockets = await openSockets(shop, SOCKETS);
      const orders = startOrders(shop, { customers, products, perSecond: getSize(sizes, "rate") });
      const visits = startVisits(shop, getSize(sizes, "visits"));
      const samples: Sample[] = [];
      for (let minute = 1; minute <= minutes; minute++) {
        await sleep(SAMPLE_MS);
        const held = await probe.read();
        const tables = await shop.withDatabase(readTables);
        samples.push({ ...held, minutes: minute, tables });
        print(
          `minute ${minute}: heap ${(held.heap / MEBIBYTE).toFixed(1)} MiB, ${held.files} files and sockets, ${held.resources.Timeout ?? 0} timers, database ${Math.round([...tables.values()].reduce((sum, { bytes }) => sum + bytes, 0) / MEBIBYTE)} MiB`,
        );
      }
      const visited = await visits.stop();
      const { answers, longest } = await orders.stop();
      await sockets.stop();
      print(
        `did: ${minutes} minutes of ${getSize(sizes, "rate")} orders and ${getSize(sizes, "visits")} visits a second`,
      );
      print(
        `acknowledged: ${orders.acknowledged.length} orders, answers ${answers}, the slowest answer after ${toSeconds(longest)}; visits ${visited}`,
      );
      print(`found: ${await checkOrders(shop, orders.acknowledged, STOCK)}`);
      const counted = samples.slice(Math.floor(samples.length * WARM_UP_PART));
      const slope = (toSlope(counted.map((sample) => [sample.minutes, sample.heap])) * 60) / MEBIBYTE;
      print(`heap: ${slope.toFixed(2)} MiB an hour after the warm-up`);
      const [first, last] = [counted[0], counted.at(-1)];
      if (!first || !last) throw new Error("The drill is too short for a sample.");
      const grown = [...last.tables].filter(([name, { bytes, rows }]) => {
        const before = first.tables.get(name) ?? { bytes: 0, rows: 0 };
        return rows <= before.rows && bytes > before.bytes + SPARE_TABLE_BYTES;
      });
      const largest = [...last.tables]
        .map(([name, { bytes }]) => ({ name, grown: bytes - (first.tables.get(name)?.bytes ?? 0) }))
        .toSorted((one, other) => other.grown - one.grown)
        .slice(0, 6);
      print(
        `tables that grew most: ${largest.map(({ name, grown }) => `${name} ${(grown / MEBIBYTE).toFixed(1)} MiB`).join(", ")}`,
      );
      expectSame("files or sockets leak", last.files > first.files + SPARE_FILES, false);
      expectSame(
        "timers leak",
        (last.resources.Timeout ?? 0) > (first.resources.Timeout ?? 0) + SPARE_FILES,
        false,
      );
      expectSame("tables that grew without rows", grown, []);
      expectSame(`the heap grows by more than ${LARGEST_SLOPE} MiB an hour`, slope > LARGEST_SLOPE, false);
    } finally {
      await shop.stop();
      await Promise.all([sink.stop(), probe.stop()]);
    }
  },
};

/** Pages, searches, lists and sign-ins that fail, in turn, at a rate until `stop`. */
function startVisits({ url, anonKey }: { url: string; anonKey: string }, perSecond: number) {
  const paths = [
    "/",
    "/products",
    "/rest/v1/products?select=id,name,price,stock&order=name&limit=20",
    "/search-suggestions?q=article",
    "/products?q=article",
    "/rest/v1/brands?select=id,name",
    "/no-such-page",
  ];
  const counts = new Map<number, number>();
  const pending = new Set<Promise<void>>();
  let number = 0;
  const visit = async () => {
    const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
    const path = paths[number++ % paths.length] ?? "/";
    const status = await fetch(url + path, { headers: { apikey: anonKey, "x-forwarded-for": address } }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => 0,
    );
    counts.set(status, (counts.get(status) ?? 0) + 1);
  };
  const timer = setInterval(() => {
    const running: Promise<void> = visit().finally(() => pending.delete(running));
    pending.add(running);
  }, 1000 / perSecond);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(pending);
      return [...counts].map(([status, count]) => `${count} × ${status}`).join(", ");
    },
  };
}

async function readTables(sql: Sql): Promise<Sample["tables"]> {
  const rows = await sql<{ name: string; bytes: number; rows: number }[]>`
    select schemaname || '.' || relname as name, pg_total_relation_size(relid)::float8 as bytes, n_live_tup::float8 as rows
    from pg_stat_user_tables`;
  return new Map(rows.map(({ name, ...size }) => [name, size]));
}
