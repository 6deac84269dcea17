/** A network with many sockets: how many it may open, and how many messages it may make of one by joining one topic. */
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Limits } from "#backend/core/limits/limits.ts";
import { connectRawClient, getUpgradeError } from "#tests/api/realtime/raw-client.ts";
import { eventually, startRealtime, type TestRealtime } from "#tests/api/realtime/realtime-fixture.ts";
import { createStrictLimits } from "#tests/support/limits.ts";

let realtime: TestRealtime;
beforeAll(async () => {
  realtime = await startRealtime();
  await realtime.owner.unsafe(`
    create table public.notes (id int primary key, title text);
    grant select on public.notes to anon;
    alter publication supabase_realtime add table public.notes`);
});
afterAll(() => realtime.close());

const JOIN = { config: { broadcast: { ack: true }, presence: { enabled: true } } };

test("the sockets of one network are counted together", async () => {
  const { startStandalone, keys } = realtime;
  const { port } = await startStandalone({ limits: createStrictLimits({ sockets: 2 }, "network") });
  const clients = [await connectRawClient(port, keys.anonKey), await connectRawClient(port, keys.anonKey)];
  const address = `ws://127.0.0.1:${port}/realtime/v1/websocket?apikey=${keys.anonKey}`;
  expect(await getUpgradeError(address)).toEqual({ status: 429, body: { error: "Too many connections" } });
  for (const { ws } of clients) ws.terminate();
});

test("pings and pongs count as messages do", async () => {
  const { startStandalone, keys } = realtime;
  const { port } = await startStandalone({ limits: createStrictLimits({ socket_message: 20 }, "socket") });
  for (const frame of ["ping", "pong"] as const) {
    const client = await connectRawClient(port, keys.anonKey);
    for (let sent = 0; sent < 10; sent++) client.ws[frame]();
    expect((await client.request("phoenix", "heartbeat")).payload.status).toBe("ok");
    for (let sent = 0; sent < 500; sent++) client.ws[frame]();
    client.ws.send(JSON.stringify([null, "last", "phoenix", "heartbeat", {}]));
    // Without a limit the heartbeat is answered.
    expect(await Promise.race([client.closed, once(client.ws, "message")])).toBe(1006);
  }
});

test("a message counts once for each of its receivers", async () => {
  const { startStandalone, keys } = realtime;
  const { port } = await startStandalone({ limits: createStrictLimits({ broadcast_receivers: 10 }) });
  const clients = await Promise.all(Array.from({ length: 4 }, () => connectRawClient(port, keys.anonKey)));
  const topic = "realtime:foule";
  const joins = [];
  for (const client of clients) joins.push(await client.request(topic, "phx_join", JOIN));
  const [sender] = clients;
  const [join] = joins;
  const send = () =>
    sender?.request(topic, "broadcast", { type: "broadcast", event: "x", payload: {} }, join?.ref);
  const statuses = [await send(), await send(), await send()].map((reply) => reply?.payload.status);
  expect(statuses).toEqual(["ok", "ok", "error"]);
  const presence = { event: "track", payload: { name: "Awa" } };
  expect((await sender?.request(topic, "presence", presence, join?.ref))?.payload.status).toBe("error");
  const http = (count: number) =>
    fetch(`http://127.0.0.1:${port}/realtime/v1/api/broadcast`, {
      method: "POST",
      headers: { apikey: keys.anonKey, "content-type": "application/json" },
      body: JSON.stringify({
        messages: Array.from({ length: count }, () => ({ topic: "foule", event: "x", payload: {} })),
      }),
    });
  expect((await http(1)).status).toBe(429);
  for (const { ws } of clients) ws.terminate();
});

