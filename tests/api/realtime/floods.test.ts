/** Rate limits: a client that sends too much, or does not read, must not affect the others. */

import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Limits } from "#backend/core/limits/limits.ts";
import { createStrictLimits, createUnlimited } from "#tests/support/limits.ts";
import { connectRawClient, type RawClient } from "./raw-client.ts";
import { eventually, startRealtime, type TestRealtime } from "./realtime-fixture.ts";

let realtime: TestRealtime;
/** Limits that do not refill while a test runs, however slow the machine is. */
let strictPort: number;
const open: RawClient[] = [];

beforeAll(async () => {
  realtime = await startRealtime();
  await realtime.owner.unsafe(`
    create policy "Members" on realtime.messages to authenticated
      using (realtime.topic() like 'club:%') with check (realtime.topic() like 'club:%');
  `);
  const limits = new Limits({
    "socket_message/everyone/socket": { maximum: 300, periodSeconds: 300_000 },
    "broadcast/everyone/address": { maximum: 1_000, periodSeconds: 1_000_000 },
  });
  strictPort = (await realtime.startStandalone({ limits })).port;
});
afterEach(async () => {
  await realtime.disconnectClients();
  for (const { ws } of open.splice(0)) ws.terminate();
});
afterAll(() => realtime.close());

async function openRawClient(port = realtime.port): Promise<RawClient> {
  const client = await connectRawClient(port, realtime.keys.anonKey);
  open.push(client);
  return client;
}

/**
 * A joined client, and the events that it received there. The servers of the tests share the database, and with it the
 * topics: what one test sends may still be on its way in the next, so each has its own topic.
 */
async function joinRawClient(topic: string, port?: number) {
  const client = await openRawClient(port);
  const { ref } = await client.request(`realtime:${topic}`, "phx_join", {});
  const send = (event: string, payload: object = {}) =>
    client.ws.send(JSON.stringify([ref, null, `realtime:${topic}`, "broadcast", { event, payload }]));
  const received = () =>
    client.received.flatMap(({ event, payload }) =>
      event === "broadcast" && "event" in payload ? [payload.event] : [],
    );
  return { client, send, received };
}

test("a client that broadcasts without limit is closed, and the channel goes on", async () => {
  const [flooder, sender, listener] = [
    await joinRawClient("flooded", strictPort),
    await joinRawClient("flooded", strictPort),
    await joinRawClient("flooded", strictPort),
  ];
  for (let n = 0; n < 1000; n++) flooder.send("flood");
  sender.send("word");
  expect(await flooder.client.closed).toBe(1008);
  await eventually(() => expect(listener.received()).toContain("word"));
  const floods = listener.received().filter((event) => event === "flood").length;
  expect(floods).toBeLessThan(1000);
});

test("large messages count as several", async () => {
  const flooder = await joinRawClient("large", strictPort);
  for (let n = 0; n < 10; n++) flooder.send("flood", { text: "x".repeat(2_900_000) });
  expect(await flooder.client.closed).toBe(1008);
});

test("a client that does not read is disconnected, and the others receive everything", async () => {
  const { port } = await realtime.startStandalone({ limits: createUnlimited() });
  const [slow, listener] = [await joinRawClient("slow", port), await joinRawClient("slow", port)];
  const senders = await Promise.all([1, 2, 3, 4].map(() => joinRawClient("slow", port)));
  slow.client.ws.pause();
  for (let n = 0; n < 40; n++) {
    senders[n % 4]?.send(`word ${n}`, { text: "x".repeat(600_000) });
    await eventually(() => expect(listener.received()).toHaveLength(n + 1));
  }
  slow.client.ws.resume();
  expect(await slow.client.closed).toBe(1006);
  expect(slow.received().length).toBeLessThan(40);
});

test("presence payloads and the presence of a channel are limited in size", async () => {
  const limits = new Limits({
    "broadcast_receivers/everyone/address": { maximum: null, periodSeconds: null },
  });
  const { port } = await realtime.startStandalone({ limits });
  const track = async (characters: number) => {
    const client = await openRawClient(port);
    const { ref } = await client.request("realtime:full", "phx_join", {});
    const call = { event: "track", payload: { text: "x".repeat(characters) } };
    return (await client.request("realtime:full", "presence", call, ref)).payload.status;
  };
  expect(await track(11_000)).toBe("error");
  const responses = await Promise.all(Array.from({ length: 102 }, () => track(9_900)));
  expect(responses.filter((response) => response === "ok")).toHaveLength(100);
  expect(await track(1)).toBe("ok");
});

