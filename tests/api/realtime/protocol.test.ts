/** The socket protocol: the client's messages and their responses. */
import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { SignJWT } from "jose";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { connectRawClient, getUpgradeError, type RawClient } from "./raw-client.ts";
import {
  eventually,
  listenToChanges,
  startRealtime,
  subscribeToChanges,
  type TestRealtime,
} from "./realtime-fixture.ts";

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
  await realtime.disconnectClients();
  for (const { ws } of open.splice(0)) ws.terminate();
});
afterAll(() => realtime.close());

async function openRawClient(key = realtime.keys.anonKey, port = realtime.port): Promise<RawClient> {
  const client = await connectRawClient(port, key);
  open.push(client);
  return client;
}

const createJoinPayload = (changes: object[] = [], more: object = {}) => ({
  config: { postgres_changes: changes },
  ...more,
});
const getReason = ({ payload }: { payload: { response?: { reason?: string } } }) => payload.response?.reason;

describe("the handshake", () => {
  const address = (query: string, path = "websocket") =>
    `ws://127.0.0.1:${realtime.port}/realtime/v1/${path}${query}`;

  test("is rejected in JSON without a key, with an invalid one, and in an unknown version", async () => {
    const { anonKey } = realtime.keys;
    const noKey = { status: 401, body: { error: "No API key found in request" } };
    expect(await getUpgradeError(address(""))).toEqual(noKey);
    expect(await getUpgradeError(address("?apikey="))).toEqual(noKey);
    expect(await getUpgradeError(address("?apikey=nonsense"))).toMatchObject({ status: 403 });
    expect(await getUpgradeError(address(`?apikey=${anonKey.slice(0, -2)}`))).toMatchObject({ status: 403 });
    expect(await getUpgradeError(address(`?apikey=${anonKey}&vsn=3.0.0`))).toMatchObject({ status: 403 });
    expect(await getUpgradeError(address(`?apikey=${anonKey}`, "elsewhere"))).toMatchObject({ status: 404 });
  });

  test("accepts keys of both kinds, but no secret key from a browser", async () => {
    const { publishableKey, secretKey } = realtime.keys;
    for (const key of [publishableKey, secretKey]) {
      const client = await connectRawClient(realtime.port, key);
      open.push(client);
      const joined = await client.request("realtime:a", "phx_join", {});
      expect(joined.payload.status).toBe("ok");
    }
    const browsers: Record<string, string>[] = [
      { "user-agent": "Mozilla/5.0 (X11)" },
      { origin: "https://elsewhere.example" },
    ];
    for (const browser of browsers) {
      for (const key of [secretKey, realtime.keys.serviceRoleKey]) {
        expect(await getUpgradeError(address(`?apikey=${key}`), browser)).toEqual({
          status: 401,
          body: { error: "Forbidden use of secret API key in browser" },
        });
      }
    }
    expect(await getUpgradeError(address("?apikey=sb_secret_guessed"))).toMatchObject({ status: 403 });
  });

  test("a request without an upgrade gets a hint", async () => {
    const get = (path: string) => fetch(`http://127.0.0.1:${realtime.port}/realtime/v1/${path}`);
    expect((await get("websocket")).status).toBe(426);
    expect((await get("elsewhere")).status).toBe(404);
  });

  test("survives a client that disconnects half-way, and one that sends an invalid request", async () => {
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
    expect((await (await openRawClient()).request("phoenix", "heartbeat")).payload).toEqual({
      status: "ok",
      response: {},
    });
  });
});

