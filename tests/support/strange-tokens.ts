/** Tokens of every kind that comes without a right, made with a deployment's own keys and with others'. */
import { createPublicKey } from "node:crypto";
import { importJWK, SignJWT } from "jose";
import { createKeys, type Keys } from "../../backend/core/keys.ts";
import { createTokens } from "../../backend/core/tokens.ts";

/** Tokens that are wrong, or right and not what an endpoint expects; by what they are. */
export async function strangeTokens(keys: Keys): Promise<Record<string, string>> {
  const { sign, jwks } = await createTokens(keys);
  const foreign = await createKeys();
  const now = Math.floor(Date.now() / 1000);
  const user = {
    sub: "aaaaaaaa-0000-4000-8000-000000000001",
    role: "authenticated",
    aud: "authenticated",
    exp: now + 3600,
  };
  const [jwk] = jwks.keys;
  const publicKey = createPublicKey({ key: { ...jwk }, format: "jwk" });
  const hmac = (key: string | Buffer, header: object = {}) =>
    new SignJWT({ ...user, role: "service_role" })
      .setProtectedHeader({ alg: "HS256", ...header })
      .sign(typeof key === "string" ? Buffer.from(key) : key);
  const [, payload] = keys.serviceRoleKey.split(".");
  const unsigned = Buffer.from('{"alg":"none"}').toString("base64url");
  const signingKey = await importJWK(keys.signingKey, "ES256");
  return {
    anon: keys.anonKey,
    "service role": keys.serviceRoleKey,
    publishable: keys.publishableKey,
    "somebody else's": await (await createTokens(foreign)).sign(user),
    "somebody else's service role": foreign.serviceRoleKey,
    "of nobody": await sign(user),
    expired: await sign({ ...user, exp: now - 3600 }),
    "not yet valid": await sign({ ...user, nbf: now + 3600 }),
    "issued in future": await sign({ ...user, iat: now + 3600 }),
    "for a strange audience": await sign({ ...user, aud: { a: 1 } }),
    endless: await sign({ sub: user.sub, role: user.role }),
    unsigned: `${unsigned}.${payload}.`,
    "with another's signature": `${keys.anonKey.split(".").slice(0, 1)}.${payload}.${keys.anonKey.split(".")[2]}`,
    "signed with the public key": await hmac(JSON.stringify(jwk)),
    "signed with the public key's text": await hmac(publicKey.export({ format: "pem", type: "spki" })),
    "of another key's name": await new SignJWT(user)
      .setProtectedHeader({ alg: "ES256", kid: "nobody" })
      .sign(signingKey),
    "with a key of its own": await hmac(foreign.jwtSecret, {
      jku: "http://127.0.0.1:9/jwks",
      x5u: "http://127.0.0.1:9",
    }),
    "of postgres": await sign({ ...user, role: "postgres" }),
    "of authenticator": await sign({ ...user, role: "authenticator" }),
    "of a strange role": await sign({ ...user, role: 'x"; drop table y; --\u0000' }),
    "of no role": await sign({ ...user, role: undefined }),
    "of a strange subject": await sign({ ...user, sub: "é\u0000'" }),
    "of a strange session": await sign({ ...user, session_id: "'; select 1" }),
    "with strange claims": await sign({ ...user, email: "\u0000", a: { b: [["\ud800"]] } }),
    "very long": await sign({ ...user, more: "x".repeat(40_000) }),
    "as long as the secret one": "é".repeat(keys.secretKey.length),
    opaque: "sb_publishable_nobody",
    rubbish: "a.b.c",
    words: "select 1",
    empty: "",
  };
}
