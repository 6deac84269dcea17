/** What clients say to each other, who is present, and what the database says: on public and on private channels. */
import { randomUUID } from "node:crypto";
import type { RealtimeChannel, RealtimeChannelOptions } from "@supabase/supabase-js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { deleteOldMessages } from "../../../backend/realtime/rooms/stored.ts";
import { connect, type RawClient } from "./raw-client.ts";
import { eventually, startRealtime, type TestRealtime } from "./service.ts";

let realtime: TestRealtime;
const open: RawClient[] = [];

beforeAll(async () => {
  realtime = await startRealtime();
  await realtime.owner.unsafe(`
    create policy "Members hear" on realtime.messages for select to authenticated
      using (realtime.topic() = 'club:' || (select auth.uid())::text and extension in ('broadcast', 'presence')
        or realtime.topic() = 'board');
    create policy "Members speak" on realtime.messages for insert to authenticated
      with check (realtime.topic() = 'club:' || (select auth.uid())::text);
    create policy "Everyone hears in the hall, and sees nobody" on realtime.messages for select to authenticated
      using (realtime.topic() = 'hall' and extension = 'broadcast');
    create policy "Devices of the shop" on realtime.messages to authenticated
      using (realtime.topic() = 'till' and current_setting('request.headers')::json ->> 'x-device' = 'till'
        and current_setting('request.jwt.claim.sub') = (select auth.uid())::text
        and current_setting('request.jwt.claim.role') = 'authenticated');
    create policy "Faulty" on realtime.messages for select to anon
      using (realtime.topic() = 'broken' and 1 / (length(realtime.topic()) - 6) = 0);
    create table public.parcels (id int primary key, town text);
    create function public.tell_parcel() returns trigger language plpgsql security definer set search_path = '' as $$
    begin
      perform realtime.broadcast_changes('board', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
      return null;
    end $$;
    create trigger parcels_tell after insert or update on public.parcels
      for each row execute function public.tell_parcel();
  `);
});
afterEach(async () => {
  await realtime.leave();
  for (const { ws } of open.splice(0)) ws.terminate();
});
afterAll(() => realtime.close());

interface Ear {
  channel: RealtimeChannel;
  heard: { event: string; payload: unknown; meta?: unknown }[];
  /** Keys that were seen to come and to go. */
  came: string[];
  went: string[];
  status: string[];
  error: string[];
}

interface Wish {
  token?: string;
  port?: number;
  key?: string;
  vsn?: "1.0.0" | "2.0.0";
  config?: RealtimeChannelOptions["config"];
  watches?: boolean;
}

async function attempt(topic: string, { token, config = {}, watches, ...options }: Wish = {}): Promise<Ear> {
  const client = realtime.client(token, options);
  await client.realtime.setAuth();
  const channel = client.channel(topic, { config });
  const ear: Ear = { channel, heard: [], came: [], went: [], status: [], error: [] };
  channel.on("broadcast", { event: "*" }, ({ event, payload, meta }) =>
    ear.heard.push({ event, payload, ...(meta && { meta }) }),
  );
  if (watches) {
    channel.on("presence", { event: "join" }, ({ key }) => ear.came.push(key));
    channel.on("presence", { event: "leave" }, ({ key }) => ear.went.push(key));
  }
  channel.subscribe((status, error) => {
    ear.status.push(status);
    if (error) ear.error.push(error.message);
  });
  await eventually(() => expect(ear.status.length).toBeGreaterThan(0));
  return ear;
}

async function enter(topic: string, wish?: Wish): Promise<Ear> {
  const ear = await attempt(topic, wish);
  expect(ear.status, ear.error.join()).toEqual(["SUBSCRIBED"]);
  return ear;
}

const say = (ear: Ear, event: string, payload: object | ArrayBuffer) =>
  ear.channel.send({ type: "broadcast", event, payload });

const memberToken = async () => {
  const id = randomUUID();
  return { topic: `club:${id}`, token: await realtime.tokenOf(id) };
};

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
    const { topic } = await memberToken();
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

