/** The shop's own function as browsers call it, through the gateway. Its effects: tests/api/mail. */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestBackend, type TestBackend } from "#tests/support/backend.ts";

const ROOT = join(import.meta.dirname, "../../..");

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.close());

const PATH = "/functions/v1/send-review-request";
const call = (headers: Record<string, string>, init: RequestInit = {}) =>
  backend.fetch(PATH, { method: "POST", body: JSON.stringify({ orderId: randomUUID() }), headers, ...init });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const signed = (claims: Record<string, unknown>, secret: string) =>
  new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(Buffer.from(secret));

it.each(["send-review-request", "remove-unused-pictures"])(
  "%s declares for Deno the installed versions of its packages",
  async (name) => {
    const read = async (path: string) => JSON.parse(await readFile(join(ROOT, path), "utf8"));
    const { imports }: { imports: Record<string, string> } = await read(
      `supabase/functions/${name}/deno.json`,
    );
    const { dependencies } = await read("package.json");
    expect(imports).toEqual(
      Object.fromEntries(Object.keys(imports).map((name) => [name, `npm:${name}@${dependencies[name]}`])),
    );
  },
);

it("responds to the unchanged official client", async () => {
  const { data, error } = await backend
    .client()
    .functions.invoke("send-review-request", { body: { orderId: randomUUID() } });
  expect([data, error]).toEqual([{ ok: true }, null]);
});

it("always gives the same response, and allows other origins to read it", async () => {
  const responses = await Promise.all([1, 2, 3].map(() => call(bearer(backend.keys.anonKey))));
  for (const response of responses) {
    expect([response.status, await response.text()]).toEqual([200, '{"ok":true}']);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
  }
});

it("handles the preflight of another origin", async () => {
  const response = await call(
    { origin: "https://autre.example", "access-control-request-method": "POST" },
    { method: "OPTIONS", body: null },
  );
  expect(response.status).toBe(204);
  expect(response.headers.get("access-control-allow-methods")).toBe("POST, OPTIONS");
  expect(response.headers.get("access-control-allow-headers")).toContain("authorization");
});

describe("rejects a request", () => {
  it("without a token", async () => {
    const response = await call({});
    expect([response.status, await response.json()]).toEqual([401, { msg: "Missing authorization header" }]);
  });

  it("with a forged, expired or invalid token", async () => {
    const expired = { role: "anon", exp: Math.floor(Date.now() / 1000) - 3600 };
    const tokens = [
      "none",
      await signed({ role: "service_role" }, "the secret of another deployment"),
      await signed(expired, backend.keys.jwtSecret),
    ];
    for (const token of tokens) {
      const response = await call(bearer(token));
      expect([response.status, Object.keys(await response.json())]).toEqual([401, ["msg"]]);
    }
  });

  it.each([["GET"], ["PUT"], ["DELETE"]])("by %s", async (method) => {
    const body = method === "GET" ? null : "{}";
    expect((await call(bearer(backend.keys.anonKey), { method, body })).status).toBe(405);
  });

  it.each(["", "null", "[]", "{", '"x"', "{}", '{"orderId":"1; drop table orders"}', "\0"])(
    "with the body %j",
    async (body) => {
      const response = await call(bearer(backend.keys.anonKey), { body });
      expect([response.status, await response.json()]).toEqual([
        400,
        { error: "orderId must be the id of an order" },
      ]);
    },
  );

  it("with more than a megabyte", async () => {
    const response = await call(bearer(backend.keys.anonKey), { body: " ".repeat((1 << 20) + 1) });
    expect([response.status, (await response.json()).code]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
  });
});
