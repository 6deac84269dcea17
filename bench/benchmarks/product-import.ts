/**
 * An import of a CSV file, read, sent, validated and applied through rest as the screen does it, against COPY of the
 * same rows into a table with the same indexes and nothing else. Orders are placed meanwhile, one after the other.
 */
import { randomUUID } from "node:crypto";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { PostgrestClient } from "@supabase/postgrest-js";
import { confirmImport } from "#app/features/admin/products/csv/large-import.mutations.ts";
import { applyLargeImport, sendLargeFile } from "#app/features/admin/products/csv/large-import.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";
import type { Sql } from "#backend/core/database/database.ts";
import { cpuMilliseconds, listProcessTree, readCpu } from "#bench/support/cpu.ts";
import { type BenchmarkResult, formatSpread } from "#bench/support/report.ts";
import { takeTurns, toRatioSpread, toSpread } from "#bench/support/rounds.ts";
import type { RunningShop } from "#bench/support/shop-and-baselines.ts";
import { createCustomers } from "#harness/accounts.ts";
import { createOrderBody, type OrderedProduct, pickProducts, sendOrder } from "#harness/orders.ts";
import { openShopDatabase } from "#harness/shop-database.ts";

const LINES = 20_000;
const CUSTOMERS = 2000;
/** Between two orders, in milliseconds. */
const ORDER_INTERVAL = 100;
const LINES_PER_ORDER = 3;

type Client = PostgrestClient<Database>;

interface Row {
  reference: string;
  name: string;
  description: string;
  price: number;
}

export async function benchmarkProductImport(shop: RunningShop, rounds: number): Promise<BenchmarkResult> {
  const sql = openShopDatabase(shop.dataDir, 2);
  try {
    const [owner, ...customers] = await createCustomers(sql, shop, CUSTOMERS);
    if (!owner) throw new Error("There is no account.");
    await sql`insert into public.admin_users (id, name, email) values (${owner.id}, 'Fatou', 'fatou@exemple.bf')`;
    await sql`update public.limits set maximum = 1000000 where starts_with(name, 'order') and maximum is not null`;
    await sql`update public.products set stock = 1000000 where not has_variants`;
    await sql.unsafe(`
      drop schema if exists bench cascade;
      create schema bench;
      create table bench.products (like public.products including all);
    `);
    const orders = createOrders(sql, shop, customers);
    const client: Client = new PostgrestClient<Database>(`${shop.url}/rest/v1`, {
      headers: { apikey: shop.anonKey, authorization: `Bearer ${owner.token}` },
    });
    const quiet = await orders.placeUntil(sleep(10 * ORDER_INTERVAL * 2));
    let rows: Row[] = [];
    const busy: number[] = [];
    const measureImport = async (header: string, lines: string[]) => {
      const file = new File([[header, ...lines].join("\n")], "import.csv");
      const begin = performance.now();
      const work = importFile(client, file).then(() => performance.now() - begin);
      busy.push(...(await orders.placeUntil(work)));
      return LINES / ((await work) / 1000);
    };
    const nodeTimes: number[] = [];
    const postgresTimes: number[] = [];
    const readTimes = () => ({
      node: readCpu([shop.pid]),
      postgres: readCpu(listProcessTree(shop.postgres)),
    });
    const measureNew = async () => {
      rows = createRows();
      const before = readTimes();
      const speed = await measureImport(
        "Référence;Nom;Description;Catégorie;Prix;Stock;Spécifications",
        rows.map(
          ({ reference, name, description, price }) =>
            `${reference};${name};${description};quincaillerie;${price};40;Marque: Voltex`,
        ),
      );
      const after = readTimes();
      nodeTimes.push(cpuMilliseconds(before.node, after.node) / (LINES / 1000));
      postgresTimes.push(cpuMilliseconds(before.postgres, after.postgres) / (LINES / 1000));
      return speed;
    };
    const measurePrices = (added: number) => () =>
      measureImport(
        "Référence;Prix",
        rows.map(({ reference, price }) => `${reference};${price + added}`),
      );
    const measureCopy = async () => {
      const copied = createRows();
      const begin = performance.now();
      await copyRows(sql, copied);
      return LINES / ((performance.now() - begin) / 1000);
    };
    const [created = [], repriced = [], unchanged = [], copied = []] = await takeTurns(rounds, [
      measureNew,
      measurePrices(1),
      measurePrices(1),
      measureCopy,
    ]);
    const ratio = toRatioSpread({ shop: created, baseline: copied }, (speed) => speed);
    return {
      title: `Import of ${LINES} lines of CSV, against COPY into a table with the same indexes`,
      rows: [
        { metric: "new products, ratio", value: formatSpread(ratio), target: "0.3 or more" },
        {
          metric: "new products per second",
          value: formatSpread(toSpread(created)),
          target: "5,000 or more",
        },
        { metric: "processor time of Node for 1,000 new", value: formatSpread(toSpread(nodeTimes), " ms") },
        {
          metric: "processor time of Postgres for 1,000 new, with its other work",
          value: formatSpread(toSpread(postgresTimes), " ms"),
        },
        {
          metric: "changed prices per second",
          value: formatSpread(toSpread(repriced)),
          target: "5,000 or more",
        },
        {
          metric: "unchanged lines per second",
          value: formatSpread(toSpread(unchanged)),
          target: "5,000 or more",
        },
        { metric: "rows per second by COPY", value: formatSpread(toSpread(copied)) },
        { metric: "an order without an import", value: formatSpread(toSpread(quiet), " ms") },
        { metric: "an order during the import", value: formatSpread(toSpread(busy), " ms") },
      ],
    };
  } finally {
    await sql.end();
  }
}

