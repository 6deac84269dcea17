/**
 * A thousand customers with a socket each, told of 20 changes a second: how long a change takes from the statement that
 * makes it to the clients. Every customer has a token of their own, so that the policies are asked for each of them
 * anew. First each listens to their own orders and every tenth to the reviews, which all may read; then all listen to
 * the reviews: the most that a change can ask. The clients run in this process, whose own time counts with it.
 */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "ws";
import type { Sql } from "../../backend/core/database.ts";
import { loadKeys } from "../../backend/core/keys.ts";
import { createTokens } from "../../backend/core/tokens.ts";
import { cpuBetween, processTree, readCpu, residentMegabytes } from "../support/cpu.ts";
import type { RunningShop } from "../support/processes.ts";
import { type Figure, number, spread } from "../support/report.ts";
import { repeat, spreadOf } from "../support/rounds.ts";
import { openDatabaseIn } from "../support/shop-database.ts";

const SOCKETS = 1_000;
/** Of the sockets, one of so many listens to the reviews from the beginning. */
const SHARE = 10;
const CHANGES_PER_SECOND = 20;
const SECONDS = 5;
/** One after another: seldom does the same row change twice within a second. */
const REVIEWS_CHANGED = 100;
const PATIENCE_MS = 30_000;
/** For the process to come to rest. */
const REST_MS = 2000;

const REVIEWS = { event: "UPDATE", schema: "public", table: "product_reviews" };

interface Customer {
  id: string;
  order: string;
  token: string;
}

interface Client {
  customer: Customer;
  socket: WebSocket;
}

interface Change {
  startedAt: number;
  kind: "order" | "review";
  arrivals: number[];
}

/** By the number that the change wrote. */
type Changes = Map<number, Change>;

interface Round {
  order: number[];
  review: number[];
  /** Cores that the server's processes keep busy. */
  node: number;
  postgres: number;
}

export async function realtimeSockets(shop: RunningShop, rounds: number): Promise<Figure> {
  const sql = openDatabaseIn(shop.dataDir);
  const changes: Changes = new Map();
  const clients: Client[] = [];
  try {
    const customers = await createCustomers(shop, sql);
    await sleep(REST_MS);
    const before = residentMegabytes(shop.pid);
    for (const customer of customers) clients.push({ customer, socket: await open(shop, changes) });
    for (const [n, client] of clients.entries()) {
      const filter = `user_id=eq.${client.customer.id}`;
      await listen(client, "own", { event: "UPDATE", schema: "public", table: "orders", filter });
      if (n % SHARE === 0) await listen(client, "reviews", REVIEWS);
    }
    const opened = residentMegabytes(shop.pid);
    const measure = (kinds: Change["kind"][], readers: number) =>
      repeat(rounds, () => measureRound(shop, sql, { customers, changes, kinds, readers }));
    const usual = await measure(["order", "review"], SOCKETS / SHARE);
    for (const [n, client] of clients.entries()) {
      if (n % SHARE !== 0) await listen(client, "reviews", REVIEWS);
    }
    const most = await measure(["review"], SOCKETS);
    const row = (figure: string, results: Round[], of: (round: Round) => number, unit = "") => ({
      figure,
      value: spread(spreadOf(results.map(of)), unit),
    });
    const all = `all ${number(SOCKETS)} listen to the reviews`;
    return {
      title: `${number(SOCKETS)} customers at open sockets, ${CHANGES_PER_SECOND} changes a second`,
      rows: [
        row("an order to its customer, median", usual, ({ order }) => share(order, 0.5), " ms"),
        row("an order to its customer, 99th percentile", usual, ({ order }) => share(order, 0.99), " ms"),
        row("a review to 100 customers, 99th percentile", usual, ({ review }) => share(review, 0.99), " ms"),
        row("cores busy in Node", usual, ({ node }) => node),
        row("cores busy in Postgres", usual, ({ postgres }) => postgres),
        row(`${all}: median`, most, ({ review }) => share(review, 0.5), " ms"),
        row(`${all}: 99th percentile`, most, ({ review }) => share(review, 0.99), " ms"),
        row(`${all}: cores busy in Node`, most, ({ node }) => node),
        row(`${all}: cores busy in Postgres`, most, ({ postgres }) => postgres),
        {
          figure: "memory of a socket with its channel",
          value: `${number(((opened - before) * 1024) / SOCKETS)} kB`,
        },
      ],
    };
  } finally {
    for (const { socket } of clients) socket.terminate();
    await sql.end();
  }
}

interface Scene {
  customers: Customer[];
  changes: Changes;
  /** In turn. */
  kinds: Change["kind"][];
  /** Sockets that listen to the reviews. */
  readers: number;
}

