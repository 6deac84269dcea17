/**
 * What the limits cost an order and a list: the processor time of a request with them and without any. Both loads come
 * from many networks, and reach no limit.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "#backend/core/database/database.ts";
import { prepareOrderLoad } from "#bench/support/order-load.ts";
import { type BenchmarkResult, type BenchmarkRow, formatSpread } from "#bench/support/report.ts";
import { type Comparison, interleave, toRatioSpread } from "#bench/support/rounds.ts";
import type { RunningShop } from "#bench/support/shop-and-baselines.ts";
import { type LoadOptions, type LoadResult, measureLoad } from "#bench/support/wrk.ts";
import { openShopDatabase } from "#harness/shop-database.ts";

const STOCK = 1_000_000_000;
/** Until the process knows other limits. */
const CHANGE_MS = 2_000;

export async function benchmarkLimits(shop: RunningShop, rounds: number): Promise<BenchmarkResult> {
  const sql = openShopDatabase(shop.dataDir);
  try {
    await sql`update public.products set stock = ${STOCK} where not has_variants`;
    const script = join(shop.dataDir, "networks.lua");
    await writeFile(script, NETWORKS_SCRIPT);
    const list = {
      url: `${shop.url}/rest/v1/products?select=id,name,slug,price,image,rating,stock&order=created_at.desc&limit=24`,
      headers: { apikey: shop.anonKey },
      script,
    };
    const orders = await prepareOrderLoad(shop, sql);
    return {
      title: "What the limits cost, in processor time of Node and Postgres for a request",
      rows: [
        toRow("an order of three lines", await compare(shop, sql, orders, rounds, removeOrderLimits)),
        toRow("a list of 24 products", await compare(shop, sql, list, rounds, removeLimits)),
      ],
    };
  } finally {
    await sql.end();
  }
}

/** `remove` resolves with what brings the limits back. */
async function compare(
  shop: RunningShop,
  sql: Sql,
  load: LoadOptions,
  rounds: number,
  remove: (sql: Sql) => Promise<() => Promise<unknown>>,
): Promise<Comparison<LoadResult>> {
  const measure = () => measureLoad(load, { node: shop.pid, postgres: shop.postgres });
  // What is measured is no longer compiled or planned for empty tables.
  await measure();
  await sql`analyze`;
  await measure();
  return interleave(rounds, measure, async () => {
    const restore = await remove(sql);
    await sleep(CHANGE_MS);
    try {
      return await measure();
    } finally {
      await restore();
      await sleep(CHANGE_MS);
    }
  });
}

/** Nothing of an order is counted, computed or locked for its limits. */
async function removeOrderLimits(sql: Sql): Promise<() => Promise<unknown>> {
  const [found] = await sql<{ definition: string }[]>`
    select pg_get_functiondef(oid) as definition from pg_proc
    where pronamespace = 'private'::regnamespace and proname = 'check_order_limits'`;
  if (!found) throw new Error("The function that checks the limits of orders has another name.");
  const { definition } = found;
  await sql.unsafe(`${definition.slice(0, definition.indexOf("AS $function$"))} as 'begin return null; end'`);
  return () => sql.unsafe(definition);
}

async function removeLimits(sql: Sql): Promise<() => Promise<unknown>> {
  const limits = await sql<{ name: string; audience: string; scope: string; maximum: string }[]>`
    update public.limits l set maximum = null from public.limits old
    where (l.name, l.audience, l.scope) = (old.name, old.audience, old.scope) and old.maximum is not null
    returning l.name, l.audience, l.scope, old.maximum::text`;
  return () => sql`
    update public.limits l set maximum = o.maximum
    from jsonb_to_recordset(${sql.json(limits)}) o (name text, audience text, scope text, maximum bigint)
    where (l.name, l.audience, l.scope) = (o.name, o.audience, o.scope)`;
}

function toRow(metric: string, comparison: Comparison<LoadResult>): BenchmarkRow {
  const ratio = toRatioSpread(comparison, ({ nodeCpu, postgresCpu }) => nodeCpu + postgresCpu);
  const toPercent = (value: number) => 100 * (1 - 1 / value);
  const share = { median: toPercent(ratio.median), min: toPercent(ratio.min), max: toPercent(ratio.max) };
  return { metric, value: formatSpread(share, " %"), target: "3 % or less" };
}

const NETWORKS_SCRIPT = `
math.randomseed(os.time())
request = function()
  wrk.headers["x-forwarded-for"] = string.format("10.%d.%d.7", math.random(0, 255), math.random(0, 255))
  return wrk.format("GET")
end
`;
