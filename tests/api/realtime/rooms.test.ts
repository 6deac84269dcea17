/** What clients say to each other, and who is present: on one copy of the process and on several. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Ear, enterRoom, MEMBERS, newMember, say, type Wish } from "./ears.ts";
import { connect, type RawClient } from "./raw-client.ts";
import { eventually, startRealtime, type TestRealtime } from "./service.ts";

let realtime: TestRealtime;
const open: RawClient[] = [];

beforeAll(async () => {
  realtime = await startRealtime();
  await realtime.owner.unsafe(MEMBERS);
});
afterEach(async () => {
  await realtime.leave();
  for (const { ws } of open.splice(0)) ws.terminate();
});
afterAll(() => realtime.close());

const enter = (topic: string, wish?: Wish) => enterRoom(realtime, topic, wish);

describe("a broadcast", () => {
  test("reaches everyone else in the room, in either version of the protocol, and nobody elsewhere", async () => {
    const speaker = await enter("square");
    const [newer, older, elsewhere] = [
      await enter("square"),
      await enter("square", { vsn: "1.0.0" }),
      await enter("market"),
    ];
    await say(speaker, "greeting", { text: "Né y beoogo à Ouaga ✓" });
    await say(older, "answer", {});
    const greeting = { event: "greeting", payload: { text: "Né y beoogo à Ouaga ✓" } };
    await eventually(() => expect(newer.heard).toEqual([greeting, { event: "answer", payload: {} }]));
    await eventually(() => expect(speaker.heard).toEqual([{ event: "answer", payload: {} }]));
    expect(older.heard).toEqual([greeting]);
    expect(elsewhere.heard).toEqual([]);
  });

  test("comes back to its speaker and is answered where that is asked for", async () => {
    const config = { broadcast: { self: true, ack: true } };
    const speaker = await enter("square", { config });
    expect(await say(speaker, "echo", { n: 1 })).toBe("ok");
    await eventually(() => expect(speaker.heard).toEqual([{ event: "echo", payload: { n: 1 } }]));
    const client = await connect(realtime.port, realtime.keys.anonKey);
    open.push(client);
    await client.ask("realtime:square", "phx_join", { config });
    const answer = await client.ask("realtime:square", "broadcast", { type: "broadcast", payload: {} }, "1");
    expect(answer.payload.status).toBe("error");
  });

  test("may be bytes", async () => {
    const [speaker, listener] = [await enter("square"), await enter("square")];
    await say(speaker, "picture", new Uint8Array([0, 1, 254, 255]).buffer);
    await eventually(() => expect(listener.heard).toHaveLength(1));
    const payload = listener.heard[0]?.payload;
    expect(payload instanceof ArrayBuffer && [...new Uint8Array(payload)]).toEqual([0, 1, 254, 255]);
  });

  test("reaches other copies of the process, whatever its length", async () => {
    const other = await realtime.open();
    const [here, there] = [await enter("square"), await enter("square", { port: other.port })];
    const long = "à\u{1f600}".repeat(20_000);
    await say(here, "long", { long });
    await say(here, "short", {});
    await say(there, "bytes", new Uint8Array(20_000).fill(7).buffer);
    await eventually(() => expect(there.heard.map(({ event }) => event)).toEqual(["long", "short"]));
    expect(there.heard[0]?.payload).toEqual({ long });
    await eventually(() => expect(here.heard).toHaveLength(1));
    const bytes = here.heard[0]?.payload;
    expect(bytes instanceof ArrayBuffer && bytes.byteLength).toBe(20_000);
    await other.stop();
  });

  test("comes over HTTP too: on an address of its own, or many at once", async () => {
    const listener = await enter("square");
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
    const { topic } = await newMember(realtime);
    // What is not allowed is passed over.
    expect((await post({ messages: [message, { ...message, topic, private: true }] })).status).toBe(202);
    await eventually(() =>
      expect(listener.heard.map(({ event }) => event)).toEqual(["one", "bytes", "many"]),
    );
    expect((await post({ messages: [message] }, {})).status).toBe(401);
    expect((await post({ messages: [message] }, { apikey: "x" })).status).toBe(401);
    for (const wrong of [
      {},
      { messages: [] },
      { messages: [{ ...message, topic: "" }] },
      { messages: [7] },
    ]) {
      const refused = await post(wrong);
      expect([refused.status, await refused.json()]).toEqual([422, { errors: expect.anything() }]);
    }
    expect((await post(1, undefined, `/${topic}/events/x?private=true`)).status).toBe(403);
    expect((await post(1, undefined, `/${"x".repeat(300)}/events/x`)).status).toBe(422);
    expect((await post(1, undefined, "/%E0%A4%A/events/x")).status).toBe(422);
    expect(listener.heard).toHaveLength(3);
  });
});

describe("presence", () => {
  const keysIn = (ear: Ear) => Object.keys(ear.channel.presenceState()).sort();
  const as = (key: string, more: Wish = {}): Wish => ({
    ...more,
    watches: true,
    config: { presence: { key } },
  });

  test("shows who comes, changes and goes, also who hangs up", async () => {
    const awa = await enter("square", as("awa"));
    expect(await awa.channel.track({ town: "Kaya" })).toBe("ok");
    const issa = await enter("square", as("issa"));
    await eventually(() => expect(keysIn(issa)).toEqual(["awa"]));
    await issa.channel.track({ town: "Pô" });
    await eventually(() => expect(keysIn(awa)).toEqual(["awa", "issa"]));
    await awa.channel.track({ town: "Dori" });
    await eventually(() => expect(issa.channel.presenceState()).toMatchObject({ awa: [{ town: "Dori" }] }));
    await awa.channel.untrack();
    await eventually(() => expect(keysIn(issa)).toEqual(["issa"]));
    expect(issa.went).toContain("awa");
    issa.channel.socket.disconnect();
    await eventually(() => expect(keysIn(awa)).toEqual([]));
    expect(awa.went.at(-1)).toBe("issa");
  });

  test("keeps two devices of one person apart, and gives a key to who has none", async () => {
    const [phone, desk, stranger] = [
      await enter("square", as("awa")),
      await enter("square", as("awa")),
      await enter("square", { watches: true }),
    ];
    for (const { channel } of [phone, desk, stranger]) await channel.track({});
    await eventually(() => expect(phone.channel.presenceState().awa).toHaveLength(2));
    expect(keysIn(phone)).toEqual(expect.arrayContaining([expect.stringMatching(/^[0-9a-f-]{36}$/)]));
    await desk.channel.unsubscribe();
    await eventually(() => expect(phone.channel.presenceState().awa).toHaveLength(1));
  });

  test("is one over all copies, and ends with a copy", async () => {
    const other = await realtime.open();
    const here = await enter("square", as("awa"));
    await here.channel.track({});
    const there = await enter("square", as("issa", { port: other.port }));
    await eventually(() => expect(keysIn(there)).toEqual(["awa"]));
    await there.channel.track({});
    await eventually(() => expect(keysIn(here)).toEqual(["awa", "issa"]));
    await other.stop();
    await eventually(() => expect(keysIn(here)).toEqual(["awa"]));
  });

  test("that changes without end closes the channel; nonsense is refused", async () => {
    const client = await connect(realtime.port, realtime.keys.anonKey);
    open.push(client);
    const { ref } = await client.ask("realtime:square", "phx_join", {});
    const call = (payload: unknown) => client.ask("realtime:square", "presence", payload, ref);
    for (const wrong of [{}, { event: "dance" }, { event: "track", payload: 7 }, null])
      expect((await call(wrong)).payload.status).toBe("error");
    for (let n = 0; n < 40; n++)
      client.ws.send(
        JSON.stringify([ref, `p${n}`, "realtime:square", "presence", { event: "track", payload: { n } }]),
      );
    await eventually(() => expect(client.said.map(({ event }) => event)).toContain("phx_close"));
    const told = client.said.find(({ event }) => event === "system");
    expect(told?.payload.message).toBe("Too many presence messages per second");
  });
});

test("what others than copies notify is dropped", async () => {
  const { owner } = realtime;
  const other = await realtime.open();
  const here = await enter("square", { watches: true });
  const there = await enter("square", { port: other.port });
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
  await say(there, "still there", {});
  await eventually(() => expect(here.heard.map(({ event }) => event)).toEqual(["still there"]));
  expect(here.came).toEqual([]);
  await other.stop();
});

test("who is present is known again when the copies have lost each other for a while", async () => {
  const { admin } = realtime;
  const other = await realtime.open();
  const config = (key: string) => ({ watches: true, config: { presence: { key } } });
  const here = await enter("square", config("awa"));
  const there = await enter("square", { ...config("issa"), port: other.port });
  const present = (ear: Ear) => Object.keys(ear.channel.presenceState()).sort();
  for (const { channel } of [here, there]) await channel.track({});
  await eventually(() => expect([present(here), present(there)]).toEqual(Array(2).fill(["awa", "issa"])));
  const listeners = await admin`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen %realtime_relay%'`;
  expect(listeners.length).toBeGreaterThan(0);
  // Forgotten, since it could have gone without a word, and heard of again.
  await eventually(() => expect([here.went, there.went]).toEqual([["issa"], ["awa"]]));
  await eventually(() => expect([present(here), present(there)]).toEqual(Array(2).fill(["awa", "issa"])));
  await other.stop();
});
