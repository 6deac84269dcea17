/**
 * A visitor who opens connections without end, and sends nothing, or slowly, over them: their network may have so many
 * open, and everybody else's are accepted meanwhile.
 */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { Hono } from "hono";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type HttpServer, listen } from "#app/server/http/http-server.ts";
import { createShopApp } from "#app/server/shop-app.ts";
import type { Limits } from "#backend/core/limits/limits.ts";
import { OpenCounts } from "#backend/core/limits/open-counts.ts";
import { createRequestLimit } from "#backend/core/limits/open-requests.ts";
import { createUnfinishedLimit } from "#backend/core/limits/unfinished-requests.ts";
import { createUnreadLimit } from "#backend/core/limits/unread-responses.ts";
import { createStrictLimits } from "#tests/support/limits.ts";

const ATTACKER = "127.0.3.1";
const NEIGHBOUR = "127.0.3.2";
const VISITOR = "127.0.4.1";

let http: HttpServer;
let sockets: Socket[];
beforeEach(async () => {
  sockets = [];
  http = await listen(0, "127.0.0.1");
  http.handleRequests((_, response) => response.end("a page"));
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await http.close();
});

function limit(scope: "address" | "network", maximum: number): Limits {
  const limits = createStrictLimits({ connections: maximum }, scope);
  const connections = new OpenCounts(limits, "connections");
  http.handleConnections((address) => connections.take(address));
  return limits;
}

/** Opens a connection, and sends the text. */
async function open(localAddress: string, text: string): Promise<Socket> {
  const socket = connect({ port: http.port, host: "127.0.0.1", localAddress });
  sockets.push(socket);
  // A connection that is refused may be reset while it sends.
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(text);
  return socket;
}

const GET = "GET / HTTP/1.1\r\nhost: shop.test\r\n\r\n";

/** The status that a new connection gets for a page. */
async function readStatus(localAddress: string): Promise<string> {
  const socket = await open(localAddress, GET);
  const [data]: Buffer[] = await once(socket, "data");
  socket.destroy();
  return String(data).split(" ")[1] ?? "";
}

test.each([
  ["idle ones", ""],
  ["ones kept alive", GET],
  ["slow headers", "GET / HTTP/1.1\r\nhost: shop.test\r\nx-slow: "],
  ["slow bodies", "POST / HTTP/1.1\r\nhost: shop.test\r\ncontent-length: 1000\r\n\r\na"],
  [
    "upgrades that nobody answers",
    "GET /nowhere HTTP/1.1\r\nhost: shop.test\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n",
  ],
])("three connections are one address's: %s", async (_, text) => {
  const limits = limit("address", 3);
  const held = [await open(ATTACKER, text), await open(ATTACKER, text), await open(ATTACKER, text)];
  expect(await readStatus(ATTACKER)).toBe("429");
  expect([await readStatus(NEIGHBOUR), await readStatus(VISITOR)]).toEqual(["200", "200"]);
  expect(limits.drainRefusals()).toEqual(new Map([["connections/everyone/address", 1]]));
  for (const socket of held) socket.destroy();
  await expect.poll(() => readStatus(ATTACKER)).toBe("200");
});

test("a network's addresses share its connections", async () => {
  limit("network", 3);
  for (const address of [ATTACKER, NEIGHBOUR, "127.0.3.9"]) await open(address, "");
  expect(await readStatus("127.0.3.10")).toBe("429");
  expect(await readStatus(VISITOR)).toBe("200");
});

test("a socket of realtime is no connection any more: it has a limit of its own", async () => {
  limit("address", 1);
  const upgraded: Duplex[] = [];
  http.handleUpgrades(
    () => true,
    (_, socket) => {
      upgraded.push(socket);
      socket.write("HTTP/1.1 101 Switching Protocols\r\n\r\n");
    },
  );
  const upgrade =
    "GET /socket HTTP/1.1\r\nhost: shop.test\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n";
  for (let n = 0; n < 3; n++) await once(await open(ATTACKER, upgrade), "data");
  expect(await readStatus(ATTACKER)).toBe("200");
  for (const socket of upgraded) socket.destroy();
});

