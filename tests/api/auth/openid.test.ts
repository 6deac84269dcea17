/** Signing in at a provider, by its pages and by its tokens, and what an account opens by afterwards. */
import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { type OpenIdProvider, type Person, startOpenIdProvider } from "./openid-provider.ts";
import {
  failureOf,
  freshEmail,
  type Landing,
  PASSWORD,
  type SessionBody,
  sessionShape,
  startAuth,
  type TestAuth,
  userShape,
} from "./service.ts";

const ISSUER = "http://shop.test/auth/v1";
const people: Record<string, Person> = {};
let faso: OpenIdProvider;
let terse: OpenIdProvider;
let auth: TestAuth;
beforeAll(async () => {
  [faso, terse] = await Promise.all([
    startOpenIdProvider(people, `${ISSUER}/callback`, true),
    startOpenIdProvider(people, `${ISSUER}/callback`, false),
  ]);
  auth = await startAuth({
    issuer: ISSUER,
    siteUrl: "http://shop.test",
    manualLinking: true,
    emailEverySeconds: 0,
    providers: [faso.options("faso"), terse.options("terse")],
  });
});
afterAll(() => Promise.all([auth.close(), faso.close(), terse.close()]));

let counter = 0;
/** Somebody whom the provider knows. */
function somebody(person: Person = { email: freshEmail(), email_verified: true, name: "Awa Zongo" }): string {
  counter += 1;
  const name = `person-${counter}`;
  people[name] = person;
  return name;
}

async function authorize(query: Record<string, string>): Promise<string> {
  const response = await auth.call(`/authorize?${new URLSearchParams(query)}`, { method: "GET" });
  expect(response.status).toBe(302);
  return response.headers.get("location") ?? "";
}

/** Through the provider's pages and back. */
async function signIn(person: string, query: Record<string, string> = {}): Promise<Landing> {
  const page = await authorize({ provider: "faso", ...query });
  return auth.follow(await faso.visit(page, person));
}

async function userOf(landing: Landing): Promise<SessionBody["user"]> {
  const token = landing.fragment.access_token;
  return userShape.parse(await (await auth.call("/user", { method: "GET", token })).json());
}

function exchange(body: object): Promise<Response> {
  return auth.call("/token?grant_type=id_token", { body: { provider: "faso", ...body } });
}

test("a newcomer gets an account with what the provider knows, and the same one the next time", async () => {
  const person = somebody();
  const first = await signIn(person);
  expect(first).toMatchObject({
    status: 303,
    page: "http://shop.test/",
    fragment: { provider_token: expect.any(String), token_type: "bearer" },
  });
  const user = await userOf(first);
  expect(user).toMatchObject({
    email: people[person]?.email,
    email_confirmed_at: expect.any(String),
    app_metadata: { provider: "faso", providers: ["faso"] },
    user_metadata: { name: "Awa Zongo", full_name: "Awa Zongo", email_verified: true },
    identities: [{ provider: "faso", id: person, identity_data: { sub: person } }],
  });
  expect((await userOf(await signIn(person))).id).toBe(user.id);
});

test("a provider that names the address only in its user info is asked there", async () => {
  const person = somebody();
  const page = await authorize({ provider: "terse" });
  const user = await userOf(await auth.follow(await terse.visit(page, person)));
  expect(user.email).toBe(people[person]?.email);
});

test("who began with a challenge gets a code, and with it the provider's token", async () => {
  const verifier = randomBytes(32).toString("hex");
  const code_challenge = createHash("sha256").update(verifier).digest("base64url");
  const landing = await signIn(somebody(), {
    code_challenge,
    code_challenge_method: "s256",
    redirect_to: "http://shop.test/account",
  });
  expect(landing).toMatchObject({ status: 302, page: "http://shop.test/account", fragment: {} });
  const body = { auth_code: landing.query.code, code_verifier: verifier };
  const answer = await (await auth.call("/token?grant_type=pkce", { body })).json();
  const session = sessionShape.loose().parse(answer);
  expect(answer).toMatchObject({ provider_token: expect.any(String) });
  const verified = await auth.tokens.verify(session.access_token);
  expect(verified).toMatchObject({ claims: { amr: [{ method: "oauth" }] } });
});

