/** The environment of a subscription: several instances, restarts, lost connections, missing rights. */

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { defaultSettings } from "#backend/realtime/config.ts";
import { createStrictLimits } from "#tests/support/limits.ts";
import { connectRawClient, getUpgradeError } from "./raw-client.ts";
import {
  type ChangesListener,
  eventually,
  listenToChanges,
  startRealtime,
  subscribeToChanges,
  type TestRealtime,
} from "./realtime-fixture.ts";

let realtime: TestRealtime;

beforeAll(async () => {
  realtime = await startRealtime();
  await realtime.owner.unsafe(`
    create table public.notes (id int primary key, title text);
    alter publication supabase_realtime add table public.notes;
  `);
});
beforeEach(() => realtime.owner`truncate public.notes`);
afterEach(() => realtime.disconnectClients());
afterAll(() => realtime.close());

const { changes } = defaultSettings;
const NOTES_FILTER = { table: "notes" };
const getIds = ({ events }: ChangesListener) => events.map((change) => change.new.id);
const countSubscriptions = ({ system }: ChangesListener) =>
  system.filter(({ status }) => status === "ok").length;

/** The backends of the active replication slots of this database. */
async function listStreamPids(): Promise<number[]> {
  const rows = await realtime.admin<{ pid: number }[]>`
    select active_pid as pid from pg_replication_slots where database = current_database() and active`;
  return rows.map(({ pid }) => pid);
}

test("two instances deliver the same changes, and each continues without the other", async () => {
  const { client, owner, startInstance } = realtime;
  const other = await startInstance();
  const here = await listenToChanges(client(), NOTES_FILTER);
  const there = await listenToChanges(client(undefined, { port: other.port }), NOTES_FILTER);
  await owner`insert into public.notes select generate_series(1, 20)`;
  await eventually(() => expect([getIds(here).length, getIds(there).length]).toEqual([20, 20]));
  expect(getIds(here)).toEqual(getIds(there));
  await other.stop();
  await owner`insert into public.notes values (21)`;
  await eventually(() => expect(getIds(here).at(-1)).toBe(21));
});

test("clients reconnect after a restart", async () => {
  const { client, owner, startInstance } = realtime;
  const first = await startInstance();
  const listener = await listenToChanges(client(undefined, { port: first.port }), NOTES_FILTER);
  await first.stop();
  await eventually(() => expect(listener.statuses).toContain("CHANNEL_ERROR"));
  await startInstance(first.port);
  await eventually(() => expect(countSubscriptions(listener)).toBe(2));
  await owner`insert into public.notes values (1)`;
  await eventually(() => expect(getIds(listener)).toEqual([1]));
});

test("when the stream is lost, subscriptions are renewed and miss no later change", async () => {
  const { client, owner, admin } = realtime;
  const listener = await listenToChanges(client(), NOTES_FILTER);
  for (const pid of await listStreamPids()) await admin`select pg_terminate_backend(${pid})`;
  await eventually(() => expect(listener.statuses).toContain("CHANNEL_ERROR"));
  await eventually(() => expect(countSubscriptions(listener)).toBe(2));
  await owner`insert into public.notes values (2)`;
  await eventually(() => expect(getIds(listener)).toContain(2));
});

test("the stream is open only while there are subscribers", async () => {
  const { startStandalone, client, owner } = realtime;
  const before = (await listStreamPids()).length;
  const { port } = await startStandalone({ config: { changes: { ...changes, idleCloseMs: 50 } } });
  const listening = client(undefined, { port });
  const listener = await listenToChanges(listening, NOTES_FILTER);
  expect(await listStreamPids()).toHaveLength(before + 1);
  await listener.channel.unsubscribe();
  await expect.poll(async () => (await listStreamPids()).length).toBe(before);
  const again = await listenToChanges(listening, NOTES_FILTER);
  await owner`insert into public.notes values (3)`;
  await eventually(() => expect(getIds(again)).toEqual([3]));
});

