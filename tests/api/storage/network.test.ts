/** Large files over a real connection, as the server hands requests on. */
import { once } from "node:events";
import { Agent, createServer, request as httpRequest, type Server } from "node:http";
import { setImmediate } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { portOf } from "../../support/port-of.ts";
import { startStorage, type TestStorage } from "./service.ts";

let storage: TestStorage;
let server: Server;
let port: number;
beforeAll(async () => {
  storage = await startStorage();
  server = createServer(getRequestListener((request) => storage.fetch(request)));
  port = await portOf(server.listen(0, "127.0.0.1"));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await storage.close();
});

const MIB = 1024 * 1024;
const chunk = Buffer.alloc(MIB, "0123456789abcdef");

/** Sends a body piece by piece, as fast as it is taken, until `size` bytes or an answer came. */
async function send(path: string, size: number, declared: boolean, apikey = storage.keys.serviceRoleKey) {
  const request = httpRequest({
    port,
    path: `/storage/v1${path}`,
    method: "POST",
    headers: {
      apikey,
      "content-type": "text/plain",
      ...(declared ? { "content-length": size } : {}),
    },
  });
  const answered = once(request, "response");
  let isAnswered = false;
  answered.then(
    () => {
      isAnswered = true;
    },
    () => {},
  );
  for (let sent = 0; sent < size && !isAnswered; sent += chunk.length) {
    if (!request.write(chunk.subarray(0, Math.min(chunk.length, size - sent)))) {
      await Promise.race([once(request, "drain"), answered]);
    }
    await setImmediate();
  }
  if (!isAnswered) request.end();
  const [answer] = await answered;
  const body: unknown = await new Response(answer).json();
  request.destroy();
  return { status: answer.statusCode, body };
}

test("forty megabytes go up, come down, and in part", async () => {
  const { status, body } = await send("/object/window/large.txt", 40 * MIB, true);
  expect([status, body]).toMatchObject([200, { Key: "window/large.txt" }]);
  const url = `http://127.0.0.1:${port}/storage/v1/object/public/window/large.txt`;
  const whole = Buffer.from(await (await fetch(url)).arrayBuffer());
  expect(whole.length).toBe(40 * MIB);
  expect(whole.subarray(-MIB)).toEqual(chunk);
  const part = await fetch(url, { headers: { range: `bytes=${20 * MIB + 3}-${20 * MIB + 5}` } });
  expect([part.status, await part.text()]).toEqual([206, "345"]);
  const head = await fetch(url, { method: "HEAD" });
  expect([head.status, head.headers.get("content-length")]).toEqual([200, String(40 * MIB)]);
});

describe("what is too large is answered while it is being sent", () => {
  test.each([
    ["declared", true],
    ["not declared", false],
  ])("%s", async (_what, declared) => {
    const { status, body } = await send("/object/window/too-large.txt", 60 * MIB, declared);
    expect([status, body]).toMatchObject([400, { code: "EntityTooLarge" }]);
    expect((await storage.files()).incoming).toEqual([]);
  });
});

test("who may not write is told before the file is sent", async () => {
  const { status, body } = await send("/object/window/refused.txt", 60 * MIB, false, storage.keys.anonKey);
  expect([status, body]).toMatchObject([400, { code: "AccessDenied" }]);
});

test("a connection that is lost leaves nothing", async () => {
  const before = await storage.files();
  const request = httpRequest({
    port,
    path: "/storage/v1/object/window/lost.txt",
    method: "POST",
    headers: { apikey: storage.keys.serviceRoleKey, "content-length": 10 * MIB },
  });
  request.on("error", () => {});
  request.write(chunk);
  await expect.poll(async () => (await storage.files()).incoming).toHaveLength(1);
  request.destroy();
  await expect.poll(storage.files).toEqual(before);
  const [row] = await storage.owner`select from storage.objects where name = 'lost.txt'`;
  expect(row).toBeUndefined();
});

test.each(["auth/v1/signup", "rest/v1/categories", "functions/v1/send-review-request"])(
  "what %s refuses unread leaves the connection to the next request",
  async (path) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = async (method: string, asked: string, body = "") => {
      const headers = { apikey: storage.keys.anonKey, "content-length": body.length };
      const request = httpRequest({ port, agent, method, path: `/${asked}`, headers }).end(body);
      const [answer] = await once(request, "response");
      await new Response(answer).text();
      return { status: answer.statusCode, onSameConnection: request.reusedSocket };
    };
    expect((await ask("POST", path, "x".repeat(2 * MIB))).status).toBeGreaterThanOrEqual(400);
    expect(await ask("GET", "auth/v1/health")).toEqual({ status: 200, onSameConnection: true });
    agent.destroy();
  },
);