test("subscriptions and their conditions count together for an address, until they end", async () => {
  const { startStandalone, keys } = realtime;
  const { port } = await startStandalone({ limits: createStrictLimits({ subscriptions: 20 }) });
  const clients = [await connectRawClient(port, keys.anonKey), await connectRawClient(port, keys.anonKey)];
  const [first, second] = clients;
  let topics = 0;
  const subscribe = async (client: typeof first, filters: string[]) => {
    const changes = filters.map((filter) => ({ event: "*", schema: "public", table: "notes", filter }));
    const topic = `realtime:liste-${++topics}`;
    await client?.request(topic, "phx_join", { config: { postgres_changes: changes } });
    const reports = () =>
      client?.received.filter((message) => message.topic === topic && message.event === "system");
    await eventually(() => expect(reports()).toHaveLength(1));
    return reports()?.[0]?.payload.message;
  };
  expect(await subscribe(first, ["id=eq.1,id=neq.2", "title=match.a"])).toBe("Subscribed to PostgreSQL");
  expect(await subscribe(second, ["title=match.b"])).toBe("Too many subscriptions");
  expect(await subscribe(second, ["id=in.(1,2,3)", ""])).toBe("Subscribed to PostgreSQL");
  first?.ws.terminate();
  await eventually(async () =>
    expect(await subscribe(second, ["title=match.b"])).toBe("Subscribed to PostgreSQL"),
  );
  for (const { ws } of clients) ws.terminate();
});

test("a large message counts several times for each receiver", async () => {
  const { startStandalone, keys } = realtime;
  const { port } = await startStandalone({ limits: createStrictLimits({ broadcast_receivers: 10 }) });
  const client = await connectRawClient(port, keys.anonKey);
  const { ref } = await client.request("realtime:lourd", "phx_join", JOIN);
  const send = async (length: number) => {
    const payload = { type: "broadcast", event: "x", payload: { text: "x".repeat(length) } };
    return (await client.request("realtime:lourd", "broadcast", payload, ref)).payload.status;
  };
  // Each counts five of the ten.
  expect([await send(4 * 1_024), await send(4 * 1_024), await send(10)]).toEqual(["ok", "ok", "error"]);
  client.ws.terminate();
});

test("clients of one address that read nothing do not fill the memory together", async () => {
  const { startStandalone, keys } = realtime;
  const { port } = await startStandalone({
    config: { maxBufferedBytes: 1e9, idleTimeoutMs: 1e9 },
    limits: new Limits({
      "unread_socket_bytes/everyone/address": { maximum: 2_000_000, periodSeconds: null },
      "broadcast_receivers/everyone/address": { maximum: null, periodSeconds: null },
      "broadcast_bytes/everyone/address": { maximum: null, periodSeconds: null },
      "broadcast_bytes/everyone/network": { maximum: null, periodSeconds: null },
      "socket_message/everyone/socket": { maximum: null, periodSeconds: null },
    }),
  });
  const clients = await Promise.all(Array.from({ length: 3 }, () => connectRawClient(port, keys.anonKey)));
  const joins = [];
  for (const client of clients) joins.push(await client.request("realtime:lent", "phx_join", JOIN));
  const [sender, ...slow] = clients;
  for (const { ws } of slow) ws.pause();
  const payload = { type: "broadcast", event: "x", payload: { text: "x".repeat(1_000_000) } };
  for (let sent = 0; sent < 24; sent++)
    await sender?.request("realtime:lent", "broadcast", payload, joins[0]?.ref);
  for (const { ws } of slow) ws.resume();
  expect(await Promise.all(slow.map(({ closed }) => closed))).toEqual([1006, 1006]);
  expect((await sender?.request("phoenix", "heartbeat"))?.payload.status).toBe("ok");
  sender?.ws.terminate();
});

test("the sockets of a client that sends too much are read more slowly, and lose nothing", async () => {
  const { startStandalone, keys } = realtime;
  const limits = new Limits({ "socket_message/everyone/address": { maximum: 20, periodSeconds: 2 } });
  const { port } = await startStandalone({ limits });
  const client = await connectRawClient(port, keys.anonKey);
  const started = performance.now();
  for (let sent = 0; sent < 30; sent++)
    expect((await client.request("phoenix", "heartbeat")).payload.status).toBe("ok");
  expect(performance.now() - started).toBeGreaterThan(900);
  client.ws.terminate();
});