describe("a private channel", () => {
  const config = { private: true };

  test("is for those whose headers a policy wants", async () => {
    const token = await realtime.tokenOf(randomUUID());
    const join = async (headers: Record<string, string>) => {
      const client = await connect(realtime.port, realtime.keys.anonKey, headers);
      open.push(client);
      const answer = await client.ask("realtime:till", "phx_join", { config, access_token: token });
      return answer.payload.status;
    };
    expect(await join({ "x-device": "till" })).toBe("ok");
    expect(await join({ "x-device": "other" })).toBe("error");
    const say = async (device: string) => {
      const answer = await fetch(
        `http://127.0.0.1:${realtime.port}/realtime/v1/api/broadcast/till/events/open?private=true`,
        { method: "POST", headers: { authorization: `Bearer ${token}`, "x-device": device }, body: "{}" },
      );
      return answer.status;
    };
    expect([await say("till"), await say("other")]).toEqual([202, 403]);
  });

  test("is for those whom the policies let in, and apart from the public one of its name", async () => {
    const { topic, token } = await memberToken();
    const { token: strangersToken } = await memberToken();
    const member = await enter(topic, { token, config });
    const device = await enter(topic, { token, config });
    for (const wish of [{ token: strangersToken }, {}]) {
      const refused = await attempt(topic, { ...wish, config });
      expect(refused.status).toEqual(["CHANNEL_ERROR"]);
      expect(refused.error[0]).toContain(
        `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`,
      );
    }
    const outside = await enter(topic, { token: strangersToken });
    await say(outside, "intrusion", {});
    await say(member, "inside", {});
    await eventually(() => expect(device.heard).toEqual([{ event: "inside", payload: {} }]));
    expect([outside.heard, member.heard]).toEqual([[], []]);
  });

  test("is shut to who speaks before the policies have answered", async () => {
    const { topic, token } = await memberToken();
    const config = { private: true, presence: { key: "member" } };
    const member = await enter(topic, { token, config, watches: true });
    const client = await connect(realtime.port, realtime.keys.anonKey);
    open.push(client);
    const push = (event: string, payload: object) =>
      client.ws.send(JSON.stringify(["1", event, `realtime:${topic}`, event, payload]));
    push("phx_join", { config, access_token: (await memberToken()).token });
    // Whatever the moment in which the join is: none of them lets it in.
    for (let n = 0; n < 50; n++) {
      push("broadcast", { event: "intrusion", payload: {} });
      push("presence", { event: "track", payload: {} });
      await new Promise(setImmediate);
    }
    await eventually(() =>
      expect(client.said.find(({ ref }) => ref === "phx_join")?.payload.status).toBe("error"),
    );
    const device = await enter(topic, { token, config: { private: true } });
    await say(device, "inside", {});
    await eventually(() => expect(member.heard.map(({ event }) => event)).toEqual(["inside"]));
    expect(member.came).toEqual([]);
  });

  test("may be heard by who may not speak", async () => {
    const board = { config: { private: true, broadcast: { ack: true }, presence: { key: "x" } } };
    const [silent, other] = [
      await enter("board", { ...board, token: (await memberToken()).token }),
      await enter("board", { ...board, token: (await memberToken()).token, watches: true }),
    ];
    expect(await say(silent, "notice", {})).toBe("error");
    expect(await silent.channel.track({})).toBe("error");
    expect([other.heard, other.came]).toEqual([[], []]);
  });

  test("does not tell who is there to who may only hear, nor to who did not ask", async () => {
    const join = async (key: string, token: string, enabled: boolean) => {
      const client = await connect(realtime.port, key);
      open.push(client);
      const config = { private: true, presence: { key: "x", enabled } };
      const joined = await client.ask("realtime:hall", "phx_join", { config, access_token: token });
      expect(joined.payload.status).toBe("ok");
      const track = { type: "presence", event: "track", payload: {} };
      return { ...client, track: () => client.ask("realtime:hall", "presence", track, joined.joinRef) };
    };
    const { anonKey, serviceRoleKey } = realtime.keys;
    const listener = await join(anonKey, (await memberToken()).token, true);
    const silent = await join(serviceRoleKey, serviceRoleKey, false);
    const seeing = await join(serviceRoleKey, serviceRoleKey, true);
    expect((await silent.track()).payload.status).toBe("ok");
    await eventually(() => expect(seeing.said.map(({ event }) => event)).toContain("presence_diff"));
    for (const { ask, said } of [listener, silent]) {
      await ask("phoenix", "heartbeat");
      expect(said.map(({ event }) => event)).not.toContain("presence_state");
      expect(said.map(({ event }) => event)).not.toContain("presence_diff");
    }
  });

  test("whose policies fail is refused, and closes with a token that may not hear", async () => {
    const broken = await attempt("broken", { config });
    expect(broken.error[0]).toContain("UnableToSetPolicies");
    const { topic, token } = await memberToken();
    const client = await connect(realtime.port, realtime.keys.anonKey);
    open.push(client);
    const { ref } = await client.ask(`realtime:${topic}`, "phx_join", { config, access_token: token });
    const { token: access_token } = await memberToken();
    client.ws.send(JSON.stringify([ref, "r", `realtime:${topic}`, "access_token", { access_token }]));
    await eventually(() => expect(client.said.at(-1)?.event).toBe("phx_close"));
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

describe("the database", () => {
  test("speaks when its transaction commits: by a trigger, or straight", async () => {
    const { owner } = realtime;
    const { token } = await memberToken();
    const other = await realtime.open();
    const board = await enter("board", { token, config: { private: true } });
    const there = await enter("board", { token, config: { private: true }, port: other.port });
    const square = await enter("square");
    await owner
      .begin(async (tx) => {
        await tx`insert into parcels values (1, 'Undone')`;
        throw new Error("undone");
      })
      .catch(() => {});
    await owner`insert into parcels values (1, 'Kaya')`;
    await owner`select realtime.send('{"n": 1, "id": "own"}', 'told', 'square', false)`;
    const change = {
      event: "INSERT",
      payload: {
        id: expect.any(String),
        operation: "INSERT",
        schema: "public",
        table: "parcels",
        record: { id: 1, town: "Kaya" },
        old_record: null,
      },
      meta: { id: expect.any(String) },
    };
    await eventually(() => expect(board.heard).toEqual([change]));
    await eventually(() => expect(there.heard).toEqual([change]));
    const told = { event: "told", payload: { n: 1, id: "own" }, meta: { id: expect.any(String) } };
    await eventually(() => expect(square.heard).toEqual([told]));
    await other.stop();
  });

  test("speaks in the name of who writes, where the policies let him", async () => {
    const { admin } = realtime;
    const { topic, token } = await memberToken();
    const member = await enter(topic, { token, config: { private: true } });
    const claims = Buffer.from(token.split(".")[1] ?? "", "base64url").toString();
    const send = (to: string, text: string) =>
      admin.begin(async (tx) => {
        await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`;
        await tx`select realtime.send(${tx.json({ text })}, 'own', ${to})`;
      });
    const { topic: elsewhere, token: theirs } = await memberToken();
    const stranger = await enter(elsewhere, { token: theirs, config: { private: true } });
    await send(elsewhere, "intrusion");
    await send(topic, "mine");
    await eventually(() => expect(member.heard).toMatchObject([{ event: "own", payload: { text: "mine" } }]));
    expect(stranger.heard).toEqual([]);
  });

  test("is heard late by who asks for what was said, on a private channel only", async () => {
    const { owner } = realtime;
    const since = Date.now();
    const early = await enter("board", { token: (await memberToken()).token, config: { private: true } });
    for (let n = 1; n <= 3; n++) {
      await owner`select realtime.send(${owner.json({ n })}, 'late', 'board')`;
    }
    await owner`select realtime.send('{}', 'public', 'board', false)`;
    await eventually(() => expect(early.heard).toHaveLength(3));
    const { token } = await memberToken();
    const late = await enter("board", {
      token,
      config: { private: true, broadcast: { replay: { since, limit: 2 } } },
    });
    await eventually(() => expect(late.heard).toHaveLength(2));
    expect(late.heard).toMatchObject([
      { event: "late", payload: { n: 2 }, meta: { replayed: true } },
      { event: "late", payload: { n: 3 }, meta: { replayed: true } },
    ]);
    const client = await connect(realtime.port, realtime.keys.anonKey);
    open.push(client);
    const config = { broadcast: { replay: { since } } };
    const refused = await client.ask("realtime:board", "phx_join", { config });
    expect(refused.payload.response?.reason).toMatch(/^UnableToReplayMessages/);
  });

  test("does not fail with what it tells, and forgets it after three days", async () => {
    const { owner, admin } = realtime;
    await owner`select realtime.send('[]', 'not an object', 'square', false)`;
    await expect(owner`
      select realtime.broadcast_changes('t', 'e', 'INSERT', 'parcels', 'public', null, null, 'STATEMENT')`).rejects.toThrow(
      "each row",
    );
    await expect(owner`
      select realtime.broadcast_changes('t', 'e', 'TRUNCATE', 'parcels', 'public', null, null)`).rejects.toThrow(
      "TRUNCATE",
    );
    await admin`update realtime.messages set inserted_at = inserted_at - interval '3 days 1 minute' where event = 'late'`;
    await deleteOldMessages(realtime.admin);
    const left = await admin`select distinct event from realtime.messages order by event`;
    expect(left.map(({ event }) => event)).not.toContain("late");
    expect(left.length).toBeGreaterThan(0);
  });
});