describe("an account with the same address", () => {
  test("is joined, and keeps its password, when its owner has shown that the address is theirs", async () => {
    const email = freshEmail();
    await auth.call("/otp", { body: { email } });
    const { code } = await auth.mailTo(email);
    await auth.call("/verify", { body: { type: "email", email, token: code } });
    const landing = await signIn(somebody({ email: email.toUpperCase(), email_verified: true }));
    const user = await userOf(landing);
    expect(user).toMatchObject({ email, app_metadata: { providers: ["email", "faso"] } });
    expect(user.identities.map(({ provider }) => provider)).toEqual(["email", "faso"]);
  });

  test("keeps the password that its owner chose by a link of a mail", async () => {
    const { email } = (await auth.signUp()).user;
    await auth.call("/recover", { body: { email } });
    const token = (await auth.follow((await auth.mailTo(email)).link)).fragment.access_token;
    await auth.call("/user", { method: "PUT", token, body: { password: "tout neuf" } });
    await signIn(somebody({ email, email_verified: true }));
    const body = { email, password: "tout neuf" };
    expect((await auth.call("/token?grant_type=password", { body })).status).toBe(200);
  });

  test("that somebody only claimed is joined without their password and their sessions", async () => {
    const claimed = await auth.signUp();
    const { email } = claimed.user;
    const user = await userOf(await signIn(somebody({ email, email_verified: true })));
    expect(user.id).toBe(claimed.user.id);
    expect(user.identities.map(({ provider }) => provider)).toEqual(["faso"]);
    const old = await auth.call("/user", { method: "GET", token: claimed.access_token });
    expect(await failureOf(old)).toEqual([403, "session_not_found"]);
    const body = { email, password: PASSWORD };
    expect((await auth.call("/token?grant_type=password", { body })).status).toBe(400);
  });

  test("that somebody moved to is claimed as well, whatever they had proven before", async () => {
    const before = freshEmail();
    await auth.call("/otp", { body: { email: before } });
    const { code } = await auth.mailTo(before);
    const verified = await auth.call("/verify", { body: { type: "email", email: before, token: code } });
    const { access_token: token } = sessionShape.parse(await verified.json());
    const email = freshEmail();
    await auth.call("/user", { method: "PUT", token, body: { email, password: PASSWORD } });
    await signIn(somebody({ email, email_verified: true }));
    const body = { email, password: PASSWORD };
    expect((await auth.call("/token?grant_type=password", { body })).status).toBe(400);
  });

  test("leaves no door open that a claimer made, not even one of their own", async () => {
    const { user, access_token: token } = await auth.signUp();
    const claimer = somebody();
    const answer = await auth.call("/user/identities/authorize?provider=faso&skip_http_redirect=true", {
      method: "GET",
      token,
    });
    const { url } = z.object({ url: z.string() }).parse(await answer.json());
    expect((await userOf(await auth.follow(await faso.visit(url, claimer)))).id).toBe(user.id);
    await auth.call("/factors", { token, body: { factor_type: "totp" } });

    const owner = await userOf(await signIn(somebody({ email: user.email, email_verified: true })));
    expect(owner).toMatchObject({ id: user.id, identities: [{ provider: "faso", email: user.email }] });
    expect(owner.factors).toBeUndefined();
    expect((await userOf(await signIn(claimer))).id).not.toBe(user.id);
  });

  test("is not touched by who cannot prove it", async () => {
    const owner = await auth.signUp();
    const user = await userOf(await signIn(somebody({ email: owner.user.email, email_verified: false })));
    expect(user.id).not.toBe(owner.user.id);
    expect(user.email).toBe("");
    expect((await auth.call("/user", { method: "GET", token: owner.access_token })).status).toBe(200);
  });
});