test("each message in an HTTP request counts", async () => {
  const post = (messages: object[]) =>
    fetch(`http://127.0.0.1:${strictPort}/realtime/v1/api/broadcast`, {
      method: "POST",
      headers: { "content-type": "application/json", apikey: realtime.keys.anonKey },
      body: JSON.stringify({ messages }),
    });
  const listener = await joinRawClient("counted", strictPort);
  const message = { topic: "counted", event: "many", payload: {} };
  expect((await post(Array(1_001).fill(message))).status).toBe(422);
  expect((await post(Array(600).fill(message))).status).toBe(202);
  const rejected = await post(Array(900).fill(message));
  expect([rejected.status, await rejected.json()]).toEqual([429, { error: "Too many requests" }]);
  await eventually(() => expect(listener.received()).toHaveLength(600));
  // The socket has its own limit.
  const sender = await joinRawClient("counted", strictPort);
  sender.send("word");
  await eventually(() => expect(listener.received().at(-1)).toBe("word"));
});

test("HTTP rejects a broadcast that cannot be delivered", async () => {
  const post = async (path: string, body: string, token = realtime.keys.anonKey) => {
    const headers = { authorization: `Bearer ${token}` };
    const url = `http://127.0.0.1:${realtime.port}/realtime/v1/api/broadcast${path}`;
    const response = await fetch(url, { method: "POST", headers, body });
    return [response.status, await response.text()];
  };
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  expect(await post("/square/events/deep", deep)).toEqual([
    422,
    '{"errors":{"payload":["is no JSON, or nests too deep"]}}',
  ]);
  const [status] = await post("", `{"messages":[{"topic":"square","event":"x","payload":{"a":${deep}}}]}`);
  expect(status).toBe(422);
  const user = await realtime.createToken(randomUUID());
  expect(await post("/club%00/events/x?private=true", "{}", user)).toEqual([403, '{"error":"Unauthorized"}']);
});

test("the body of an HTTP broadcast is limited", async () => {
  const rejected = await fetch(
    `http://127.0.0.1:${realtime.port}/realtime/v1/api/broadcast/square/events/long`,
    {
      method: "POST",
      headers: { apikey: realtime.keys.anonKey },
      body: "1".repeat(3_000_001),
    },
  );
  expect([rejected.status, await rejected.json()]).toEqual([413, { error: "Payload Too Large" }]);
});

test("policy checks are limited per IP address; joined clients still receive", async () => {
  const { startStandalone, createToken } = realtime;
  const { port } = await startStandalone({ limits: createStrictLimits({ topic_check: 3 }) });
  const client = await openRawClient(port);
  const join = async (topic: string) =>
    client.request(`realtime:${topic}`, "phx_join", {
      config: { private: true },
      access_token: await createToken(randomUUID()),
    });
  for (let n = 0; n < 3; n++) expect((await join(`club:${n}`)).payload.status).toBe("ok");
  expect((await join("club:more")).payload.response?.reason).toBe(
    "ClientJoinRateLimitReached: Too many private channels per second",
  );
  const [sender, listener] = [await joinRawClient("checked", port), await joinRawClient("checked", port)];
  sender.send("word");
  await eventually(() => expect(listener.received()).toEqual(["word"]));
});

test("after a restart clients rejoin with presence, and with their current rights", async () => {
  const { client, createToken } = realtime;
  const first = await realtime.startInstance();
  const [awa, issa] = await Promise.all(
    ["awa", "issa"].map(async (key) => {
      const user = client(await createToken(randomUUID()), { port: first.port });
      await user.realtime.setAuth();
      const channel = user.channel("club:1", { config: { private: true, presence: { key } } });
      const received: string[] = [];
      const state = { channel, received, joins: 0 };
      channel
        .on("broadcast", { event: "*" }, ({ event }) => received.push(event))
        .on("presence", { event: "sync" }, () => {})
        .subscribe((status) => {
          if (status !== "SUBSCRIBED") return;
          state.joins += 1;
          void channel.track({});
        });
      return state;
    }),
  );
  const present = () => [awa, issa].map((one) => Object.keys(one?.channel.presenceState() ?? {}).sort());
  await eventually(() => expect(present()).toEqual(Array(2).fill(["awa", "issa"])));
  await first.stop();
  const second = await realtime.startInstance(first.port);
  await eventually(() => expect([awa?.joins, issa?.joins]).toEqual([2, 2]));
  await eventually(() => expect(present()).toEqual(Array(2).fill(["awa", "issa"])));
  await awa?.channel.send({ type: "broadcast", event: "back", payload: {} });
  await eventually(() => expect(issa?.received).toEqual(["back"]));
  // A client without the right any more does not rejoin.
  await realtime.owner.unsafe(`alter policy "Members" on realtime.messages using (false)`);
  await second.stop();
  const third = await realtime.startInstance(first.port);
  await eventually(() =>
    expect([awa, issa].map((one) => one?.channel.state)).toEqual(["errored", "errored"]),
  );
  expect([awa?.joins, issa?.joins]).toEqual([2, 2]);
  await third.stop();
});