describe("joining", () => {
  test("responds with the requested bindings, each with its own id", async () => {
    const client = await openRawClient();
    const requested = [
      { event: "INSERT", schema: "public", table: "notes" },
      { event: "*", schema: "public" },
      { event: "update", schema: "public", table: "notes", filter: "id=eq.1" },
    ];
    const reply = await client.request("realtime:room", "phx_join", createJoinPayload(requested));
    const bindings = reply.payload.response?.postgres_changes ?? [];
    expect(reply).toMatchObject({ joinRef: "1", payload: { status: "ok" } });
    expect(bindings).toMatchObject(requested);
    expect(bindings[0]).not.toHaveProperty("filter");
    expect(bindings[1]).not.toHaveProperty("table");
    const ids = bindings.map((binding) => ("id" in binding ? binding.id : 0));
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toBeGreaterThan(0);
  });

  test("takes switches as text, and bindings that are missing or name no event", async () => {
    const config = {
      private: "false",
      broadcast: { ack: "True", self: "false" },
      presence: { enabled: "false" },
      postgres_changes: [null, { schema: "public", table: "notes" }],
    };
    const reply = await (await openRawClient()).request("realtime:room", "phx_join", { config });
    expect(reply.payload).toMatchObject({
      status: "ok",
      response: { postgres_changes: [{ event: "*", schema: "public", table: "notes" }] },
    });
  });

  test.each([
    ["phoenix", createJoinPayload(), "TopicNameRequired: You must provide a topic name"],
    ["realtime:", createJoinPayload(), "TopicNameRequired: You must provide a topic name"],
    [
      "realtime:a",
      createJoinPayload([{ event: "SELECT", schema: "public" }]),
      /^InvalidJoinPayload: config.postgres_changes.0.event/,
    ],
    ["realtime:a", { config: 7 }, /^InvalidJoinPayload: config/],
    ["realtime:a", [], /^InvalidJoinPayload: /],
    [
      "realtime:a",
      createJoinPayload(Array(101).fill({ event: "*", schema: "public" })),
      /^InvalidJoinPayload: more than 100/,
    ],
    ["realtime:a", createJoinPayload([], { access_token: "a.b" }), /^MalformedJWT: /],
    [
      "realtime:a",
      { config: { private: true } },
      /^Unauthorized: You do not have permissions to read from .* topic: a$/,
    ],
  ])("%s with %j is rejected", async (topic, payload, reason) => {
    const reply = await (await openRawClient()).request(topic, "phx_join", payload);
    expect(reply.payload.status).toBe("error");
    expect(getReason(reply)).toMatch(reason);
  });

  test("is rejected with a token that is forged, expired, incomplete, or of an unknown role", async () => {
    const { tokens, createToken } = realtime;
    const exp = Math.floor(Date.now() / 1000) + 60;
    const forged = await new SignJWT({ role: "service_role", exp })
      .setProtectedHeader({ alg: "HS256" })
      .sign(Buffer.from("another secret that is long enough"));
    const cases = [
      [forged, "JwtSignatureError"],
      [await createToken(randomUUID(), -60), "InvalidJWTToken"],
      [await createToken(randomUUID(), -1), "InvalidJWTToken"],
      [await tokens.sign({ role: "authenticated" }), "InvalidJWTToken"],
      [await tokens.sign({ exp }), "InvalidJWTToken"],
      [await tokens.sign({ role: "postgres", exp }), "InvalidJWTToken"],
      [await tokens.sign({ role: "supabase_admin", exp }), "InvalidJWTToken"],
    ];
    const client = await openRawClient();
    for (const [access_token, code] of cases) {
      const reply = await client.request("realtime:a", "phx_join", { access_token });
      expect(getReason(reply)).toMatch(new RegExp(`^${code}: `));
      expect(getReason(reply)).not.toContain(access_token);
    }
    // An opaque key is not a token: the connection's own key is used.
    const opaque = await client.request("realtime:a", "phx_join", { access_token: "sb_publishable_x" });
    expect(opaque.payload.status).toBe("ok");
  });

  test("waits until the changes are streamed when the client requests it", async () => {
    const client = await openRawClient();
    const options = { postgres_changes_options: { wait: true } };
    const config = (table: string) => ({
      config: { postgres_changes: [{ event: "*", schema: "public", table }], ...options },
    });
    const reply = await client.request("realtime:a", "phx_join", config("notes"));
    expect(reply.payload.status).toBe("ok");
    const rejected = await client.request("realtime:b", "phx_join", config("products"));
    expect(getReason(rejected)).toMatch(/^RealtimeDisabledForConfiguration: .*public\.products/);
  });

  test("the same topic again closes the first join, and leaving is acknowledged", async () => {
    const client = await openRawClient();
    const first = await client.request("realtime:a", "phx_join", createJoinPayload());
    const second = await client.request("realtime:a", "phx_join", createJoinPayload());
    await eventually(() =>
      expect(client.received.filter(({ event }) => event === "phx_close")).toMatchObject([
        { joinRef: first.ref },
      ]),
    );
    // A message of the first join does not close the second.
    await client.request("realtime:a", "phx_leave", {}, first.ref);
    expect(client.received.filter(({ event }) => event === "phx_close")).toHaveLength(1);
    expect((await client.request("realtime:a", "phx_leave", {}, second.ref)).payload.status).toBe("ok");
    await eventually(() =>
      expect(client.received.filter(({ event }) => event === "phx_close")).toHaveLength(2),
    );
    expect(getReason(await client.request("realtime:a", "anything"))).toBe("unmatched topic");
    expect((await client.request("realtime:never", "phx_leave")).payload.status).toBe("ok");
  });

  test("is cancelled by leaving before its response, and by joining again", async () => {
    const { createToken, startStandalone, keys } = realtime;
    let verification = Promise.withResolvers<void>();
    verification.resolve();
    const { port } = await startStandalone({ beforeVerify: () => verification.promise });
    const client = await openRawClient(keys.anonKey, port);
    const send = (joinRef: string, event: string, payload: object = {}) =>
      client.ws.send(JSON.stringify([joinRef, joinRef, "realtime:fleeting", event, payload]));
    const access_token = await createToken(randomUUID());
    verification = Promise.withResolvers();
    send("l1", "phx_join", { access_token });
    send("l1", "phx_leave");
    expect(getReason(await client.request("realtime:fleeting", "anything"))).toBe("unmatched topic");
    send("l2", "phx_join", { access_token });
    send("l3", "phx_join", {});
    const getReplies = () =>
      client.received.filter(({ event, ref }) => event === "phx_reply" && /^l[23]$/.test(ref ?? ""));
    await eventually(() => expect(getReplies().map(({ ref }) => ref)).toEqual(["l3"]));
    verification.resolve();
    // The cancelled joins get no response, and the last one stays open.
    expect((await client.request("realtime:other", "phx_join", { access_token })).payload.status).toBe("ok");
    expect(getReplies()).toHaveLength(1);
    const tracked = await client.request("realtime:fleeting", "presence", { event: "track" }, "l3");
    expect(tracked.payload.status).toBe("ok");
  });

  test("sends nothing more to a client that has left", async () => {
    const { client, createToken, owner } = realtime;
    const token = await createToken(randomUUID());
    const left = await listenToChanges(client(token), { table: "notes" });
    const stays = await listenToChanges(client(token), { table: "notes" });
    await left.channel.unsubscribe();
    expect(left.statuses.at(-1)).toBe("CLOSED");
    await owner`insert into public.notes values (1)`;
    await eventually(() => expect(stays.events).toHaveLength(1));
    expect(left.events).toEqual([]);
  });
});

