/** What happens around a subscription: other copies of the backend, restarts, lost connections, missing rights. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { defaultSettings } from "../../../backend/realtime/config.ts";
import { connect, refusalOf } from "./raw-client.ts";
import { ask, eventually, type Listener, listenTo, startRealtime, type TestRealtime } from "./service.ts";

let realtime: TestRealtime;

beforeAll(async () => {
  realtime = await startRealtime();
  await realtime.owner.unsafe(`
    create table public.notes (id int primary key, title text);
    alter publication supabase_realtime add table public.notes;
  `);
});
beforeEach(() => realtime.owner`truncate public.notes`);
afterEach(() => realtime.leave());
afterAll(() => realtime.close());

const { changes } = defaultSettings;
const NOTES = { table: "notes" };
const ids = ({ told }: Listener) => told.map((change) => change.new.id);
const subscriptions = ({ system }: Listener) => system.filter(({ status }) => status === "ok").length;

/** The streams that are open on this database. */
async function streams(): Promise<number[]> {
  const rows = await realtime.admin<{ pid: number }[]>`
    select active_pid as pid from pg_replication_slots where database = current_database() and active`;
  return rows.map(({ pid }) => pid);
}

test("two copies tell the same, and each goes on without the other", async () => {
  const { client, owner, open } = realtime;
  const other = await open();
  const here = await listenTo(client(), NOTES);
  const there = await listenTo(client(undefined, { port: other.port }), NOTES);
  await owner`insert into public.notes select generate_series(1, 20)`;
  await eventually(() => expect([ids(here).length, ids(there).length]).toEqual([20, 20]));
  expect(ids(here)).toEqual(ids(there));
  await other.stop();
  await owner`insert into public.notes values (21)`;
  await eventually(() => expect(ids(here).at(-1)).toBe(21));
});

test("clients come back by themselves after a restart", async () => {
  const { client, owner, open } = realtime;
  const first = await open();
  const listener = await listenTo(client(undefined, { port: first.port }), NOTES);
  await first.stop();
  await eventually(() => expect(listener.statuses).toContain("CHANNEL_ERROR"));
  await open(first.port);
  await eventually(() => expect(subscriptions(listener)).toBe(2));
  await owner`insert into public.notes values (1)`;
  await eventually(() => expect(ids(listener)).toEqual([1]));
});

test("when the stream is lost, subscribers start afresh and miss nothing from then on", async () => {
  const { client, owner, admin } = realtime;
  const listener = await listenTo(client(), NOTES);
  for (const pid of await streams()) await admin`select pg_terminate_backend(${pid})`;
  await eventually(() => expect(listener.statuses).toContain("CHANNEL_ERROR"));
  await eventually(() => expect(subscriptions(listener)).toBe(2));
  await owner`insert into public.notes values (2)`;
  await eventually(() => expect(ids(listener)).toContain(2));
});

test("the stream is open while somebody listens, and no longer", async () => {
  const { openAlone, client, owner } = realtime;
  const before = (await streams()).length;
  const { port } = await openAlone({ config: { changes: { ...changes, lingerMs: 50 } } });
  const listening = client(undefined, { port });
  const listener = await listenTo(listening, NOTES);
  expect(await streams()).toHaveLength(before + 1);
  await listener.channel.unsubscribe();
  await expect.poll(async () => (await streams()).length).toBe(before);
  const again = await listenTo(listening, NOTES);
  await owner`insert into public.notes values (3)`;
  await eventually(() => expect(ids(again)).toEqual([3]));
});

test("a role that may not replicate: the subscription says so, the rest works", async () => {
  const { openAlone, client, keys } = realtime;
  const { port } = await openAlone({ user: "authenticator" });
  const listener = await ask(client(undefined, { port }), NOTES);
  await eventually(() => expect(listener.system).toHaveLength(1));
  expect(listener.system[0]).toMatchObject({
    status: "error",
    message: "Changes cannot be read: the role that DATABASE_URL names may not replicate",
  });
  expect(listener.statuses).toEqual(["SUBSCRIBED"]);
  const raw = await connect(port, keys.anonKey);
  expect((await raw.ask("phoenix", "heartbeat")).payload.status).toBe("ok");
  raw.ws.terminate();
});

test("whoever does not read is cut off, and others are told everything", async () => {
  const { client, owner, keys, port } = realtime;
  const slow = await connect(port, keys.anonKey);
  await slow.ask("realtime:slow", "phx_join", {
    config: { postgres_changes: [{ event: "*", schema: "public", table: "notes" }] },
  });
  const quick = await listenTo(client(), NOTES);
  slow.ws.pause();
  for (let id = 1; id <= 40; id++) {
    await owner`insert into public.notes values (${id}, ${"x".repeat(900_000)})`;
  }
  await eventually(() => expect(ids(quick)).toHaveLength(40));
  slow.ws.resume();
  expect(await slow.closed).toBe(1006);
  expect(slow.said.filter(({ event }) => event === "postgres_changes").length).toBeLessThan(40);
});

test("more changes than may wait are all told, in order", async () => {
  const { openAlone, client, owner } = realtime;
  const { port } = await openAlone({ config: { changes: { ...changes, batch: 7, waiting: 10 } } });
  const listener = await listenTo(client(undefined, { port }), NOTES);
  await owner`insert into public.notes select generate_series(1, 2000), repeat('x', 200)`;
  await eventually(() => expect(ids(listener)).toHaveLength(2000));
  expect(ids(listener)).toEqual(Array.from({ length: 2000 }, (_, n) => n + 1));
});

test("a socket more than an address may open is refused, until one is closed", async () => {
  const { openAlone, keys } = realtime;
  const { port } = await openAlone({ config: { socketsPerAddress: 2 } });
  const address = `ws://127.0.0.1:${port}/realtime/v1/websocket?apikey=${keys.anonKey}`;
  const [first, second] = [await connect(port, keys.anonKey), await connect(port, keys.anonKey)];
  expect(await refusalOf(address)).toEqual({ status: 429, body: { error: "Too many connections" } });
  first.ws.close();
  await first.closed;
  const third = await connect(port, keys.anonKey);
  for (const { ws } of [second, third]) ws.terminate();
});

test("an address that opens sockets without end is refused for a while", async () => {
  const { openAlone, keys } = realtime;
  const { port } = await openAlone({
    config: { addressLimits: { ...defaultSettings.addressLimits, connect: { burst: 1, perSecond: 0.001 } } },
  });
  const client = await connect(port, keys.anonKey);
  const address = `ws://127.0.0.1:${port}/realtime/v1/websocket?apikey=${keys.anonKey}`;
  expect((await refusalOf(address)).status).toBe(429);
  client.ws.terminate();
});

test("a client that has gone silent is dropped, one that says something stays", async () => {
  const { openAlone, keys } = realtime;
  const { port } = await openAlone({ config: { silenceMs: 1_000, sweepMs: 20 } });
  const [silent, alive] = [await connect(port, keys.anonKey), await connect(port, keys.anonKey)];
  const beat = setInterval(() => alive.ws.send('[null,null,"phoenix","heartbeat",{}]'), 50);
  expect(await silent.closed).toBe(1006);
  expect((await alive.ask("phoenix", "heartbeat")).payload.status).toBe("ok");
  clearInterval(beat);
  alive.ws.terminate();
});