test("what a socket sends at once is handled in turns with the messages of others", async () => {
  const { startStandalone, keys } = realtime;
  const { port } = await startStandalone({});
  const [busy, other] = [
    await connectRawClient(port, keys.anonKey),
    await connectRawClient(port, keys.anonKey),
  ];
  const count = 200;
  const batch = Promise.all(Array.from({ length: count }, () => busy.request("phoenix", "heartbeat")));
  const answeredBefore = await new Promise<number>((resolve) => {
    other.ws.once("message", () => resolve(busy.received.length));
    void other.request("phoenix", "heartbeat");
  });
  expect(answeredBefore).toBeLessThan(count / 2);
  await batch;
  for (const { ws } of [busy, other]) ws.terminate();
});

test("what one client sends through the database has a size, over sockets and by requests", async () => {
  const { startStandalone, keys } = realtime;
  const { port } = await startStandalone({ limits: createStrictLimits({ broadcast_bytes: 100_000 }) });
  const clients = [await connectRawClient(port, keys.anonKey), await connectRawClient(port, keys.anonKey)];
  const topics = ["realtime:seul-1", "realtime:seul-2"];
  const statuses = [];
  for (const [index, client] of clients.entries()) {
    const topic = topics[index] ?? "";
    const { ref } = await client.request(topic, "phx_join", JOIN);
    const payload = { type: "broadcast", event: "x", payload: { text: "x".repeat(60_000) } };
    statuses.push((await client.request(topic, "broadcast", payload, ref)).payload.status);
  }
  expect(statuses).toEqual(["ok", "error"]);
  const { status } = await fetch(`http://127.0.0.1:${port}/realtime/v1/api/broadcast/seul-3/events/x`, {
    method: "POST",
    headers: { apikey: keys.anonKey },
    body: JSON.stringify({ text: "x".repeat(60_000) }),
  });
  expect(status).toBe(429);
  for (const { ws } of clients) ws.terminate();
});

test("messages that do not end do not fill the memory together", async () => {
  const { startStandalone, keys } = realtime;
  const limits = createStrictLimits({ unfinished_request_bytes: 1_000_000 });
  const { port } = await startStandalone({ limits });
  const clients = await Promise.all(Array.from({ length: 5 }, () => connectRawClient(port, keys.anonKey)));
  for (const { ws } of clients) ws.send("x".repeat(300_000), { fin: false });
  // Their parts arrive in any order: three of the five are within the limit at most.
  const countOpen = () => clients.filter(({ ws }) => ws.readyState === ws.OPEN).length;
  await eventually(() => expect(countOpen()).toBeLessThanOrEqual(3));
  expect(countOpen()).toBeGreaterThan(0);
  for (const { ws } of clients) ws.terminate();
  const visitor = await connectRawClient(port, keys.anonKey);
  const payload = { text: "x".repeat(400_000) };
  for (let sent = 0; sent < 5; sent++)
    expect((await visitor.request("phoenix", "heartbeat", payload)).payload.status).toBe("ok");
  visitor.ws.terminate();
});

test("the channels that one client opens are counted together, over all of its sockets", async () => {
  const { startStandalone, keys } = realtime;
  const { port } = await startStandalone({ limits: createStrictLimits({ socket_join: 3 }) });
  const clients = await Promise.all(Array.from({ length: 4 }, () => connectRawClient(port, keys.anonKey)));
  const reasons = [];
  for (const client of clients) {
    const { payload } = await client.request("realtime:porte", "phx_join", JOIN);
    reasons.push(payload.response?.reason ?? payload.status);
  }
  expect(reasons).toEqual(["ok", "ok", "ok", "ClientJoinRateLimitReached: Too many joins per second"]);
  for (const { ws } of clients) ws.terminate();
});