function createRows(): Row[] {
  const batch = randomUUID().slice(0, 8);
  return Array.from({ length: LINES }, (_, n) => ({
    reference: `IMP-${batch}-${n}`,
    name: `Boulon zingué ${batch} modèle ${(n * 7919) % 100_003} Ø ${n % 60}`,
    description: `Acier zingué, filetage métrique, tête hexagonale, vendu à la pièce. Lot ${n}`,
    price: 100 + (n % 9000),
  }));
}

async function importFile(client: Client, file: File): Promise<void> {
  const id = randomUUID();
  const sent = await sendLargeFile(
    client,
    file,
    id,
    () => true,
    () => undefined,
  );
  if (sent?.progress.error !== 0) throw new Error("The lines are not valid.");
  if (sent.progress.create + sent.progress.update === 0) {
    await client.rpc("cancel_product_import", { import: id }).throwOnError();
    return;
  }
  await confirmImport(client, id, "inventory");
  const ended = await applyLargeImport(
    client,
    id,
    () => true,
    () => undefined,
  );
  if (ended?.applied !== LINES) throw new Error("The import was not applied.");
}

async function copyRows(sql: Sql, rows: readonly Row[]): Promise<void> {
  const [category] = await sql<
    { id: string }[]
  >`select id from public.categories where slug = 'quincaillerie'`;
  const text = rows.map(({ reference, name, description, price }) =>
    [
      ...[randomUUID(), name, reference.toLowerCase(), description, price, 40, category?.id],
      ...[
        reference,
        '{"Marque": "Voltex"}',
        "{marque:voltex}",
        ` ${name.toLowerCase()}\\n ${reference.toLowerCase()}`,
      ],
    ].join("\t"),
  );
  const copy = await sql`
    copy bench.products
      (id, name, slug, description, price, stock, category_id, reference, specifications, facet_keys, search_text)
    from stdin`.writable();
  await pipeline([`${text.join("\n")}\n`], copy);
}

/** Places orders, and returns how long each took, in milliseconds. */
function createOrders(sql: Sql, shop: RunningShop, customers: readonly { token: string }[]) {
  let number = 0;
  const place = async () => {
    const products = await sql<OrderedProduct[]>`
      select id, name, price, image from public.products
      where image is not null and not has_variants and unit = 'piece' and minimum_quantity = 1 and price < 30000
      order by id limit 100`;
    const [settings] = await sql<{ shipping_fee: number }[]>`select shipping_fee from public.shop_settings`;
    number += 1;
    const body = createOrderBody(randomUUID(), pickProducts(products, number, LINES_PER_ORDER), {
      shipping: settings?.shipping_fee ?? 0,
      customer: number % 9999,
    });
    const begin = performance.now();
    const token = customers[number % customers.length]?.token;
    const response = await sendOrder(shop, token, body, { prefer: "return=representation" });
    if (!response.ok) throw new Error(`The order was refused: ${await response.text()}`);
    return performance.now() - begin;
  };
  return {
    async placeUntil(end: Promise<unknown>): Promise<number[]> {
      let hasEnded = false;
      const stop = end.finally(() => {
        hasEnded = true;
      });
      const times: number[] = [];
      while (!hasEnded) {
        times.push(await place());
        await Promise.race([sleep(ORDER_INTERVAL), stop]);
      }
      await stop;
      return times;
    },
  };
}
