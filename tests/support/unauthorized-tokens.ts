/** Tokens without rights, of every kind: signed with a deployment's own keys, and with other keys. */
import { createPublicKey } from "node:crypto";
import { importJWK, SignJWT } from "jose";
import { createKeys, type Keys } from "#backend/core/gateway/keys.ts";
import { createTokens } from "#backend/core/gateway/tokens.ts";

/** Invalid tokens, and valid ones that an endpoint must not accept, by their descriptions. */
export async function createUnauthorizedTokens(keys: Keys): Promise<Record<string, string>> {
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
    "of another deployment": await (await createTokens(foreign)).sign(user),
    "of another deployment's service role": foreign.serviceRoleKey,
    "of an unknown user": await sign(user),
    expired: await sign({ ...user, exp: now - 3600 }),
    "not yet valid": await sign({ ...user, nbf: now + 3600 }),
    "with an invalid beginning": await new SignJWT({ ...user, nbf: Object("soon") })
      .setProtectedHeader({ alg: "ES256", kid: jwk?.kid })
      .sign(signingKey),
    "issued in the future": await sign({ ...user, iat: now + 3600 }),
    "with an invalid audience": await sign({ ...user, aud: { a: 1 } }),
    "for another audience": await sign({ ...user, aud: "elsewhere" }),
    "without expiry": await sign({ sub: user.sub, role: user.role }),
    unsigned: `${unsigned}.${payload}.`,
    "with a foreign signature": `${keys.anonKey.split(".").slice(0, 1)}.${payload}.${keys.anonKey.split(".")[2]}`,
    "signed with the public key": await hmac(JSON.stringify(jwk)),
    "signed with the public key's text": await hmac(publicKey.export({ format: "pem", type: "spki" })),
    "with an unknown key id": await new SignJWT(user)
      .setProtectedHeader({ alg: "ES256", kid: "nobody" })
      .sign(signingKey),
    "with a key URL": await hmac(foreign.jwtSecret, {
      jku: "http://127.0.0.1:9/jwks",
      x5u: "http://127.0.0.1:9",
    }),
    "of postgres": await sign({ ...user, role: "postgres" }),
    "of authenticator": await sign({ ...user, role: "authenticator" }),
    "of an unknown role": await sign({ ...user, role: 'x"; drop table y; --\u0000' }),
    "of no role": await sign({ ...user, role: undefined }),
    "with an invalid subject": await sign({ ...user, sub: "é\u0000'" }),
    "with an invalid session": await sign({ ...user, session_id: "'; select 1" }),
    "with invalid claims": await sign({ ...user, email: "\u0000", a: { b: [["\ud800"]] } }),
    "very long": await sign({ ...user, more: "x".repeat(40_000) }),
    "as long as the secret key": "é".repeat(keys.secretKey.length),
    opaque: "sb_publishable_nobody",
    malformed: "a.b.c",
    "SQL text": "select 1",
    empty: "",
  };
}