describe("a token", () => {
  test("that expires closes its channels, and no others", async () => {
    const { client, createToken, owner } = realtime;
    const short = await listenToChanges(client(await createToken(randomUUID(), 2)), { table: "notes" });
    const long = await listenToChanges(client(await createToken(randomUUID())), { table: "notes" });
    await eventually(() => expect(short.statuses.at(-1)).toBe("CLOSED"));
    expect(short.system.at(-1)).toMatchObject({
      status: "error",
      extension: "system",
      message: "Token has expired",
    });
    const before = short.events.length;
    await owner`insert into public.notes values (2)`;
    await eventually(() => expect(long.events.map((change) => change.new.id)).toContain(2));
    expect(short.events).toHaveLength(before);
  });

  test("that is renewed in time keeps the channel open, with the rights of the new one", async () => {
    const { keys, createToken, owner } = realtime;
    const user = randomUUID();
    const client = await openRawClient(keys.anonKey);
    const access_token = await createToken(user, 2);
    const { ref } = await client.request("realtime:a", "phx_join", {
      ...createJoinPayload([{ event: "*", schema: "public", table: "notes" }]),
      access_token,
    });
    const renew = (token: unknown) =>
      client.ws.send(JSON.stringify([ref, "r", "realtime:a", "access_token", { access_token: token }]));
    for (const ignored of ["sb_secret_x", null, 7, access_token]) renew(ignored);
    renew(await createToken(user));
    await eventually(() => expect(client.received.some(({ event }) => event === "system")).toBe(true));
    // This is after the first token's expiry.
    await expect.poll(() => Date.now() / 1000).toBeGreaterThan(Number(getExpiry(access_token)));
    await owner`insert into public.notes values (3)`;
    await eventually(() =>
      expect(client.received.some(({ event }) => event === "postgres_changes")).toBe(true),
    );
    expect(client.received.some(({ event }) => event === "phx_close")).toBe(false);
  });

  test("that is invalid closes the channel when it is renewed with it", async () => {
    const client = await openRawClient();
    const { ref } = await client.request("realtime:a", "phx_join", createJoinPayload());
    client.ws.send(JSON.stringify([ref, "r", "realtime:a", "access_token", { access_token: "x.y.z" }]));
    await eventually(() => expect(client.received.at(-1)?.event).toBe("phx_close"));
    expect(client.received.at(-2)).toMatchObject({ event: "system", payload: { status: "error" } });
  });

  test("that comes after the join grants what the key alone could not", async () => {
    const { client, createToken, owner } = realtime;
    await owner.unsafe("create table if not exists public.shut (id int primary key)");
    await owner.unsafe("revoke all on public.shut from anon");
    await owner.unsafe("alter publication supabase_realtime add table public.shut");
    const late = client();
    const listener = await subscribeToChanges(late, { table: "shut" });
    await eventually(() => expect(listener.system).toMatchObject([{ status: "error" }]));
    await late.realtime.setAuth(await createToken(randomUUID()));
    await eventually(() => expect(listener.system.at(-1)).toMatchObject({ status: "ok" }));
    await owner`insert into public.shut values (1)`;
    await eventually(() => expect(listener.events).toHaveLength(1));
  });
});

