import { createServer, type ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { chooseRequestId, getRequestId, withRequestId } from "./request-id.ts";

const UUID = /^[0-9a-f-]{36}$/;

it("takes a sane id from a trusted proxy only", () => {
  const headers = { "x-request-id": "req-1234.5678" };
  expect(chooseRequestId(headers, true)).toBe("req-1234.5678");
  expect(chooseRequestId(headers, false)).toMatch(UUID);
  for (const id of ["short", "x".repeat(65), "a b c d e f g", '12345678"', "1234567\u00e9"]) {
    expect(chooseRequestId({ "x-request-id": id }, true)).toMatch(UUID);
  }
  expect(chooseRequestId({}, true)).not.toBe(chooseRequestId({}, true));
});

it("is known during the request, also after a pause, and not outside of it", async () => {
  const found: (string | undefined)[] = [];
  const server = createServer(
    withRequestId(true, async (_request, response: ServerResponse) => {
      await new Promise((resolve) => setImmediate(resolve));
      found.push(getRequestId());
      response.end();
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { "x-request-id": "id-of-one" } });
  expect([response.headers.get("x-request-id"), found]).toEqual(["id-of-one", ["id-of-one"]]);
  expect(getRequestId()).toBeUndefined();
  server.close();
});
