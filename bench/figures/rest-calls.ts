/**
 * The four calls that most of a client's work is made of, each against a bare server with the same SQL: one
 * row by its key, a filtered page with an embedded resource, a function, an insert that gives its row back.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type RunningShop, startBare } from "../support/processes.ts";
import { comparisonRows, type Figure } from "../support/report.ts";
import { interleave } from "../support/rounds.ts";
import { openDatabaseIn } from "../support/shop-database.ts";
import { load } from "../support/wrk.ts";

export type Call = "point" | "page" | "rpc" | "insert";

interface CallRequest {
  title: string;
  path: (known: Known) => string;
  /** Sent by POST; a GET without. */
  body?: string;
  headers?: Record<string, string>;
}

/** What the addresses name. */
interface Known {
  id: string;
  category: string;
}

const CALLS: Record<Call, CallRequest> = {
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
 * What the shop itself has no use for; it goes with the data directory. Made once: a shop that reads its schema between
 * a table's end and its new beginning does not know it for a moment.
 */
const OBJECTS = `
  create table if not exists public.bench_notes (id bigint generated always as identity primary key,
    body text not null, made_at timestamptz not null default now());
  create or replace function public.bench_cheapest(lowest int) returns table (id uuid, name text, price int)
    language sql stable
    as 'select id, name, price from public.products where price >= lowest order by price, id limit 24';
  grant insert, select on public.bench_notes to anon;
  grant execute on function public.bench_cheapest(int) to anon;`;

export async function restCall(shop: RunningShop, call: Call, rounds: number): Promise<Figure> {
  const { title, path, body, headers = {} } = CALLS[call];
  const sql = openDatabaseIn(shop.dataDir);
  const bare = await startBare("calls", { SOCKET_DIR: join(shop.dataDir, "socket") });
  try {
    await sql.unsafe(OBJECTS);
    const [known] = await sql<Known[]>`
      select p.id, c.slug as category from public.products p join public.categories c on c.id = p.category_id
      group by p.id, c.id order by (select count(*) from public.products q where q.category_id = c.id) desc, p.id limit 1`;
    if (known === undefined) throw new Error("There are no products to ask for.");
    const json: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
    const ours = {
      url: `${shop.url}/rest/v1/${path(known)}`,
      headers: { apikey: shop.anonKey, ...json, ...headers },
    };
    const theirs = {
      url: `${bare.url}/${call}?${new URLSearchParams({ ...known })}`,
      headers: json,
    };
    await sameAnswer(ours, theirs, body);
    const script = body === undefined ? undefined : await postScript(shop.dataDir, body);
    const comparison = await interleave(
      rounds,
      () => load({ ...ours, script }, { node: shop.pid, postgres: shop.postgres }),
      () => load({ ...theirs, script }, { node: bare.pid, postgres: shop.postgres }),
    );
    return { title, rows: comparisonRows(comparison, { throughput: "0.6 or more" }) };
  } finally {
    await bare.stop();
    await sql.end();
  }
}

interface Addressed {
  url: string;
  headers: Record<string, string>;
}

/** The shop hears a moment later of what has just been made. An inserted row has a number and a time of its own. */
async function sameAnswer(ours: Addressed, theirs: Addressed, body: string | undefined): Promise<void> {
  const ask = async ({ url, headers }: Addressed) => {
    const response = await fetch(url, { headers, method: body === undefined ? "GET" : "POST", body });
    const text = await response.text();
    return { ok: response.ok, text: text.replace(/"(id":\d+|made_at":"[^"]*")/g, "") };
  };
  let answer = await ask(ours);
  for (let tries = 0; !answer.ok && tries < 50; tries++) {
    await sleep(100);
    answer = await ask(ours);
  }
  const same = JSON.stringify(JSON.parse(answer.text.replace(/\{,+/g, "{").replace(/,+\}/g, "}")));
  const other = (await ask(theirs)).text.replace(/\{,+/g, "{").replace(/,+\}/g, "}");
  if (same !== JSON.stringify(JSON.parse(other))) throw new Error(`The answers differ: ${same} and ${other}`);
}

async function postScript(directory: string, body: string): Promise<string> {
  const script = join(directory, "post.lua");
  await writeFile(script, `wrk.method = "POST"\nwrk.body = [====[${body}]====]\n`);
  return script;
}
