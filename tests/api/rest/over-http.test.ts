/** What a response looks like over HTTP/1.1: its reason phrase, and the length of a body that it does not have. */
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRequestListener } from "#backend/core/http/request-listener.ts";
import { asUser, type Cinema, openCinema } from "./cinema.ts";

let cinema: Cinema;
let server: Server;
beforeAll(async () => {
  cinema = await openCinema();
  server = createServer(
    createRequestListener((sent) => cinema.rest.fetch(sent, { ip: "", claims: null, tokenFailure: null })),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(async () => {
  server.close();
  await cinema.close();
});

async function send(
  method: string,
  path: string,
  body?: object,
): Promise<IncomingMessage & { text: string }> {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const headers = { prefer: "tx=rollback", ...(body && { "content-type": "application/json" }) };
  const sent = request({ port, host: "127.0.0.1", method, path: `/rest/v1/${path}`, headers });
  sent.end(body && JSON.stringify(body));
  const [response]: IncomingMessage[] = await once(sent, "response");
  if (!response) throw new Error("No response");
  return Object.assign(response, { text: await text(response) });
}

describe("the reason phrase", () => {
  const getReason = async (how: string) => {
    const { statusCode, statusMessage } = await send("POST", "rpc/refuse", { how });
    return [statusCode, Buffer.from(statusMessage ?? "", "latin1").toString()];
  };

  test("is the one of RAISE SQLSTATE 'PGRST', without line breaks", async () => {
    expect(await getReason("reason")).toEqual([332, "Payez à la caisse"]);
  });

  test("is the message of RAISE SQLSTATE 'PT402'", async () => {
    expect(await getReason("status")).toEqual([402, "Payez"]);
  });

  test("is HTTP's own otherwise", async () => {
    expect(await getReason("shaped")).toEqual([402, "Payment Required"]);
    expect(await getReason("plain")).toEqual([400, "Bad Request"]);
  });

  test("leaves the body and its length as they are", async () => {
    const response = await send("POST", "rpc/refuse", { how: "status" });
    expect(JSON.parse(response.text)).toMatchObject({ code: "PT402", message: "Payez" });
    expect(response.headers["content-length"]).toBe(String(response.text.length));
  });
});

describe("a response without a body", () => {
  test.each([
    ["POST", "people", 201, { name: "Sali" }, "0"],
    ["OPTIONS", "people", 200, undefined, "0"],
    ["PATCH", "people?id=eq.0", 204, { name: "Sali" }, undefined],
    ["DELETE", "people?id=eq.0", 204, undefined, undefined],
    ["POST", "rpc/forget", 204, {}, undefined],
    ["HEAD", "people", 200, undefined, undefined],
  ])("to %s %s has the status %d and the right length", async (method, path, status, body, length) => {
    const response = await send(method, path, body);
    expect([response.statusCode, response.headers["content-length"], response.text]).toEqual([
      status,
      length,
      "",
    ]);
    expect(response.headers["transfer-encoding"]).toBeUndefined();
  });
});

test("no cache keeps what a signed-in user reads, nor why it was refused", async () => {
  const read = async (path: string, claims: typeof asUser | null) => {
    const sent = new Request(`http://shop.test/rest/v1/${path}`);
    const { headers } = await cinema.rest.fetch(sent, { ip: "", claims, tokenFailure: null });
    return headers.get("cache-control");
  };
  expect([await read("people", asUser), await read("nothing", asUser)]).toEqual(["no-store", "no-store"]);
  expect(await read("people", null)).toBeNull();
});