describe("the way back from a provider", () => {
  test("that was refused there says so where it began", async () => {
    const page = await authorize({ provider: "faso", redirect_to: "http://shop.test/login" });
    const landing = await auth.follow(await faso.visit(page, null));
    expect(landing).toMatchObject({
      page: "http://shop.test/login",
      fragment: { error: "access_denied", error_description: "Not today" },
    });
  });

  test("works once", async () => {
    const back = await faso.visit(await authorize({ provider: "faso" }), somebody());
    expect((await auth.follow(back)).fragment.access_token).toBeTruthy();
    expect((await auth.follow(back)).fragment.error_code).toBe("bad_oauth_state");
  });

  test("with the code of another sign-in opens nothing", async () => {
    const [mine, other] = await Promise.all([
      authorize({ provider: "faso" }),
      authorize({ provider: "faso" }),
    ]);
    const back = new URL(await faso.visit(mine, somebody()));
    const state = new URL(other).searchParams.get("state") ?? "";
    back.searchParams.set("state", state);
    expect((await auth.follow(back.href)).fragment.error_code).toBe("bad_oauth_callback");
  });

  test("is over after a quarter of an hour", async () => {
    const back = await faso.visit(await authorize({ provider: "faso" }), somebody());
    await auth.sql`update auth.flow_state set created_at = created_at - interval '16 minutes'`;
    expect((await auth.follow(back)).fragment.error_code).toBe("bad_oauth_state");
  });

  test("of somebody who is banned ends there", async () => {
    const person = somebody();
    const { id } = await userOf(await signIn(person));
    await auth.sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${id}`;
    expect((await signIn(person)).fragment).toMatchObject({ error_code: "user_banned" });
  });

  test.each([
    ["", "bad_oauth_callback"],
    ["?state=", "bad_oauth_callback"],
    ["?state=x&code=1", "bad_oauth_state"],
    ["?state=3f2504e0-4f89-41d3-9a0c-0305e82c3301&code=1", "bad_oauth_state"],
  ])("%s leads to the site with %s", async (query, code) => {
    const landing = await auth.follow(`${ISSUER}/callback${query}`);
    expect([landing.page, landing.fragment.error_code]).toEqual(["http://shop.test/", code]);
  });

  test("may come as a form", async () => {
    const back = new URL(await faso.visit(await authorize({ provider: "faso" }), somebody()));
    const response = await auth.call("/callback", {
      body: back.search.slice(1),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(response.headers.get("location")).toContain("#access_token=");
  });
});

test("the page at the provider is asked for what it needs, and told no more than is allowed", async () => {
  const page = new URL(
    await authorize({
      provider: "faso",
      scopes: "phone email",
      prompt: "login",
      redirect_uri: "https://evil.example",
    }),
  );
  const query = Object.fromEntries(page.searchParams);
  expect(query).toMatchObject({
    scope: "openid email profile phone",
    prompt: "login",
    redirect_uri: `${ISSUER}/callback`,
    code_challenge_method: "S256",
  });
  for (const provider of ["", "google", "__proto__"]) {
    const response = await auth.call(`/authorize?provider=${provider}`, { method: "GET" });
    expect(await failureOf(response)).toEqual([400, "validation_failed"]);
  }
});

describe("a provider's own token", () => {
  test("signs in, with the nonce that was kept", async () => {
    const person = somebody();
    const id_token = await faso.idToken(person, "kept by the app");
    const session = sessionShape.parse(await (await exchange({ id_token, nonce: "kept by the app" })).json());
    expect(session.user.email).toBe(people[person]?.email);
    const wrong = await exchange({ id_token, nonce: "another" });
    expect([wrong.status, await wrong.json()]).toEqual([
      400,
      { error: "invalid nonce", error_description: "Nonces mismatch" },
    ]);
    expect((await exchange({ id_token })).status).toBe(400);
  });

  test("is known by its issuer and client as well", async () => {
    const id_token = await faso.idToken(somebody());
    const named = { provider: null, issuer: faso.issuer, client_id: "app", id_token };
    expect((await exchange(named)).status).toBe(200);
    expect((await exchange({ ...named, client_id: "somebody" })).status).toBe(400);
  });

  test("that was changed, comes from elsewhere or is none is refused", async () => {
    const [genuine, foreign] = await Promise.all([faso.idToken(somebody()), terse.idToken(somebody())]);
    const [head, , signature] = genuine.split(".");
    const payload = Buffer.from(JSON.stringify({ iss: faso.issuer, aud: "shop", sub: "x" })).toString(
      "base64url",
    );
    const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${payload}.`;
    for (const id_token of [`${head}.${payload}.${signature}`, foreign, unsigned, "x", auth.keys.anonKey]) {
      const response = await exchange({ id_token });
      expect([response.status, await response.json()]).toEqual([
        400,
        { error: "invalid request", error_description: "Bad ID token" },
      ]);
    }
    expect(await (await exchange({})).json()).toMatchObject({ error_description: "id_token required" });
    expect(await failureOf(await exchange({ provider: "google", id_token: genuine }))).toEqual([
      400,
      "provider_disabled",
    ]);
  });

  test("can be added to the account that is signed in", async () => {
    const { access_token: token, user } = await auth.signUp();
    const id_token = await faso.idToken(somebody());
    const body = { provider: "faso", id_token, link_identity: true };
    const linked = await auth.call("/token?grant_type=id_token", { token, body });
    expect(sessionShape.parse(await linked.json()).user).toMatchObject({
      id: user.id,
      app_metadata: { providers: ["email", "faso"] },
    });
    const anonymous = await auth.call("/token?grant_type=id_token", { body });
    expect(await failureOf(anonymous)).toEqual([401, "no_authorization"]);
  });
});

