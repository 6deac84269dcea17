/** One client that says too much, or does not read what it is told, and the others, who must not feel it. */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { defaultSettings } from "../../../backend/realtime/config.ts";
import { connect, type RawClient } from "./raw-client.ts";
import { eventually, startRealtime, type TestRealtime } from "./service.ts";

let realtime: TestRealtime;
/** Of a copy whose allowances do not fill up again while a test runs, however slow the machine is. */
let strictPort: number;
const open: RawClient[] = [];

beforeAll(async () => {
  realtime = await startRealtime();
  await realtime.owner.unsafe(`
    create policy "Members" on realtime.messages to authenticated
      using (realtime.topic() like 'club:%') with check (realtime.topic() like 'club:%');
  `);
  const once = (burst: number) => ({ burst, perSecond: 0.001 });
  const { messages, addressLimits } = defaultSettings;
  const config = {
    messages: once(messages.burst),
    addressLimits: { ...addressLimits, broadcast: once(addressLimits.broadcast.burst) },
  };
  strictPort = (await realtime.openAlone({ config })).port;
});
afterEach(async () => {
  await realtime.leave();
  for (const { ws } of open.splice(0)) ws.terminate();
});
afterAll(() => realtime.close());

async function raw(port = realtime.port): Promise<RawClient> {
  const client = await connect(port, realtime.keys.anonKey);
  open.push(client);
  return client;
}

/** In the room, with what it heard there. */
async function member(topic: string, port?: number) {
  const client = await raw(port);
  const { ref } = await client.ask(`realtime:${topic}`, "phx_join", {});
  const send = (event: string, payload: object = {}) =>
    client.ws.send(JSON.stringify([ref, null, `realtime:${topic}`, "broadcast", { event, payload }]));
  const heard = () =>
    client.said.flatMap(({ event, payload }) =>
      event === "broadcast" && "event" in payload ? [payload.event] : [],
    );
  return { client, send, heard };
}

test("who broadcasts without end is closed, and the room goes on", async () => {
  const [flooder, speaker, listener] = [
    await member("flooded", strictPort),
    await member("flooded", strictPort),
    await member("flooded", strictPort),
  ];
  for (let n = 0; n < 1000; n++) flooder.send("flood");
  speaker.send("word");
  expect(await flooder.client.closed).toBe(1008);
  await eventually(() => expect(listener.heard()).toContain("word"));
  const floods = listener.heard().filter((event) => event === "flood").length;
  expect(floods).toBeLessThan(1000);
});

test("large messages count as many", async () => {
  const flooder = await member("large", strictPort);
  for (let n = 0; n < 10; n++) flooder.send("flood", { text: "x".repeat(2_900_000) });
  expect(await flooder.client.closed).toBe(1008);
});

test("who does not read is cut off, and the others hear everything", async () => {
  const [slow, listener] = [await member("square"), await member("square")];
  // Several, because what each may say has an end, too.
  const speakers = await Promise.all([1, 2, 3, 4].map(() => member("square")));
  slow.client.ws.pause();
  for (let n = 0; n < 40; n++) {
    speakers[n % 4]?.send(`word ${n}`, { text: "x".repeat(600_000) });
    await eventually(() => expect(listener.heard()).toHaveLength(n + 1));
  }
  slow.client.ws.resume();
  expect(await slow.client.closed).toBe(1006);
  expect(slow.heard().length).toBeLessThan(40);
});

test("what is tracked is small, and a room holds so much of it and no more", async () => {
  const track = async (characters: number) => {
    const client = await raw();
    const { ref } = await client.ask("realtime:full", "phx_join", {});
    const call = { event: "track", payload: { text: "x".repeat(characters) } };
    return (await client.ask("realtime:full", "presence", call, ref)).payload.status;
  };
  expect(await track(11_000)).toBe("error");
  const answers = await Promise.all(Array.from({ length: 102 }, () => track(9_900)));
  expect(answers.filter((answer) => answer === "ok")).toHaveLength(100);
  expect(await track(1)).toBe("ok");
});

test("over HTTP each message counts", async () => {
  const post = (messages: object[]) =>
    fetch(`http://127.0.0.1:${strictPort}/realtime/v1/api/broadcast`, {
      method: "POST",
      headers: { "content-type": "application/json", apikey: realtime.keys.anonKey },
      body: JSON.stringify({ messages }),
    });
  const listener = await member("square", strictPort);
  const message = { topic: "square", event: "many", payload: {} };
  expect((await post(Array(1_001).fill(message))).status).toBe(422);
  expect((await post(Array(600).fill(message))).status).toBe(202);
  const refused = await post(Array(900).fill(message));
  expect([refused.status, await refused.json()]).toEqual([429, { error: "Too many requests" }]);
  await eventually(() => expect(listener.heard()).toHaveLength(600));
  // The socket has its own allowance.
  const speaker = await member("square", strictPort);
  speaker.send("word");
  await eventually(() => expect(listener.heard().at(-1)).toBe("word"));
});