test("answers that nobody reads do not fill the memory", async () => {
  const bytes = 20_000_000;
  const limits = createStrictLimits({ unread_response_bytes: 2 * bytes });
  const limitUnread = createUnreadLimit(limits);
  http.handleRequests((request, response) => {
    response.end(Buffer.alloc(bytes));
    limitUnread(response, request.socket.remoteAddress ?? "");
  });
  const greedy: Socket[] = [];
  for (let n = 0; n < 4; n++) greedy.push(await open(ATTACKER, GET));
  await expect.poll(() => limits.drainRefusals().size).toBe(1);
  // Whoever reads gets an answer, also beside them.
  const visit = await open(VISITOR, GET);
  let read = 0;
  visit.on("data", (data) => {
    read += data.length;
  });
  await expect.poll(() => read).toBeGreaterThan(bytes);
  for (const socket of greedy) socket.destroy();
});

describe("bodies that are sent slowly", () => {
  const bytes = 1_000_000;
  let limits: Limits;
  beforeEach(() => {
    limits = createStrictLimits({ unfinished_request_bytes: 2 * bytes });
    const begin = createUnfinishedLimit(limits);
    http.handleRequests((request, response) => {
      const finish = begin(request, request.socket.remoteAddress ?? "");
      response.statusCode = finish ? 200 : 429;
      if (finish) response.once("close", finish);
      if (!finish) response.end();
      else request.resume().once("end", () => response.end());
    });
  });
  const post = (path: string, header: string) =>
    `POST ${path} HTTP/1.1\r\nhost: shop.test\r\n${header}\r\n\r\n`;
  const announce = (length: number) => `content-length: ${length}`;

  test.each([
    ["of a known length", "/rest/v1/messages", announce(bytes)],
    ["of any length", "/rest/v1/messages", "transfer-encoding: chunked"],
    ["of files, of which a part is in memory", "/storage/v1/object/quotes/x", announce(100 * bytes)],
  ])("do not fill the memory: %s", async (_, path, header) => {
    limits.replace(limits.all.map((limit) => ({ ...limit, maximum: limit.maximum && 2 * 1024 * 1024 })));
    const held = [await open(ATTACKER, post(path, header)), await open(ATTACKER, post(path, header))];
    const [refused]: Buffer[] = await once(await open(ATTACKER, post(path, header)), "data");
    expect(String(refused)).toContain(" 429 ");
    const visit = post("/rest/v1/orders", `${announce(2)}`);
    for (const address of [ATTACKER, VISITOR]) {
      const [answer]: Buffer[] = await once(await open(address, `${visit}{}`), "data");
      expect(String(answer)).toContain(" 200 ");
    }
    for (const socket of held) socket.destroy();
    await expect
      .poll(async () => {
        const body = "x".repeat(bytes);
        const [answer]: Buffer[] = await once(
          await open(ATTACKER, post("/rest/v1/messages", announce(bytes)) + body),
          "data",
        );
        return String(answer).split(" ")[1];
      })
      .toBe("200");
    expect(limits.drainRefusals().get("unfinished_request_bytes/everyone/address")).toBeGreaterThan(0);
  });
});

test("pages take no body, so none waits in memory", async () => {
  const app = createShopApp({
    site: { siteUrl: "http://shop.test" },
    seedDir: "",
    probes: new Hono(),
    render: async () => new Response(null, { status: 405 }),
    getReference: () => undefined,
    logError: () => {},
  });
  const body = new ReadableStream({ start: (sender) => sender.enqueue(new Uint8Array(1_000_000)) });
  const options = { method: "POST", body, duplex: "half" };
  const response = await app.request(new Request("http://shop.test/", options), {}, {});
  expect(response.status).toBe(405);
});

test("requests that are sent before the first is answered count as connections of their address", async () => {
  const limits = createStrictLimits({ connections: 10 });
  const waiting: (() => void)[] = [];
  const limitRequests = createRequestLimit(limits, false);
  http.handleRequests(limitRequests((_, response) => waiting.push(() => response.end("a page"))));
  const socket = await open(ATTACKER, GET.repeat(200));
  let answers = "";
  socket.on("data", (data) => {
    answers += data;
  });
  // The first of a connection is counted with it.
  await expect.poll(() => waiting.length).toBe(11);
  const visit = await open(VISITOR, GET);
  await expect.poll(() => waiting.length).toBe(12);
  for (const answer of waiting) answer();
  expect(String(await once(visit, "data"))).toContain("200 OK");
  await expect.poll(() => answers.split(" 200 OK").length - 1).toBeGreaterThanOrEqual(11);
  await expect.poll(() => answers).toContain(" 429 Too Many Requests");
});
