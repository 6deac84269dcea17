/** The socket and its channels, in what a client may say and what it is answered. */
import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { SignJWT } from "jose";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { connect, type RawClient, refusalOf } from "./raw-client.ts";
import { ask, eventually, listenTo, startRealtime, type TestRealtime } from "./service.ts";

let realtime: TestRealtime;
const open: RawClient[] = [];

beforeAll(async () => {
  realtime = await startRealtime();
  await realtime.owner.unsafe(`
    create table public.notes (id int primary key, title text);
    alter table public.notes enable row level security;
    create policy "Who is signed in reads" on public.notes for select to authenticated using (true);
    alter publication supabase_realtime add table public.notes;
  `);
});
afterEach(async () => {
  await realtime.leave();
  for (const { ws } of open.splice(0)) ws.terminate();
});
afterAll(() => realtime.close());

async function raw(key = realtime.keys.anonKey): Promise<RawClient> {
  const client = await connect(realtime.port, key);
  open.push(client);
  return client;
}

const join = (changes: object[] = [], more: object = {}) => ({
  config: { postgres_changes: changes },
  ...more,
});
const reasonOf = ({ payload }: { payload: { response?: { reason?: string } } }) => payload.response?.reason;

describe("the handshake", () => {
  const address = (query: string, path = "websocket") =>
    `ws://127.0.0.1:${realtime.port}/realtime/v1/${path}${query}`;

  test("is refused in JSON without a key, with a false one, and in another version", async () => {
    const { anonKey } = realtime.keys;
    const noKey = { status: 401, body: { error: "No API key found in request" } };
    expect(await refusalOf(address(""))).toEqual(noKey);
    expect(await refusalOf(address("?apikey="))).toEqual(noKey);
    expect(await refusalOf(address("?apikey=nonsense"))).toMatchObject({ status: 403 });
    expect(await refusalOf(address(`?apikey=${anonKey.slice(0, -2)}`))).toMatchObject({ status: 403 });
    expect(await refusalOf(address(`?apikey=${anonKey}&vsn=3.0.0`))).toMatchObject({ status: 403 });
    expect(await refusalOf(address(`?apikey=${anonKey}`, "elsewhere"))).toMatchObject({ status: 404 });
  });

  test("takes keys of both kinds, but no secret one from a browser", async () => {
    const { publishableKey, secretKey } = realtime.keys;
    for (const key of [publishableKey, secretKey]) {
      const client = await connect(realtime.port, key);
      open.push(client);
      const joined = await client.ask("realtime:a", "phx_join", {});
      expect(joined.payload.status).toBe("ok");
    }
    const browser = { "user-agent": "Mozilla/5.0 (X11)" };
    expect(await refusalOf(address(`?apikey=${secretKey}`), browser)).toEqual({
      status: 401,
      body: { error: "Forbidden use of secret API key in browser" },
    });
    expect(await refusalOf(address("?apikey=sb_secret_guessed"))).toMatchObject({ status: 403 });
  });

  test("an ordinary request is told to ask for a socket", async () => {
    const get = (path: string) => fetch(`http://127.0.0.1:${realtime.port}/realtime/v1/${path}`);
    expect((await get("websocket")).status).toBe(426);
    expect((await get("elsewhere")).status).toBe(404);
  });

  test("survives a client that goes away in the middle, and one that sends garbage for a request", async () => {
    for (const headers of [{}, { "sec-websocket-key": "short", "sec-websocket-version": "13" }]) {
      const path = `/realtime/v1/websocket?apikey=${realtime.keys.anonKey}`;
      const going = request({
        port: realtime.port,
        path,
        headers: { connection: "Upgrade", upgrade: "websocket", ...headers },
      });
      going.on("error", () => {});
      going.end();
      await new Promise((resolve) => going.once("response", resolve).once("close", resolve));
      going.destroy();
    }
    expect((await (await raw()).ask("phoenix", "heartbeat")).payload).toEqual({ status: "ok", response: {} });
  });
});

