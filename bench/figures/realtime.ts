/**
 * A thousand open sockets that are told of 20 changes a second: how long a change takes from the statement that makes
 * it to the clients, and what a socket weighs. The clients run in this process, whose own time counts with it.
 */
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { WebSocket } from "ws";
import { cpuBetween, processTree, readCpu, residentMegabytes } from "../support/cpu.ts";
import type { RunningShop } from "../support/processes.ts";
import { type Figure, number, spread } from "../support/report.ts";
import { repeat, spreadOf } from "../support/rounds.ts";

const SOCKETS = 1_000;
const CHANGES_PER_SECOND = 20;
const SECONDS = 10;
const PATIENCE_MS = 30_000;

const JOIN = {
  config: { postgres_changes: [{ event: "UPDATE", schema: "public", table: "product_reviews" }] },
};

interface Round {
  p50: number;
  p99: number;
  /** Cores that the server's processes keep busy. */
  node: number;
  postgres: number;
}

export async function realtimeSockets(shop: RunningShop, rounds: number): Promise<Figure> {
  const sql = postgres({
    host: join(shop.dataDir, "socket"),
    port: 5432,
    database: "postgres",
    username: "supabase_admin",
    max: 1,
    onnotice: () => {},
  });
  const sockets: WebSocket[] = [];
  const arrivals = new Map<number, number[]>();
  try {
    const before = residentMegabytes(shop.pid);
    for (let n = 0; n < SOCKETS; n++) sockets.push(await open(shop, arrivals));
    const open1000 = residentMegabytes(shop.pid);
    let count = 0;
    const results = await repeat(rounds, async () => {
      const cpu = [readCpu([shop.pid]), readCpu(processTree(shop.postgres))] as const;
      const begin = performance.now();
      arrivals.clear();
      const startedAt = new Map<number, number>();
      for (let n = 0; n < SECONDS * CHANGES_PER_SECOND; n++) {
        await sleep(Math.max(0, begin + (n * 1000) / CHANGES_PER_SECOND - performance.now()));
        startedAt.set(++count, performance.now());
        await sql`
          update public.product_reviews set helpful_count = ${count}
          where id = (select id from public.product_reviews where is_published order by id limit 1)`;
      }
      await allArrived(arrivals, startedAt.size);
      const seconds = (performance.now() - begin) / 1000;
      const times = [...arrivals]
        .flatMap(([change, at]) => at.map((time) => time - (startedAt.get(change) ?? Number.NaN)))
        .toSorted((a, b) => a - b);
      const used = [
        cpuBetween(cpu[0], readCpu([shop.pid])),
        cpuBetween(cpu[1], readCpu(processTree(shop.postgres))),
      ];
      const [node = 0, postgres = 0] = used.map((ms) => ms / 1000 / seconds);
      return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), node, postgres };
    });
    const row = (figure: string, of: (round: Round) => number, unit = "") => ({
      figure,
      value: spread(spreadOf(results.map(of)), unit),
    });
    return {
      title: `${number(SOCKETS)} open realtime sockets, each told of ${CHANGES_PER_SECOND} changes a second`,
      rows: [
        row("from the change to a client, median", ({ p50 }) => p50, " ms"),
        row("from the change to a client, 99th percentile", ({ p99 }) => p99, " ms"),
        {
          figure: "memory of a socket with its channel",
          value: `${number(((open1000 - before) * 1024) / SOCKETS)} kB`,
        },
        row("cores busy in Node", ({ node }) => node),
        row("cores busy in Postgres", ({ postgres }) => postgres),
      ],
    };
  } finally {
    for (const socket of sockets) socket.terminate();
    await sql.end();
  }
}

/** Resolves when the changes are watched. */
async function open({ url, anonKey }: RunningShop, arrivals: Map<number, number[]>): Promise<WebSocket> {
  const address = `${url.replace("http", "ws")}/realtime/v1/websocket?apikey=${anonKey}&vsn=2.0.0`;
  const socket = new WebSocket(address, { perMessageDeflate: false });
  await once(socket, "open");
  socket.send(JSON.stringify(["1", "1", "realtime:bench", "phx_join", JOIN]));
  await new Promise<void>((resolve) => {
    socket.on("message", (data: Buffer) => {
      const text = data.toString("latin1");
      if (text.includes('"Subscribed to PostgreSQL"')) resolve();
      const change = /"helpful_count":(\d+)/.exec(text)?.[1];
      if (change === undefined) return;
      const key = Number(change);
      const times = arrivals.get(key) ?? [];
      times.push(performance.now());
      arrivals.set(key, times);
    });
  });
  return socket;
}

/** Throws when a change has not reached everyone: a figure without it would be a lie. */
async function allArrived(arrivals: Map<number, number[]>, changes: number): Promise<void> {
  const missing = () =>
    changes * SOCKETS - [...arrivals.values()].reduce((sum, { length }) => sum + length, 0);
  for (let waited = 0; missing() > 0; waited += 50) {
    if (waited > PATIENCE_MS) throw new Error(`${missing()} messages did not arrive.`);
    await sleep(50);
  }
}

function percentile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
