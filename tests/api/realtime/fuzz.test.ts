/** Generated HTTP broadcasts and socket messages: none harms the service or its other clients. */

import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect as openStream } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import {
  contentType,
  credentialHeaders,
  deepJson,
  expectSafeResponse,
  fuzzRequests,
  jsonBody,
  malformedBody,
  pathSegment,
  text,
} from "#tests/support/fuzzing.ts";
import { createUnlimited } from "#tests/support/limits.ts";
import { createUnauthorizedTokens } from "#tests/support/unauthorized-tokens.ts";
import { connectRawClient } from "./raw-client.ts";
import { startRealtime, type TestRealtime } from "./realtime-fixture.ts";

let realtime: TestRealtime;
let port: number;
beforeAll(async () => {
  realtime = await startRealtime();
  await realtime.owner.unsafe(`
    create policy "Members" on realtime.messages to authenticated
      using (realtime.topic() like 'club:%' and (select auth.uid()) is not null) with check (true);
  `);
  ({ port } = await realtime.startStandalone({ limits: createUnlimited() }));
});
afterAll(() => realtime.close());

const topic = fc.oneof(fc.constantFrom("square", "club:1", "club:2"), text);
const payload = fc.oneof(fc.dictionary(text, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }), text);
const message = fc.record(
  { topic, event: text, payload, private: fc.boolean() },
  { requiredKeys: ["topic", "event"] },
);

async function createCredentials() {
  const unauthorized = await createUnauthorizedTokens(realtime.keys);
  const user = await realtime.createToken(randomUUID());
  return credentialHeaders([user, realtime.keys.anonKey], Object.values(unauthorized));
}

async function createBroadcasts() {
  const single = fc
    .tuple(
      fc.oneof(fc.constantFrom("square", "club%3A1"), pathSegment),
      fc.oneof(fc.constant("word"), pathSegment),
    )
    .map(([name, event]) => `/${name}/events/${event}`);
  return fc.record({
    method: fc.oneof({ weight: 9, arbitrary: fc.constant("POST") }, fc.constantFrom("GET", "PUT", "DELETE")),
    path: fc
      .tuple(
        fc.oneof(fc.constant(""), single, pathSegment),
        fc.constantFrom("", "?private=true", "?private=%00"),
      )
      .map(([more, query]) => `/realtime/v1/api/broadcast${more}${query}`),
    body: fc.oneof(
      { weight: 4, arbitrary: jsonBody({ messages: fc.array(message, { maxLength: 4 }) }, ["messages"]) },
      { weight: 2, arbitrary: payload.map((value) => JSON.stringify(value)) },
      {
        weight: 1,
        arbitrary: deepJson.map(
          (deep) => `{"messages":[{"topic":"square","event":"x","payload":{"a":${deep}}}]}`,
        ),
      },
      { weight: 1, arbitrary: malformedBody },
    ),
    type: fc.oneof(contentType, fc.constant("application/octet-stream")),
    token: await createCredentials(),
  });
}

test("HTTP broadcasts are accepted or rejected", async () => {
  await fuzzRequests(150, createBroadcasts, async ({ method, path, body, type, token }) => {
    // The server ends a connection whose headers are too long, where the next request would be lost.
    const headers: [string, string][] = [["connection", "close"], ["content-type", type], ...token];
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers,
      body: method === "GET" ? undefined : body,
    });
    const responseText = await response.text();
    expectSafeResponse(response, responseText, { method, path, body, type, token });
    // The second is sent by the HTTP server, which does not accept headers of that length.
    if (response.status === 202 || response.status === 431) {
      expect(responseText).toBe("");
      return;
    }
    const field = response.status === 422 ? "errors" : expect.stringMatching(/^(error|message)$/);
    expect([response.status, ...Object.keys(JSON.parse(responseText))]).toEqual([response.status, field]);
  });
});

