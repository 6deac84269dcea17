import { beforeAll, expect, it } from "vitest";
import { resolveRequestContext } from "./gateway.ts";
import { createKeys, type Keys } from "./keys.ts";
import { createTokens, type Tokens } from "./tokens.ts";

let keys: Keys;
let tokens: Tokens;
beforeAll(async () => {
  keys = await createKeys();
  tokens = await createTokens(keys);
});

const browser = { origin: "https://elsewhere.example" };
const resolve = (path: string, init: RequestInit) =>
  resolveRequestContext(new Request(`https://yaare.example${path}`, init), "192.0.2.1", { tokens, keys });
const getStatus = async (path: string, init: RequestInit) => {
  const context = await resolve(path, init);
  return context instanceof Response ? context.status : null;
};

it("refuses what a browser writes without a key, and neither reads nor what needs no key", async () => {
  const write = (path: string, method = "POST") => getStatus(path, { method, headers: browser });
  expect(await Promise.all(["/auth/v1/recover", "/rest/v1/messages"].map((path) => write(path)))).toEqual([
    401, 401,
  ]);
  expect(
    await Promise.all(["GET", "HEAD", "OPTIONS"].map((method) => write("/rest/v1/messages", method))),
  ).toEqual([null, null, null]);
  expect(
    await Promise.all(["/auth/v1/callback", "/storage/v1/object/upload"].map((path) => write(path))),
  ).toEqual([null, null]);
  expect(await getStatus("/rest/v1/messages", { method: "POST" })).toBe(null);
});

it("refuses a secret key from a browser, and takes no other of its length for it", async () => {
  const send = (apikey: string) => resolve("/rest/v1/products", { headers: { ...browser, apikey } });
  expect(await send(keys.secretKey)).toMatchObject({ status: 401 });
  expect(await send("x".repeat(keys.secretKey.length))).toMatchObject({
    claims: null,
    tokenFailure: { reason: "malformed" },
  });
});

it("tells how long a token took", async () => {
  const started = performance.now();
  const context = await resolve("/rest/v1/products", { headers: { apikey: keys.anonKey } });
  if (context instanceof Response) throw new Error("refused");
  expect(context.tokenTime).toBeGreaterThan(0);
  expect(context.tokenTime).toBeLessThan(performance.now() - started);
});
