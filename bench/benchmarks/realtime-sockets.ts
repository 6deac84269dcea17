/**
 * A thousand customers with a socket each, and 20 changes a second: the time from the statement of a change
 * until it reaches the clients. Every customer has their own token, so that the policies are checked for each
 * of them. First each listens to their own orders and every tenth to the reviews, which all may read; then
 * all listen to the reviews: the worst case of a change. The clients run in this process, so its own time is
 * included.
 */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "ws";
import type { Sql } from "#backend/core/database/database.ts";
import { loadKeys } from "#backend/core/gateway/keys.ts";
import { createTokens } from "#backend/core/gateway/tokens.ts";
import { cpuMilliseconds, listProcessTree, readCpu, readResidentMegabytes } from "#bench/support/cpu.ts";
import { type BenchmarkResult, formatNumber, formatSpread } from "#bench/support/report.ts";
import { repeat, toSpread } from "#bench/support/rounds.ts";
import type { RunningShop } from "#bench/support/shop-and-baselines.ts";
import { openShopDatabase } from "#harness/shop-database.ts";
import { toVisitorAddress } from "#harness/visitor-address.ts";

const SOCKETS = 1_000;
/** One of so many sockets listens to the reviews from the beginning. */
const REVIEW_LISTENER_RATIO = 10;
const CHANGES_PER_SECOND = 20;
const SECONDS = 5;
/** Changed in turn, so that a row rarely changes twice within a second. */
const REVIEWS_CHANGED = 100;
const ARRIVAL_TIMEOUT_MS = 30_000;
/** The wait until the process is idle. */
const SETTLE_MS = 2000;

const REVIEWS_BINDING = { event: "UPDATE", schema: "public", table: "product_reviews" };

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

/** The changes, by the number that each has written. */
type Changes = Map<number, Change>;

interface Round {
  order: number[];
  review: number[];
  /** Cores that the server's processes use. */
  node: number;
  postgres: number;
}

export async function benchmarkRealtimeSockets(shop: RunningShop, rounds: number): Promise<BenchmarkResult> {
  const sql = openShopDatabase(shop.dataDir);
  const changes: Changes = new Map();
  const clients: Client[] = [];
  try {
    const customers = await createCustomers(shop, sql);
    await sleep(SETTLE_MS);
    const before = readResidentMegabytes(shop.pid);
    for (const [n, customer] of customers.entries())
      clients.push({ customer, socket: await openSocket(shop, toVisitorAddress(n), changes) });
    for (const [n, client] of clients.entries()) {
      const filter = `user_id=eq.${client.customer.id}`;
      await joinChannel(client, "own", { event: "UPDATE", schema: "public", table: "orders", filter });
      if (n % REVIEW_LISTENER_RATIO === 0) await joinChannel(client, "reviews", REVIEWS_BINDING);
    }
    const opened = readResidentMegabytes(shop.pid);
    const measure = (kinds: Change["kind"][], reviewListeners: number) =>
      repeat(rounds, () => measureRound(shop, sql, { customers, changes, kinds, reviewListeners }));
    const usual = await measure(["order", "review"], SOCKETS / REVIEW_LISTENER_RATIO);
    for (const [n, client] of clients.entries()) {
      if (n % REVIEW_LISTENER_RATIO !== 0) await joinChannel(client, "reviews", REVIEWS_BINDING);
    }
    const worst = await measure(["review"], SOCKETS);
    const row = (metric: string, results: Round[], of: (round: Round) => number, unit = "") => ({
      metric,
      value: formatSpread(toSpread(results.map(of)), unit),
    });
    const all = `all ${formatNumber(SOCKETS)} listen to the reviews`;
    return {
      title: `${formatNumber(SOCKETS)} customers at open sockets, ${CHANGES_PER_SECOND} changes a second`,
      rows: [
        row("an order to its customer, median", usual, ({ order }) => percentile(order, 0.5), " ms"),
        row(
          "an order to its customer, 99th percentile",
          usual,
          ({ order }) => percentile(order, 0.99),
          " ms",
        ),
        row(
          "a review to 100 customers, 99th percentile",
          usual,
          ({ review }) => percentile(review, 0.99),
          " ms",
        ),
        row("cores busy in Node", usual, ({ node }) => node),
        row("cores busy in Postgres", usual, ({ postgres }) => postgres),
        row(`${all}: median`, worst, ({ review }) => percentile(review, 0.5), " ms"),
        row(`${all}: 99th percentile`, worst, ({ review }) => percentile(review, 0.99), " ms"),
        row(`${all}: cores busy in Node`, worst, ({ node }) => node),
        row(`${all}: cores busy in Postgres`, worst, ({ postgres }) => postgres),
        {
          metric: "memory of a socket with its channel",
          value: `${formatNumber(((opened - before) * 1024) / SOCKETS)} kB`,
        },
      ],
    };
  } finally {
    for (const { socket } of clients) socket.terminate();
    await sql.end();
  }
}