test("without the right to replicate the subscription reports an error, and the rest works", async () => {
  const { startStandalone, client, keys } = realtime;
  const { port } = await startStandalone({ user: "authenticator" });
  const listener = await subscribeToChanges(client(undefined, { port }), NOTES_FILTER);
  await eventually(() => expect(listener.system).toHaveLength(1));
  expect(listener.system[0]).toMatchObject({
    status: "error",
    message: "Changes cannot be read: the role that DATABASE_URL names may not replicate",
  });
  expect(listener.statuses).toEqual(["SUBSCRIBED"]);
  const raw = await connectRawClient(port, keys.anonKey);
  expect((await raw.request("phoenix", "heartbeat")).payload.status).toBe("ok");
  raw.ws.terminate();
});

test("a client that does not read is disconnected, and the others receive everything", async () => {
  const { client, owner, keys, port } = realtime;
  const slow = await connectRawClient(port, keys.anonKey);
  await slow.request("realtime:slow", "phx_join", {
    config: { postgres_changes: [{ event: "*", schema: "public", table: "notes" }] },
  });
  const quick = await listenToChanges(client(), NOTES_FILTER);
  slow.ws.pause();
  for (let id = 1; id <= 40; id++) {
    await owner`insert into public.notes values (${id}, ${"x".repeat(900_000)})`;
  }
  await eventually(() => expect(getIds(quick)).toHaveLength(40));
  slow.ws.resume();
  expect(await slow.closed).toBe(1006);
  expect(slow.received.filter(({ event }) => event === "postgres_changes").length).toBeLessThan(40);
});

test("more changes than the buffer holds are all delivered, in order", async () => {
  const { startStandalone, client, owner } = realtime;
  const { port } = await startStandalone({
    config: { changes: { ...changes, batchSize: 7, maxPending: 10 } },
  });
  const listener = await listenToChanges(client(undefined, { port }), NOTES_FILTER);
  await owner`insert into public.notes select generate_series(1, 300), repeat('x', 200)`;
  await eventually(() => expect(getIds(listener)).toHaveLength(300));
  expect(getIds(listener)).toEqual(Array.from({ length: 300 }, (_, n) => n + 1));
});

test("a socket beyond the limit of an IP address is rejected, until one is closed", async () => {
  const { startStandalone, keys } = realtime;
  const { port } = await startStandalone({ limits: createStrictLimits({ sockets: 2 }) });
  const address = `ws://127.0.0.1:${port}/realtime/v1/websocket?apikey=${keys.anonKey}`;
  const [first, second] = [
    await connectRawClient(port, keys.anonKey),
    await connectRawClient(port, keys.anonKey),
  ];
  expect(await getUpgradeError(address)).toEqual({ status: 429, body: { error: "Too many connections" } });
  first.ws.close();
  await first.closed;
  const third = await connectRawClient(port, keys.anonKey);
  for (const { ws } of [second, third]) ws.terminate();
});

test("an IP address that opens too many sockets is rejected for a while", async () => {
  const { startStandalone, keys } = realtime;
  const { port } = await startStandalone({ limits: createStrictLimits({ socket_open: 1 }) });
  const client = await connectRawClient(port, keys.anonKey);
  const address = `ws://127.0.0.1:${port}/realtime/v1/websocket?apikey=${keys.anonKey}`;
  expect((await getUpgradeError(address)).status).toBe(429);
  client.ws.terminate();
});

test("an inactive client is disconnected, an active one stays", async () => {
  const { startStandalone, keys } = realtime;
  const { port } = await startStandalone({ config: { idleTimeoutMs: 1_000, checkIntervalMs: 20 } });
  const [silent, alive] = [
    await connectRawClient(port, keys.anonKey),
    await connectRawClient(port, keys.anonKey),
  ];
  const beat = setInterval(() => alive.ws.send('[null,null,"phoenix","heartbeat",{}]'), 50);
  expect(await silent.closed).toBe(1006);
  expect((await alive.request("phoenix", "heartbeat")).payload.status).toBe("ok");
  clearInterval(beat);
  alive.ws.terminate();
});