test("over HTTP what cannot be told is refused", async () => {
  const post = async (path: string, body: string, token = realtime.keys.anonKey) => {
    const headers = { authorization: `Bearer ${token}` };
    const url = `http://127.0.0.1:${realtime.port}/realtime/v1/api/broadcast${path}`;
    const answer = await fetch(url, { method: "POST", headers, body });
    return [answer.status, await answer.text()];
  };
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  expect(await post("/square/events/deep", deep)).toEqual([
    422,
    '{"errors":{"payload":["is no JSON, or nests too deep"]}}',
  ]);
  const [status] = await post("", `{"messages":[{"topic":"square","event":"x","payload":{"a":${deep}}}]}`);
  expect(status).toBe(422);
  const user = await realtime.tokenOf(randomUUID());
  expect(await post("/club%00/events/x?private=true", "{}", user)).toEqual([403, '{"error":"Unauthorized"}']);
});

test("over HTTP a body has an end", async () => {
  const refused = await fetch(
    `http://127.0.0.1:${realtime.port}/realtime/v1/api/broadcast/square/events/long`,
    {
      method: "POST",
      headers: { apikey: realtime.keys.anonKey },
      body: "1".repeat(3_000_001),
    },
  );
  expect([refused.status, await refused.json()]).toEqual([413, { error: "Payload Too Large" }]);
});

test("one address asks the policies so often and no more; who is in hears on", async () => {
  const { openAlone, tokenOf } = realtime;
  const addressLimits = { ...defaultSettings.addressLimits, rights: { burst: 3, perSecond: 0.001 } };
  const { port } = await openAlone({ config: { addressLimits } });
  const client = await raw(port);
  const join = async (topic: string) =>
    client.ask(`realtime:${topic}`, "phx_join", {
      config: { private: true },
      access_token: await tokenOf(randomUUID()),
    });
  for (let n = 0; n < 3; n++) expect((await join(`club:${n}`)).payload.status).toBe("ok");
  expect((await join("club:more")).payload.response?.reason).toBe(
    "ClientJoinRateLimitReached: Too many private channels per second",
  );
  const [speaker, listener] = [await member("square", port), await member("square", port)];
  speaker.send("word");
  await eventually(() => expect(listener.heard()).toEqual(["word"]));
});

test("after a restart clients are back by themselves: in their rooms, present, with the rights they have now", async () => {
  const { client, tokenOf } = realtime;
  const first = await realtime.open();
  const [awa, issa] = await Promise.all(
    ["awa", "issa"].map(async (key) => {
      const someone = client(await tokenOf(randomUUID()), { port: first.port });
      await someone.realtime.setAuth();
      const channel = someone.channel("club:1", { config: { private: true, presence: { key } } });
      const heard: string[] = [];
      const state = { channel, heard, entered: 0 };
      channel
        .on("broadcast", { event: "*" }, ({ event }) => heard.push(event))
        .on("presence", { event: "sync" }, () => {})
        .subscribe((status) => {
          if (status !== "SUBSCRIBED") return;
          state.entered += 1;
          void channel.track({});
        });
      return state;
    }),
  );
  const present = () => [awa, issa].map((one) => Object.keys(one?.channel.presenceState() ?? {}).sort());
  await eventually(() => expect(present()).toEqual(Array(2).fill(["awa", "issa"])));
  await first.stop();
  const second = await realtime.open(first.port);
  await eventually(() => expect([awa?.entered, issa?.entered]).toEqual([2, 2]));
  await eventually(() => expect(present()).toEqual(Array(2).fill(["awa", "issa"])));
  await awa?.channel.send({ type: "broadcast", event: "back", payload: {} });
  await eventually(() => expect(issa?.heard).toEqual(["back"]));
  // Who has lost the right meanwhile does not come back.
  await realtime.owner.unsafe(`alter policy "Members" on realtime.messages using (false)`);
  await second.stop();
  const third = await realtime.open(first.port);
  await eventually(() =>
    expect([awa, issa].map((one) => one?.channel.state)).toEqual(["errored", "errored"]),
  );
  expect([awa?.entered, issa?.entered]).toEqual([2, 2]);
  await third.stop();
});