describe("ways into an account", () => {
  const link = async (token: string) => {
    const path = "/user/identities/authorize?provider=faso&skip_http_redirect=true";
    const answer: { url: string } = await (await auth.call(path, { method: "GET", token })).json();
    return answer.url;
  };
  const unlink = (token: string, id: unknown) =>
    auth.call(`/user/identities/${id}`, { method: "DELETE", token });

  test("are added at the provider, and taken away while one is left", async () => {
    const { access_token: token, user } = await auth.signUp();
    const linked = await userOf(await auth.follow(await faso.visit(await link(token), somebody())));
    expect(linked.id).toBe(user.id);
    const [own, added] = linked.identities;
    expect(added).toMatchObject({ provider: "faso" });
    expect(linked.app_metadata.providers).toEqual(["email", "faso"]);

    expect((await unlink(token, added?.identity_id)).status).toBe(200);
    const read = await auth.call("/user", { method: "GET", token });
    expect(userShape.parse(await read.json()).app_metadata.providers).toEqual(["email"]);
    expect(await failureOf(await unlink(token, own?.identity_id))).toEqual([
      422,
      "single_identity_not_deletable",
    ]);
    expect(await failureOf(await unlink(token, added?.identity_id))).toEqual([422, "identity_not_found"]);
    expect(await failureOf(await unlink(token, "x"))).toEqual([404, "validation_failed"]);
  });

  test("that are somebody else's cannot be added or taken away", async () => {
    const person = somebody();
    const owner = await userOf(await signIn(person));
    const { access_token: token } = await auth.signUp();
    const landing = await auth.follow(await faso.visit(await link(token), person));
    expect(landing.fragment.error_code).toBe("identity_already_exists");
    const taken = await unlink(token, owner.identities[0]?.identity_id);
    expect(await failureOf(taken)).toEqual([422, "identity_not_found"]);
  });

  test("take the account's address with them when it came with them", async () => {
    const person = somebody();
    const landing = await signIn(person);
    const token = landing.fragment.access_token ?? "";
    const other = somebody();
    const both = await userOf(await auth.follow(await faso.visit(await link(token), other)));
    expect((await unlink(token, both.identities[0]?.identity_id)).status).toBe(200);
    expect((await userOf(landing)).email).toBe(people[other]?.email);
  });

  test("by password begin with the first one, and are an identity of their own", async () => {
    const landing = await signIn(somebody());
    const { email } = await userOf(landing);
    const token = landing.fragment.access_token;
    await auth.call("/user", { method: "PUT", token, body: { password: "mon premier" } });
    const { identities } = await userOf(landing);
    expect(identities.map(({ provider }) => provider).sort()).toEqual(["email", "faso"]);
    const body = { email, password: "mon premier" };
    expect((await auth.call("/token?grant_type=password", { body })).status).toBe(200);
  });

  test("by password are gone with the e-mail identity", async () => {
    const { access_token: token, user } = await auth.signUp();
    const linked = await userOf(await auth.follow(await faso.visit(await link(token), somebody())));
    expect((await unlink(token, linked.identities[0]?.identity_id)).status).toBe(200);
    const body = { email: user.email, password: PASSWORD };
    expect((await auth.call("/token?grant_type=password", { body })).status).toBe(400);
  });

  test("stay as they are where that is not allowed", async () => {
    const closed = await startAuth();
    try {
      const { access_token: token, user } = await closed.signUp();
      for (const [method, path] of [
        ["GET", "/user/identities/authorize?provider=faso"],
        ["DELETE", `/user/identities/${user.identities[0]?.identity_id}`],
      ]) {
        const response = await closed.call(path ?? "", { method, token });
        expect(await failureOf(response)).toEqual([404, "manual_linking_disabled"]);
      }
    } finally {
      await closed.close();
    }
  });
});
