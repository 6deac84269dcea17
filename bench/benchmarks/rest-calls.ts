/**
 * The four most common REST calls, each against a baseline server with the same SQL: one row by its key, a
 * filtered page with an embedded resource, a function, an insert that returns its row.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type BenchmarkResult, toComparisonRows } from "#bench/support/report.ts";
import { interleave } from "#bench/support/rounds.ts";
import { type RunningShop, startBaseline } from "#bench/support/shop-and-baselines.ts";
import { measureLoad } from "#bench/support/wrk.ts";
import { openShopDatabase } from "#harness/shop-database.ts";

export type CallName = "point" | "page" | "rpc" | "insert";

interface CallRequest {
  title: string;
  path: (known: CallParameters) => string;
  /** The body of a POST; without it the request is a GET. */
  body?: string;
  headers?: Record<string, string>;
}

/** The values in the URLs. */
interface CallParameters {
  id: string;
  category: string;
}

const CALLS: Record<CallName, CallRequest> = {
  point: {
    title: "One product by its key, through rest",
    path: ({ id }) => `products?select=id,name,slug,price,stock&id=eq.${id}`,
  },
  page: {
    title: "A filtered page of 24 products with their category, through rest",
    path: ({ category }) =>
      `products?select=id,name,price,categories!inner(name)&categories.slug=eq.${category}&price=gte.1000&order=price,id&limit=24`,
  },
  rpc: {
    title: "A function that returns 24 rows, through rest",
    path: () => "rpc/bench_cheapest",
    body: '{"lowest":1000}',
  },
  insert: {
    title: "An insert that gives its row back, through rest, with fsync",
    path: () => "bench_notes",
    body: '{"body":"Ciment CPJ 45, sac de 50 kg"}',
    headers: { prefer: "return=representation" },
  },
};

/**
 * Objects for the benchmark only, deleted with the data directory. Created only if missing: a shop that
 * reloads its schema between a drop and a create would not know the table for a moment.
 */
const BENCH_SCHEMA = `
  create table if not exists public.bench_notes (id bigint generated always as identity primary key,
    body text not null, made_at timestamptz not null default now());
  create or replace function public.bench_cheapest(lowest int) returns table (id uuid, name text, price int)
    language sql stable
    as 'select id, name, price from public.products where price >= lowest order by price, id limit 24';
  grant insert, select on public.bench_notes to anon;
  grant execute on function public.bench_cheapest(int) to anon;`;

export async function benchmarkRestCall(
  shop: RunningShop,
  call: CallName,
  rounds: number,
): Promise<BenchmarkResult> {
  const { title, path, body, headers = {} } = CALLS[call];
  const sql = openShopDatabase(shop.dataDir);
  const baseline = await startBaseline("rest-calls", { SOCKET_DIR: join(shop.dataDir, "socket") });
  try {
    await sql.unsafe(BENCH_SCHEMA);
    const [parameters] = await sql<CallParameters[]>`
      select p.id, c.slug as category from public.products p join public.categories c on c.id = p.category_id
      group by p.id, c.id order by (select count(*) from public.products q where q.category_id = c.id) desc, p.id limit 1`;
    if (parameters === undefined) throw new Error("There are no products to ask for.");
    const json: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
    const shopTarget = {
      url: `${shop.url}/rest/v1/${path(parameters)}`,
      headers: { apikey: shop.anonKey, ...json, ...headers },
    };
    const baselineTarget = {
      url: `${baseline.url}/${call}?${new URLSearchParams({ ...parameters })}`,
      headers: json,
    };
    await assertSameResponse(shopTarget, baselineTarget, body);
    const script = body === undefined ? undefined : await writePostScript(shop.dataDir, body);
    const comparison = await interleave(
      rounds,
      () => measureLoad({ ...shopTarget, script }, { node: shop.pid, postgres: shop.postgres }),
      () => measureLoad({ ...baselineTarget, script }, { node: baseline.pid, postgres: shop.postgres }),
    );
    return { title, rows: toComparisonRows(comparison, { throughput: "0.6 or more" }) };
  } finally {
    await baseline.stop();
    await sql.end();
  }
}

interface RequestTarget {
  url: string;
  headers: Record<string, string>;
}

/** Retries, as the shop reloads its schema with a delay. The id and time of an inserted row are ignored. */
async function assertSameResponse(
  shop: RequestTarget,
  baseline: RequestTarget,
  body: string | undefined,
): Promise<void> {
  const send = async ({ url, headers }: RequestTarget) => {
    const response = await fetch(url, { headers, method: body === undefined ? "GET" : "POST", body });
    const text = await response.text();
    return { ok: response.ok, text: text.replace(/"(id":\d+|made_at":"[^"]*")/g, "") };
  };
  let response = await send(shop);
  for (let tries = 0; !response.ok && tries < 50; tries++) {
    await sleep(100);
    response = await send(shop);
  }
  const same = JSON.stringify(JSON.parse(response.text.replace(/\{,+/g, "{").replace(/,+\}/g, "}")));
  const other = (await send(baseline)).text.replace(/\{,+/g, "{").replace(/,+\}/g, "}");
  if (same !== JSON.stringify(JSON.parse(other)))
    throw new Error(`The responses differ: ${same} and ${other}`);
}

async function writePostScript(directory: string, body: string): Promise<string> {
  const script = join(directory, "post.lua");
  await writeFile(script, `wrk.method = "POST"\nwrk.body = [====[${body}]====]\n`);
  return script;
}