function getExpiry(token: string): unknown {
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
  ])("a frame like %s closes only that socket", async (frame) => {
    const [client, other] = [await openRawClient(), await openRawClient()];
    client.ws.send(frame);
    expect(await client.closed).toBe(1007);
    expect((await other.request("phoenix", "heartbeat")).payload.status).toBe("ok");
  });

  test("a frame that is too large, or not text, closes the socket as the protocol says", async () => {
    const client = await openRawClient();
    client.ws.send("x".repeat(3_000_001));
    expect(await client.closed).toBe(1009);
    const other = await openRawClient();
    other.ws.send(Buffer.from([0xff, 0xfe]), { binary: false });
    expect(await other.closed).toBe(1007);
  });

  test("a channel beyond 100 is rejected, until one is left", async () => {
    const client = await openRawClient();
    const joined = await Promise.all(
      Array.from({ length: 100 }, (_, n) => client.request(`realtime:${n}`, "phx_join", createJoinPayload())),
    );
    for (const { payload } of joined) expect(payload.status).toBe("ok");
    const rejected = await client.request("realtime:more", "phx_join", createJoinPayload());
    expect(getReason(rejected)).toBe("ChannelRateLimitReached: Too many channels");
    await client.request("realtime:5", "phx_leave", {}, joined[5]?.ref);
    expect((await client.request("realtime:more", "phx_join", createJoinPayload())).payload.status).toBe(
      "ok",
    );
  });

  test("too many joins are rejected, too many messages close the socket", async () => {
    const client = await openRawClient();
    // Each binding counts as a join.
    const payload = createJoinPayload(Array(9).fill({ event: "*", schema: "missing" }));
    for (let n = 0; n < 100; n++)
      client.ws.send(JSON.stringify(["1", `${n}`, "realtime:a", "phx_join", payload]));
    await eventually(() =>
      expect(client.received.map(getReason)).toContain(
        "ClientJoinRateLimitReached: Too many joins per second",
      ),
    );
    for (let n = 0; n < 2000; n++) client.ws.send('[null,null,"phoenix","heartbeat",{}]');
    expect(await client.closed).toBe(1008);
  });
});
