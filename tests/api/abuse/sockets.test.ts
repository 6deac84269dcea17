/** A network with many sockets: how many it may open, and how many messages it may make of one by joining one topic. */
import { afterAll, beforeAll, expect, test } from "vitest";
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