describe("joining", () => {
  test("is answered with the bindings as they were asked for, each with an id of its own", async () => {
    const client = await raw();
    const wishes = [
      { event: "INSERT", schema: "public", table: "notes" },
      { event: "*", schema: "public" },
      { event: "update", schema: "public", table: "notes", filter: "id=eq.1" },
    ];
    const answer = await client.ask("realtime:room", "phx_join", join(wishes));
    const bindings = answer.payload.response?.postgres_changes ?? [];
    expect(answer).toMatchObject({ joinRef: "1", payload: { status: "ok" } });
    expect(bindings).toMatchObject(wishes);
    expect(bindings[0]).not.toHaveProperty("filter");
    expect(bindings[1]).not.toHaveProperty("table");
    const ids = bindings.map((binding) => ("id" in binding ? binding.id : 0));
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toBeGreaterThan(0);
  });

  test.each([
    ["phoenix", join(), "TopicNameRequired: You must provide a topic name"],
    ["realtime:", join(), "TopicNameRequired: You must provide a topic name"],
    [
      "realtime:a",
      join([{ event: "SELECT", schema: "public" }]),
      /^InvalidJoinPayload: config.postgres_changes.0.event/,
    ],
    ["realtime:a", { config: 7 }, /^InvalidJoinPayload: config/],
    ["realtime:a", [], /^InvalidJoinPayload: /],
    [
      "realtime:a",
      join(Array(101).fill({ event: "*", schema: "public" })),
      /^InvalidJoinPayload: more than 100/,
    ],
    ["realtime:a", join([], { access_token: "a.b" }), /^MalformedJWT: /],
    [
      "realtime:a",
      { config: { private: true } },
      /^Unauthorized: You do not have permissions to read from .* topic: a$/,
    ],
  ])("%s with %j is refused", async (topic, payload, reason) => {
    const answer = await (await raw()).ask(topic, "phx_join", payload);
    expect(answer.payload.status).toBe("error");
    expect(reasonOf(answer)).toMatch(reason);
  });

  test("is refused with a token that is forged, expired, incomplete, or of a role that is nobody's", async () => {
    const { tokens, tokenOf } = realtime;
    const exp = Math.floor(Date.now() / 1000) + 60;
    const forged = await new SignJWT({ role: "service_role", exp })
      .setProtectedHeader({ alg: "HS256" })
      .sign(Buffer.from("another secret that is long enough"));
    const cases = [
      [forged, "JwtSignatureError"],
      [await tokenOf(randomUUID(), -60), "InvalidJWTToken"],
      [await tokenOf(randomUUID(), -1), "InvalidJWTToken"],
      [await tokens.sign({ role: "authenticated" }), "InvalidJWTToken"],
      [await tokens.sign({ exp }), "InvalidJWTToken"],
      [await tokens.sign({ role: "postgres", exp }), "InvalidJWTToken"],
      [await tokens.sign({ role: "supabase_admin", exp }), "InvalidJWTToken"],
    ];
    const client = await raw();
    for (const [access_token, code] of cases) {
      const answer = await client.ask("realtime:a", "phx_join", { access_token });
      expect(reasonOf(answer)).toMatch(new RegExp(`^${code}: `));
      expect(reasonOf(answer)).not.toContain(access_token);
    }
    // An opaque key is no token: the connection's own key stands in for it.
    const opaque = await client.ask("realtime:a", "phx_join", { access_token: "sb_publishable_x" });
    expect(opaque.payload.status).toBe("ok");
  });

  test("waits until the changes are watched when the client wants that", async () => {
    const client = await raw();
    const options = { postgres_changes_options: { wait: true } };
    const config = (table: string) => ({
      config: { postgres_changes: [{ event: "*", schema: "public", table }], ...options },
    });
    const answer = await client.ask("realtime:a", "phx_join", config("notes"));
    expect(answer.payload.status).toBe("ok");
    const refused = await client.ask("realtime:b", "phx_join", config("products"));
    expect(reasonOf(refused)).toMatch(/^RealtimeDisabledForConfiguration: .*public\.products/);
  });

  test("again on the same topic ends the first, and leaving is answered", async () => {
    const client = await raw();
    const first = await client.ask("realtime:a", "phx_join", join());
    const second = await client.ask("realtime:a", "phx_join", join());
    await eventually(() =>
      expect(client.said.filter(({ event }) => event === "phx_close")).toMatchObject([
        { joinRef: first.ref },
      ]),
    );
    // What belongs to the first does not end the second.
    await client.ask("realtime:a", "phx_leave", {}, first.ref);
    expect(client.said.filter(({ event }) => event === "phx_close")).toHaveLength(1);
    expect((await client.ask("realtime:a", "phx_leave", {}, second.ref)).payload.status).toBe("ok");
    await eventually(() => expect(client.said.filter(({ event }) => event === "phx_close")).toHaveLength(2));
    expect(reasonOf(await client.ask("realtime:a", "anything"))).toBe("unmatched topic");
    expect((await client.ask("realtime:never", "phx_leave")).payload.status).toBe("ok");
  });

  test("is undone by leaving before it is answered, and by joining anew", async () => {
    const { tokenOf } = realtime;
    const client = await raw();
    const say = (joinRef: string, event: string, payload: object = {}) =>
      client.ws.send(JSON.stringify([joinRef, joinRef, "realtime:fleeting", event, payload]));
    // Looking at a token takes a moment.
    const access_token = await tokenOf(randomUUID());
    say("l1", "phx_join", { access_token });
    say("l1", "phx_leave");
    expect(reasonOf(await client.ask("realtime:fleeting", "anything"))).toBe("unmatched topic");
    say("l2", "phx_join", { access_token });
    say("l3", "phx_join", {});
    const answered = () =>
      client.said.filter(({ event, ref }) => event === "phx_reply" && /^l[23]$/.test(ref ?? ""));
    await eventually(() => expect(answered().map(({ ref }) => ref)).toEqual(["l3"]));
    // Those that came to nothing stay silent, and the last one stays open.
    expect((await client.ask("realtime:other", "phx_join", { access_token })).payload.status).toBe("ok");
    expect(answered()).toHaveLength(1);
    const tracked = await client.ask("realtime:fleeting", "presence", { event: "track" }, "l3");
    expect(tracked.payload.status).toBe("ok");
  });

  test("nothing is told any more to who has left", async () => {
    const { client, tokenOf, owner } = realtime;
    const token = await tokenOf(randomUUID());
    const left = await listenTo(client(token), { table: "notes" });
    const stays = await listenTo(client(token), { table: "notes" });
    await left.channel.unsubscribe();
    expect(left.statuses.at(-1)).toBe("CLOSED");
    await owner`insert into public.notes values (1)`;
    await eventually(() => expect(stays.told).toHaveLength(1));
    expect(left.told).toEqual([]);
  });
});