let count = 0;

async function measureRound(
  shop: RunningShop,
  sql: Sql,
  { customers, changes, kinds, readers }: Scene,
): Promise<Round> {
  const cpu = [readCpu([shop.pid]), readCpu(processTree(shop.postgres))] as const;
  const begin = performance.now();
  changes.clear();
  let expected = 0;
  for (let n = 0; n < SECONDS * CHANGES_PER_SECOND; n++) {
    await sleep(Math.max(0, begin + (n * 1000) / CHANGES_PER_SECOND - performance.now()));
    const kind = kinds[n % kinds.length] ?? "order";
    count += 1;
    expected += kind === "order" ? 1 : readers;
    changes.set(count, { startedAt: performance.now(), kind, arrivals: [] });
    if (kind === "order") {
      const order = customers[(count * 7) % customers.length]?.order ?? "";
      await sql`update public.orders set notes = ${`change ${count}`} where id = ${order}`;
    } else {
      await sql`
        update public.product_reviews set helpful_count = ${count}
        where id = (
          select id from public.product_reviews where is_published order by id offset ${count % REVIEWS_CHANGED} limit 1
        )`;
    }
  }
  await allArrived(changes, expected);
  const seconds = (performance.now() - begin) / 1000;
  const times = (kind: Change["kind"]) =>
    [...changes.values()]
      .filter((change) => change.kind === kind)
      .flatMap(({ startedAt, arrivals }) => arrivals.map((time) => time - startedAt))
      .toSorted((a, b) => a - b);
  return {
    order: times("order"),
    review: times("review"),
    node: cpuBetween(cpu[0], readCpu([shop.pid])) / 1000 / seconds,
    postgres: cpuBetween(cpu[1], readCpu(processTree(shop.postgres))) / 1000 / seconds,
  };
}

/** With an order each. The shop's own way would take a minute, and is not what is measured. */
async function createCustomers(shop: RunningShop, sql: Sql): Promise<Customer[]> {
  const tokens = await createTokens(await loadKeys(shop.dataDir));
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const customers = await Promise.all(
    Array.from({ length: SOCKETS }, async () => {
      const [id, order] = [randomUUID(), randomUUID()];
      const token = await tokens.sign({ sub: id, role: "authenticated", aud: "authenticated", exp });
      return { id, order, token };
    }),
  );
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    const rows = JSON.stringify(customers);
    await tx`
      insert into auth.users (id, aud, role, email)
      select id, 'authenticated', 'authenticated', id || '@exemple.bf'
      from jsonb_to_recordset(${rows}::text::jsonb) as c (id uuid)`;
    await tx`
      insert into public.orders (id, number, user_id, customer_name, customer_phone, total_amount, items_count,
        shipping_address, payment_info)
      select "order", 'bench ' || id, id, 'Awa', '70000000', 1000, 1, '{}', '{}'
      from jsonb_to_recordset(${rows}::text::jsonb) as c (id uuid, "order" uuid)`;
  });
  return customers;
}

async function open({ url, anonKey }: RunningShop, changes: Changes): Promise<WebSocket> {
  const address = `${url.replace("http", "ws")}/realtime/v1/websocket?apikey=${anonKey}&vsn=2.0.0`;
  const socket = new WebSocket(address, { perMessageDeflate: false });
  await once(socket, "open");
  socket.on("message", (data: Buffer) => {
    const written = /"helpful_count":(\d+)|"notes":"change (\d+)"/.exec(data.toString("latin1"));
    if (written) changes.get(Number(written[1] ?? written[2]))?.arrivals.push(performance.now());
  });
  return socket;
}

/** Joins a channel. Resolves when the changes are watched. */
async function listen({ socket, customer }: Client, name: string, change: object): Promise<void> {
  const payload = { config: { postgres_changes: [change] }, access_token: customer.token };
  const watched = new Promise<void>((resolve) => {
    socket.on("message", function heard(data: Buffer) {
      if (!data.includes('"Subscribed to PostgreSQL"')) return;
      socket.off("message", heard);
      resolve();
    });
  });
  socket.send(JSON.stringify([name, name, `realtime:${name}`, "phx_join", payload]));
  await watched;
}

/** Throws when a change has not reached everyone: a figure without it would be a lie. */
async function allArrived(changes: Changes, expected: number): Promise<void> {
  const missing = () =>
    expected - [...changes.values()].reduce((sum, { arrivals }) => sum + arrivals.length, 0);
  for (let waited = 0; missing() > 0; waited += 50) {
    if (waited > PATIENCE_MS) throw new Error(`${missing()} messages did not arrive.`);
    await sleep(50);
  }
}

function share(sorted: number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