/** The consecutive messages of a client on one socket. */
async function createConversations() {
  const unauthorized = Object.values(await createUnauthorizedTokens(realtime.keys));
  const user = await realtime.createToken(randomUUID());
  const token = fc.oneof(fc.constant(user), fc.constantFrom(...unauthorized), fc.constant(null));
  const ref = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom("1", "2", null) },
    { weight: 1, arbitrary: text },
  );
  const place = topic.map((name) => `realtime:${name}`);
  const change = fc.record(
    {
      event: fc.constantFrom("*", "INSERT", "x"),
      schema: fc.oneof(fc.constant("public"), text),
      table: fc.oneof(fc.constantFrom("orders", "messages"), text),
      filter: fc.oneof(fc.constantFrom("id=eq.1", "id=in.(1,2)", "x=eq.1", "id=is.null"), text),
      select: fc.array(text, { maxLength: 2 }),
    },
    { requiredKeys: ["event"] },
  );
  const config = fc.record(
    {
      private: fc.boolean(),
      broadcast: fc.record(
        {
          ack: fc.boolean(),
          self: fc.boolean(),
          replay: fc.record({ since: fc.double({ noNaN: true }), limit: fc.integer() }),
        },
        { requiredKeys: [] },
      ),
      presence: fc.record({ key: text, enabled: fc.boolean() }, { requiredKeys: [] }),
      postgres_changes: fc.array(change, { maxLength: 2 }),
    },
    { requiredKeys: [] },
  );
  const responseText = fc.oneof(
    fc.record({ event: fc.constantFrom("track", "untrack", "x"), payload }, { requiredKeys: ["event"] }),
    fc.record({ type: fc.constant("broadcast"), event: text, payload }),
    fc.record({ config, access_token: token }),
    fc.record({ access_token: token }),
    fc.jsonValue({ maxDepth: 2 }),
  );
  const event = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.constantFrom(
        "phx_join",
        "broadcast",
        "presence",
        "access_token",
        "phx_leave",
        "heartbeat",
      ),
    },
    { weight: 1, arbitrary: text },
  );
  const join = fc
    .tuple(ref, place, config, token)
    .map(([joinRef, name, joinConfig, access_token]) =>
      JSON.stringify([joinRef, "1", name, "phx_join", { config: joinConfig, access_token }]),
    );
  const said2 = fc
    .tuple(ref, ref, fc.oneof(place, fc.constant("phoenix"), text), event, responseText)
    .map((parts) => JSON.stringify(parts));
  const deep = deepJson.map(
    (json) => `["1","2","realtime:square","broadcast",{"event":"x","payload":${json}}]`,
  );
  const tracked = deepJson.map(
    (json) => `["1","2","realtime:square","presence",{"event":"track","payload":{"a":${json}}}]`,
  );
  const frame = fc
    .tuple(
      fc.tuple(fc.constantFrom(3, 3, 3, 0, 4, 255), fc.array(fc.nat(255), { maxLength: 6 })),
      fc.tuple(fc.constantFrom("1", ""), fc.constantFrom("2", ""), place, text, fc.constant(""), fc.json()),
      fc.boolean(),
    )
    .map(([[kind, lengths], [joinRef, itsRef, name, event, meta, json], isSound]) => {
      const texts = [joinRef, itsRef, name, event, meta].map((part) => Buffer.from(part));
      const header = isSound ? [...texts.map(({ length }) => length & 255), 1] : lengths;
      return Buffer.concat([Buffer.from([kind, ...header]), ...texts, Buffer.from(json)]);
    });
  return fc.record({
    version: fc.constantFrom("1.0.0", "2.0.0", "2.0.0", "2.0.0"),
    messages: fc.array(
      fc.oneof(
        { weight: 4, arbitrary: join },
        { weight: 6, arbitrary: said2 },
        { weight: 2, arbitrary: frame },
        { weight: 1, arbitrary: fc.oneof(deep, tracked) },
        { weight: 1, arbitrary: malformedBody },
      ),
      { minLength: 1, maxLength: 6 },
    ),
  });
}

const JOIN = '["1","0","realtime:square","phx_join",{"config":{"broadcast":{"self":true}}}]';

test("socket messages get a response, are ignored, or close the socket with a reason", async () => {
  await fuzzRequests(150, createConversations, async ({ version, messages }) => {
    const ws = new WebSocket(
      `ws://127.0.0.1:${port}/realtime/v1/websocket?apikey=${realtime.keys.anonKey}&vsn=${version}`,
    );
    const received: string[] = [];
    ws.on("message", (data) => received.push(data.toString("utf8")));
    const closed = new Promise<number>((resolve) => ws.once("close", resolve));
    await once(ws, "open");
    if (version === "2.0.0") ws.send(JOIN);
    for (const responseText of messages) ws.send(responseText);
    const heartbeat =
      version === "2.0.0"
        ? '[null,"end","phoenix","heartbeat",{}]'
        : '{"topic":"phoenix","event":"heartbeat","payload":{},"ref":"end"}';
    ws.send(heartbeat);
    const ended = new Promise<null>((resolve) => {
      ws.on("message", (data) => {
        if (/"end"/.test(data.toString())) resolve(null);
      });
    });
    const code = await Promise.race([closed, ended]);
    ws.terminate();
    const label = JSON.stringify({ version, messages, code }).slice(0, 3000);
    expect([null, 1006, 1007, 1009], label).toContain(code);
    for (const responseText of received)
      expect(responseText, label).not.toMatch(/PostgresError|RangeError|TypeError|\n\s+at /);
  });
  // The other clients are unaffected.
  const client = await connectRawClient(port, realtime.keys.anonKey);
  expect((await client.request("realtime:square", "phx_join")).payload.status).toBe("ok");
  client.ws.terminate();
});

test.each(["//", "//[", "/realtime/v1/websocket/..", "/%zz", "*"])(
  "no socket is opened at %s",
  async (address) => {
    const stream = openStream(port, "127.0.0.1");
    stream.write(
      `GET ${address} HTTP/1.1\r\nhost: shop.test\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`,
    );
    const response: Buffer[] = await stream.toArray();
    expect(Buffer.concat(response).toString()).toMatch(
      /^HTTP\/1.1 404 Not Found\r\n[\s\S]*\{"error":"Not found"\}$/,
    );
  },
);
