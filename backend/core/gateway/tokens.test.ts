import { importJWK, SignJWT } from "jose";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createKeys, type Keys } from "./keys.ts";
import { createTokens, type Tokens } from "./tokens.ts";

/** In seconds. */
const NOW = 1_800_000_000;
let keys: Keys;
let tokens: Tokens;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW * 1000 });
  keys = await createKeys();
  tokens = await createTokens(keys);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const expired = { ok: false, failure: { reason: "expired", message: "JWT expired" } };

it("accepts a token for half a minute after its end, also one that was verified before", async () => {
  const token = await tokens.sign({ sub: "awa", exp: NOW });
  await tokens.verify(token);
  const verify = async () => [await tokens.verify(token), await (await createTokens(keys)).verify(token)];
  vi.setSystemTime((NOW + 29) * 1000);
  expect(await verify()).toMatchObject([{ ok: true }, { ok: true }]);
  vi.setSystemTime((NOW + 30) * 1000);
  expect(await verify()).toEqual([expired, expired]);
});

it("accepts a token without an end again", async () => {
  const token = await tokens.sign({ sub: "awa" });
  for (let time = 0; time < 2; time++)
    expect(await tokens.verify(token)).toEqual({ ok: true, claims: { sub: "awa", role: undefined } });
});

it("computes the signature of a token once", async () => {
  const verifySignature = vi.spyOn(crypto.subtle, "verify");
  const token = await tokens.sign({ sub: "awa", exp: NOW + 60 });
  await tokens.verify(token);
  await tokens.verify(token);
  expect(verifySignature).toHaveBeenCalledTimes(1);
});

it("accepts a clock that is half a minute ahead", async () => {
  expect(await tokens.verify(await tokens.sign({ iat: NOW + 30 }))).toMatchObject({ ok: true });
  expect(await tokens.verify(await tokens.sign({ iat: NOW + 31 }))).toMatchObject({
    failure: { reason: "issued_in_future" },
  });
});

it("takes the algorithm from its own keys: ES256 with its id, and HS256", async () => {
  const privateKey = await importJWK(keys.signingKey, "ES256");
  const secret = Buffer.from(keys.jwtSecret);
  const sign = (header: { alg: string; kid?: string }, key: Parameters<SignJWT["sign"]>[0]) =>
    new SignJWT({ sub: "awa" }).setProtectedHeader(header).sign(key);
  expect(await tokens.verify(await sign({ alg: "HS256" }, secret))).toMatchObject({ ok: true });
  const foreign = [
    await sign({ alg: "ES256", kid: "another" }, privateKey),
    await sign({ alg: "HS512" }, secret),
  ];
  for (const token of foreign)
    expect(await tokens.verify(token)).toMatchObject({
      failure: { reason: "signature", message: "No suitable key or wrong key type" },
    });
});