describe("a token", () => {
  test("that expires ends its channels, and no other's", async () => {
    const { client, tokenOf, owner } = realtime;
    const short = await listenTo(client(await tokenOf(randomUUID(), 2)), { table: "notes" });
    const long = await listenTo(client(await tokenOf(randomUUID())), { table: "notes" });
    await eventually(() => expect(short.statuses.at(-1)).toBe("CLOSED"));
    expect(short.system.at(-1)).toMatchObject({
      status: "error",
      extension: "system",
      message: "Token has expired",
    });
    const before = short.told.length;
    await owner`insert into public.notes values (2)`;
    await eventually(() => expect(long.told.map((change) => change.new.id)).toContain(2));
    expect(short.told).toHaveLength(before);
  });

  test("that is renewed in time keeps the channel open, with the rights of the new one", async () => {
    const { keys, tokenOf, owner } = realtime;
    const person = randomUUID();
    const client = await raw(keys.anonKey);
    const access_token = await tokenOf(person, 2);
    const { ref } = await client.ask("realtime:a", "phx_join", {
      ...join([{ event: "*", schema: "public", table: "notes" }]),
      access_token,
    });
    const renew = (token: unknown) =>
      client.ws.send(JSON.stringify([ref, "r", "realtime:a", "access_token", { access_token: token }]));
    for (const ignored of ["sb_secret_x", null, 7, access_token]) renew(ignored);
    renew(await tokenOf(person));
    await eventually(() => expect(client.said.some(({ event }) => event === "system")).toBe(true));
    // Past the first token's end.
    await expect.poll(() => Date.now() / 1000).toBeGreaterThan(Number(expOf(access_token)));
    await owner`insert into public.notes values (3)`;
    await eventually(() => expect(client.said.some(({ event }) => event === "postgres_changes")).toBe(true));
    expect(client.said.some(({ event }) => event === "phx_close")).toBe(false);
  });

  test("that does not hold ends the channel when it is renewed with it", async () => {
    const client = await raw();
    const { ref } = await client.ask("realtime:a", "phx_join", join());
    client.ws.send(JSON.stringify([ref, "r", "realtime:a", "access_token", { access_token: "x.y.z" }]));
    await eventually(() => expect(client.said.at(-1)?.event).toBe("phx_close"));
    expect(client.said.at(-2)).toMatchObject({ event: "system", payload: { status: "error" } });
  });

  test("that comes after the join opens what the key alone could not", async () => {
    const { client, tokenOf, owner } = realtime;
    await owner.unsafe("create table if not exists public.shut (id int primary key)");
    await owner.unsafe("revoke all on public.shut from anon");
    await owner.unsafe("alter publication supabase_realtime add table public.shut");
    const late = client();
    const listener = await ask(late, { table: "shut" });
    await eventually(() => expect(listener.system).toMatchObject([{ status: "error" }]));
    await late.realtime.setAuth(await tokenOf(randomUUID()));
    await eventually(() => expect(listener.system.at(-1)).toMatchObject({ status: "ok" }));
    await owner`insert into public.shut values (1)`;
    await eventually(() => expect(listener.told).toHaveLength(1));
  });
});