interface RoundOptions {
  customers: Customer[];
  changes: Changes;
  /** The kinds of changes, made in turn. */
  kinds: Change["kind"][];
  /** The number of sockets that listen to the reviews. */
  reviewListeners: number;
}

let changeCount = 0;

async function measureRound(
  shop: RunningShop,
  sql: Sql,
  { customers, changes, kinds, reviewListeners }: RoundOptions,
): Promise<Round> {
  const cpu = [readCpu([shop.pid]), readCpu(listProcessTree(shop.postgres))] as const;
  const begin = performance.now();
  changes.clear();
  let expected = 0;
  for (let n = 0; n < SECONDS * CHANGES_PER_SECOND; n++) {
    await sleep(Math.max(0, begin + (n * 1000) / CHANGES_PER_SECOND - performance.now()));
    const kind = kinds[n % kinds.length] ?? "order";
    changeCount += 1;
    expected += kind === "order" ? 1 : reviewListeners;
    changes.set(changeCount, { startedAt: performance.now(), kind, arrivals: [] });
    if (kind === "order") {
      const order = customers[(changeCount * 7) % customers.length]?.order ?? "";
      await sql`update public.orders set notes = ${`change ${changeCount}`} where id = ${order}`;
    } else {
      await sql`
        update public.product_reviews set helpful_count = ${changeCount}
        where id = (
          select id from public.product_reviews where is_published order by id offset ${changeCount % REVIEWS_CHANGED} limit 1
        )`;
    }
  }
  await waitForArrivals(changes, expected);
  const seconds = (performance.now() - begin) / 1000;
  const times = (kind: Change["kind"]) =>
    [...changes.values()]
      .filter((change) => change.kind === kind)
      .flatMap(({ startedAt, arrivals }) => arrivals.map((time) => time - startedAt))
      .toSorted((a, b) => a - b);
  return {
    order: times("order"),
    review: times("review"),
    node: cpuMilliseconds(cpu[0], readCpu([shop.pid])) / 1000 / seconds,
    postgres: cpuMilliseconds(cpu[1], readCpu(listProcessTree(shop.postgres))) / 1000 / seconds,
  };
}

/**
 * Creates customers with an order each, by SQL: the shop's API would take a minute, and is not measured here.
 */
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

async function openSocket(shop: RunningShop, address: string, changes: Changes): Promise<WebSocket> {
  const url = `${shop.url.replace("http", "ws")}/realtime/v1/websocket?apikey=${shop.anonKey}&vsn=2.0.0`;
  const socket = new WebSocket(url, { perMessageDeflate: false, headers: { "x-forwarded-for": address } });
  await once(socket, "open");
  socket.on("message", (data: Buffer) => {
    const written = /"helpful_count":(?<count>\d+)|"notes":"change (?<change>\d+)"/.exec(
      data.toString("latin1"),
    );
    if (written)
      changes.get(Number(written.groups?.count ?? written.groups?.change))?.arrivals.push(performance.now());
  });
  return socket;
}

/** Joins a channel. Resolves when the subscription to changes is ready, and rejects when it is refused. */
async function joinChannel({ socket, customer }: Client, name: string, change: object): Promise<void> {
  const payload = { config: { postgres_changes: [change] }, access_token: customer.token };
  const watched = new Promise<void>((resolve, reject) => {
    socket.on("message", function onReply(data: Buffer) {
      const isReady = data.includes('"Subscribed to PostgreSQL"');
      if (!isReady && !data.includes('"status":"error"')) return;
      socket.off("message", onReply);
      if (isReady) resolve();
      else reject(new Error(`The channel was refused: ${data.toString()}`));
    });
    socket.once("close", () => reject(new Error("The socket was closed")));
  });
  socket.send(JSON.stringify([name, name, `realtime:${name}`, "phx_join", payload]));
  await watched;
}

/** Throws when a change has not reached every client: the results would be wrong. */
async function waitForArrivals(changes: Changes, expected: number): Promise<void> {
  const missing = () =>
    expected - [...changes.values()].reduce((sum, { arrivals }) => sum + arrivals.length, 0);
  for (let waited = 0; missing() > 0; waited += 50) {
    if (waited > ARRIVAL_TIMEOUT_MS) throw new Error(`${missing()} messages did not arrive.`);
    await sleep(50);
  }
}

function percentile(sorted: number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
