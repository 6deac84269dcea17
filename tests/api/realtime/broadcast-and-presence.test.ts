/** Broadcast and presence between clients: on one instance of the backend and across several. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  broadcast,
  type ChannelListener,
  createMember,
  type JoinOptions,
  joinChannel,
  MEMBER_POLICIES,
} from "./channel-listener.ts";
import { connectRawClient, type RawClient } from "./raw-client.ts";
import { eventually, startRealtime, type TestRealtime } from "./realtime-fixture.ts";

let realtime: TestRealtime;
const open: RawClient[] = [];

beforeAll(async () => {
  realtime = await startRealtime();
  await realtime.owner.unsafe(MEMBER_POLICIES);
});
afterEach(async () => {
  await realtime.disconnectClients();
  for (const { ws } of open.splice(0)) ws.terminate();
});
afterAll(() => realtime.close());

const joinTopic = (topic: string, options?: JoinOptions) => joinChannel(realtime, topic, options);

describe("a broadcast", () => {
  test("reaches all others in the channel, in either protocol version, and nobody elsewhere", async () => {
    const sender = await joinTopic("square");
    const [newer, older, elsewhere] = [
      await joinTopic("square"),
      await joinTopic("square", { vsn: "1.0.0" }),
      await joinTopic("market"),
    ];
    await broadcast(sender, "greeting", { text: "Né y beoogo à Ouaga ✓" });
    await broadcast(older, "answer", {});
    const greeting = { event: "greeting", payload: { text: "Né y beoogo à Ouaga ✓" } };
    await eventually(() => expect(newer.received).toEqual([greeting, { event: "answer", payload: {} }]));
    await eventually(() => expect(sender.received).toEqual([{ event: "answer", payload: {} }]));
    expect(older.received).toEqual([greeting]);
    expect(elsewhere.received).toEqual([]);
  });

  test("is sent back to its sender and acknowledged when requested", async () => {
    const config = { broadcast: { self: true, ack: true } };
    const sender = await joinTopic("square", { config });
    expect(await broadcast(sender, "echo", { n: 1 })).toBe("ok");
    await eventually(() => expect(sender.received).toEqual([{ event: "echo", payload: { n: 1 } }]));
    const client = await connectRawClient(realtime.port, realtime.keys.anonKey);
    open.push(client);
    await client.request("realtime:square", "phx_join", { config });
    const response = await client.request(
      "realtime:square",
      "broadcast",
      { type: "broadcast", payload: {} },
      "1",
    );
    expect(response.payload.status).toBe("error");
  });

  test("may be binary", async () => {
    const [sender, listener] = [await joinTopic("square"), await joinTopic("square")];
    await broadcast(sender, "image", new Uint8Array([0, 1, 254, 255]).buffer);
    await eventually(() => expect(listener.received).toHaveLength(1));
    const payload = listener.received[0]?.payload;
    expect(payload instanceof ArrayBuffer && [...new Uint8Array(payload)]).toEqual([0, 1, 254, 255]);
  });

  test("reaches other instances, whatever its length", async () => {
    const other = await realtime.startInstance();
    const [here, there] = [await joinTopic("square"), await joinTopic("square", { port: other.port })];
    const long = "à\u{1f600}".repeat(20_000);
    await broadcast(here, "long", { long });
    await broadcast(here, "short", {});
    await broadcast(there, "bytes", new Uint8Array(20_000).fill(7).buffer);
    await eventually(() => expect(there.received.map(({ event }) => event)).toEqual(["long", "short"]));
    expect(there.received[0]?.payload).toEqual({ long });
    await eventually(() => expect(here.received).toHaveLength(1));
    const bytes = here.received[0]?.payload;
    expect(bytes instanceof ArrayBuffer && bytes.byteLength).toBe(20_000);
    await other.stop();
  });

  test("is accepted over HTTP too: with one message in the URL, or many in the body", async () => {
    const listener = await joinTopic("square");
    const sender = realtime.client();
    await sender.channel("square").httpSend("one", { n: 1 });
    await sender.channel("square").httpSend("bytes", new Uint8Array([1, 2]).buffer);
    const post = (body: unknown, headers: object = { apikey: realtime.keys.anonKey }, path = "") =>
      fetch(`http://127.0.0.1:${realtime.port}/realtime/v1/api/broadcast${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      });
    const message = { topic: "square", event: "many", payload: { n: 2 } };
    const { topic } = await createMember(realtime);
    // A message that is not allowed is skipped.
    expect((await post({ messages: [message, { ...message, topic, private: true }] })).status).toBe(202);
    await eventually(() =>
      expect(listener.received.map(({ event }) => event)).toEqual(["one", "bytes", "many"]),
    );
    expect((await post({ messages: [message] }, {})).status).toBe(401);
    expect((await post({ messages: [message] }, { apikey: "x" })).status).toBe(401);
    for (const wrong of [
      {},
      { messages: [] },
      { messages: [{ ...message, topic: "" }] },
      { messages: [7] },
    ]) {
      const rejected = await post(wrong);
      expect([rejected.status, await rejected.json()]).toEqual([422, { errors: expect.anything() }]);
    }
    expect((await post(1, undefined, `/${topic}/events/x?private=true`)).status).toBe(403);
    expect((await post(1, undefined, `/${"x".repeat(300)}/events/x`)).status).toBe(422);
    expect((await post(1, undefined, "/%E0%A4%A/events/x")).status).toBe(422);
    expect(listener.received).toHaveLength(3);
  });
});

describe("presence", () => {
  const getPresenceKeys = (listener: ChannelListener) => Object.keys(listener.channel.presenceState()).sort();
  const as = (key: string, more: JoinOptions = {}): JoinOptions => ({
    ...more,
    tracksPresence: true,
    config: { presence: { key } },
  });

  test("reports joins, changes and leaves, also of dropped connections", async () => {
    const awa = await joinTopic("square", as("awa"));
    expect(await awa.channel.track({ town: "Kaya" })).toBe("ok");
    const issa = await joinTopic("square", as("issa"));
    await eventually(() => expect(getPresenceKeys(issa)).toEqual(["awa"]));
    await issa.channel.track({ town: "Pô" });
    await eventually(() => expect(getPresenceKeys(awa)).toEqual(["awa", "issa"]));
    await awa.channel.track({ town: "Dori" });
    await eventually(() => expect(issa.channel.presenceState()).toMatchObject({ awa: [{ town: "Dori" }] }));
    await awa.channel.untrack();
    await eventually(() => expect(getPresenceKeys(issa)).toEqual(["issa"]));
    expect(issa.left).toContain("awa");
    issa.channel.socket.disconnect();
    await eventually(() => expect(getPresenceKeys(awa)).toEqual([]));
    expect(awa.left.at(-1)).toBe("issa");
  });

  test("separates two devices of one user, and creates a key for a client without one", async () => {
    const [phone, desk, stranger] = [
      await joinTopic("square", as("awa")),
      await joinTopic("square", as("awa")),
      await joinTopic("square", { tracksPresence: true }),
    ];
    for (const { channel } of [phone, desk, stranger]) await channel.track({});
    await eventually(() => expect(phone.channel.presenceState().awa).toHaveLength(2));
    expect(getPresenceKeys(phone)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^[0-9a-f-]{36}$/)]),
    );
    await desk.channel.unsubscribe();
    await eventually(() => expect(phone.channel.presenceState().awa).toHaveLength(1));
  });

  test("is shared by all instances, and is removed with an instance", async () => {
    const other = await realtime.startInstance();
    const here = await joinTopic("square", as("awa"));
    await here.channel.track({});
    const there = await joinTopic("square", as("issa", { port: other.port }));
    await eventually(() => expect(getPresenceKeys(there)).toEqual(["awa"]));
    await there.channel.track({});
    await eventually(() => expect(getPresenceKeys(here)).toEqual(["awa", "issa"]));
    await other.stop();
    await eventually(() => expect(getPresenceKeys(here)).toEqual(["awa"]));
  });

  test("that changes too often closes the channel; an invalid message is rejected", async () => {
    const client = await connectRawClient(realtime.port, realtime.keys.anonKey);
    open.push(client);
    const { ref } = await client.request("realtime:square", "phx_join", {});
    const call = (payload: unknown) => client.request("realtime:square", "presence", payload, ref);
    for (const wrong of [{}, { event: "dance" }, { event: "track", payload: 7 }, null])
      expect((await call(wrong)).payload.status).toBe("error");
    for (let n = 0; n < 40; n++)
      client.ws.send(
        JSON.stringify([ref, `p${n}`, "realtime:square", "presence", { event: "track", payload: { n } }]),
      );
    await eventually(() => expect(client.received.map(({ event }) => event)).toContain("phx_close"));
    const closing = client.received.find(({ event }) => event === "system");
    expect(closing?.payload.message).toBe("Too many presence messages per second");
  });
});

test("notifications from other senders than the instances are dropped", async () => {
  const { owner } = realtime;
  const other = await realtime.startInstance();
  const here = await joinTopic("square", { tracksPresence: true });
  const there = await joinTopic("square", { port: other.port });
  const joined = (origin: string) =>
    JSON.stringify({
      kind: "joined",
      room: "public square",
      entry: { key: "ghost", ref: "1", origin, payload: "{}" },
    });
  for (const text of [
    "",
    "x 1 1 1 {",
    "x 1 1 1 null",
    'x 1 1 1 {"kind":"dance"}',
    'x 1 1 1 {"kind":"broadcast","room":"public square","event":7,"body":"{}","isBytes":false}',
    `x 1 1 1 ${joined("y")}`,
    "x 1 1 999999999 begun",
    "x 1 7 9 out of order",
    ...Array.from({ length: 40 }, (_, n) => `origin${n} 1 1 2 unfinished`),
  ]) {
    await owner`select pg_notify('realtime_relay', ${text})`;
  }
  for (const text of ["", "{", "{}", '{"topic":"square","id":"1"}'])
    await owner`select pg_notify('realtime_messages', ${text})`;
  await broadcast(there, "still there", {});
  await eventually(() => expect(here.received.map(({ event }) => event)).toEqual(["still there"]));
  expect(here.joined).toEqual([]);
  await other.stop();
});

test("presence is restored after the instances were disconnected from each other", async () => {
  const { admin } = realtime;
  const other = await realtime.startInstance();
  const config = (key: string) => ({ tracksPresence: true, config: { presence: { key } } });
  const here = await joinTopic("square", config("awa"));
  const there = await joinTopic("square", { ...config("issa"), port: other.port });
  const present = (listener: ChannelListener) => Object.keys(listener.channel.presenceState()).sort();
  for (const { channel } of [here, there]) await channel.track({});
  await eventually(() => expect([present(here), present(there)]).toEqual(Array(2).fill(["awa", "issa"])));
  const listeners = await admin`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen %realtime_relay%'`;
  expect(listeners.length).toBeGreaterThan(0);
  // Presence is removed, since the other instance may have crashed, and then added again.
  await eventually(() => expect([here.left, there.left]).toEqual([["issa"], ["awa"]]));
  await eventually(() => expect([present(here), present(there)]).toEqual(Array(2).fill(["awa", "issa"])));
  await other.stop();
});