function expOf(token: string): unknown {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).exp;
}

describe("limits", () => {
  test.each([
    "not json",
    "7",
    "null",
    '{"topic":"phoenix","event":"heartbeat","payload":{},"ref":"1"}',
    '[null,"1","phoenix","heartbeat"]',
    '[1,"1","phoenix","heartbeat",{}]',
    '[null,"1",{},"heartbeat",{}]',
    `[null,"${"r".repeat(300)}","phoenix","heartbeat",{}]`,
  ])("a frame like %s closes the socket, and no other", async (frame) => {
    const [client, other] = [await raw(), await raw()];
    client.ws.send(frame);
    expect(await client.closed).toBe(1007);
    expect((await other.ask("phoenix", "heartbeat")).payload.status).toBe("ok");
  });

  test("what is too large, or no text at all, closes it as the protocol says", async () => {
    const client = await raw();
    client.ws.send("x".repeat(3_000_001));
    expect(await client.closed).toBe(1009);
    const other = await raw();
    other.ws.send(Buffer.from([0xff, 0xfe]), { binary: false });
    expect(await other.closed).toBe(1007);
  });

  test("a channel more than 100 is refused, until one is left", async () => {
    const client = await raw();
    const joined = await Promise.all(
      Array.from({ length: 100 }, (_, n) => client.ask(`realtime:${n}`, "phx_join", join())),
    );
    for (const { payload } of joined) expect(payload.status).toBe("ok");
    const refused = await client.ask("realtime:more", "phx_join", join());
    expect(reasonOf(refused)).toBe("ChannelRateLimitReached: Too many channels");
    await client.ask("realtime:5", "phx_leave", {}, joined[5]?.ref);
    expect((await client.ask("realtime:more", "phx_join", join())).payload.status).toBe("ok");
  });

  test("a flood of joins is refused, a flood of messages closes the socket", async () => {
    const client = await raw();
    // Each binding counts as much as a join.
    const payload = join(Array(9).fill({ event: "*", schema: "missing" }));
    for (let n = 0; n < 100; n++)
      client.ws.send(JSON.stringify(["1", `${n}`, "realtime:a", "phx_join", payload]));
    await eventually(() =>
      expect(client.said.map(reasonOf)).toContain("ClientJoinRateLimitReached: Too many joins per second"),
    );
    for (let n = 0; n < 2000; n++) client.ws.send('[null,null,"phoenix","heartbeat",{}]');
    expect(await client.closed).toBe(1008);
  });
});
