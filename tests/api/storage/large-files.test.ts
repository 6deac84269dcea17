/** Large files over a real connection, through the HTTP server. */
import { once } from "node:events";
import { Agent, createServer, request as httpRequest, type Server } from "node:http";
import { setImmediate } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { waitForPort } from "#harness/wait-for-port.ts";
import { startStorage, type TestStorage } from "#tests/support/storage-fixture.ts";

let storage: TestStorage;
let server: Server;
let port: number;
beforeAll(async () => {
  storage = await startStorage();
  server = createServer(getRequestListener((request) => storage.fetch(request)));
  port = await waitForPort(server.listen(0, "127.0.0.1"));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await storage.close();
});

const MIB = 1024 * 1024;
const chunk = Buffer.alloc(MIB, "0123456789abcdef");

/** Sends a body in chunks as fast as it is accepted, until `size` bytes are sent or a response came. */
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
  const result = once(request, "response");
  let hasResponse = false;
  result.then(
    () => {
      hasResponse = true;
    },
    () => {},
  );
  for (let sent = 0; sent < size && !hasResponse; sent += chunk.length) {
    if (!request.write(chunk.subarray(0, Math.min(chunk.length, size - sent)))) {
      await Promise.race([once(request, "drain"), result]);
    }
    await setImmediate();
  }
  if (!hasResponse) request.end();
  const [response] = await result;
  const body: unknown = await new Response(response).json();
  request.destroy();
  return { status: response.statusCode, body };
}

test("forty megabytes are uploaded, downloaded, and read in part", async () => {
  const { status, body } = await send("/object/window/large.txt", 40 * MIB, true);
  expect([status, body]).toMatchObject([200, { Key: "window/large.txt" }]);
  const url = `http://127.0.0.1:${port}/storage/v1/object/public/window/large.txt`;
  const downloaded = Buffer.from(await (await fetch(url)).arrayBuffer());
  expect(downloaded.length).toBe(40 * MIB);
  expect(downloaded.subarray(-MIB)).toEqual(chunk);
  const part = await fetch(url, { headers: { range: `bytes=${20 * MIB + 3}-${20 * MIB + 5}` } });
  expect([part.status, await part.text()]).toEqual([206, "345"]);
  const head = await fetch(url, { method: "HEAD" });
  expect([head.status, head.headers.get("content-length")]).toEqual([200, String(40 * MIB)]);
});

describe("a body that is too large gets its response during the upload", () => {
  test.each([
    ["declared", true],
    ["not declared", false],
  ])("%s", async (_what, declared) => {
    const { status, body } = await send("/object/window/too-large.txt", 60 * MIB, declared);
    expect([status, body]).toMatchObject([400, { code: "EntityTooLarge" }]);
    expect((await storage.files()).incoming).toEqual([]);
  });
});

test("a user without the right to write is rejected before the file is sent", async () => {
  const { status, body } = await send("/object/window/refused.txt", 60 * MIB, false, storage.keys.anonKey);
  expect([status, body]).toMatchObject([400, { code: "AccessDenied" }]);
});

test("a lost connection leaves no rows or files", async () => {
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
  "after %s rejects an unread body, the connection serves the next request",
  async (path) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const sendRequest = async (method: string, requested: string, body = "") => {
      const headers = { apikey: storage.keys.anonKey, "content-length": body.length };
      const request = httpRequest({ port, agent, method, path: `/${requested}`, headers }).end(body);
      const [response] = await once(request, "response");
      await new Response(response).text();
      return { status: response.statusCode, onSameConnection: request.reusedSocket };
    };
    expect((await sendRequest("POST", path, "x".repeat(2 * MIB))).status).toBeGreaterThanOrEqual(400);
    expect(await sendRequest("GET", "auth/v1/health")).toEqual({ status: 200, onSameConnection: true });
    agent.destroy();
  },
);
