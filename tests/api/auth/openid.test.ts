/** OpenID sign-in, by redirect and by id_token, and the identities of an account afterwards. */
import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import {
  createUniqueEmail,
  PASSWORD,
  type RedirectTarget,
  readError,
  type SessionResponse,
  sessionSchema,
  startAuth,
  type TestAuth,
  userSchema,
} from "./auth-fixture.ts";
import { type OidcUser, type OpenIdProvider, startOpenIdProvider } from "./openid-provider.ts";

const ISSUER = "http://shop.test/auth/v1";
const users: Record<string, OidcUser> = {};
let faso: OpenIdProvider;
let terse: OpenIdProvider;
let auth: TestAuth;
beforeAll(async () => {
  [faso, terse] = await Promise.all([
    startOpenIdProvider(users, `${ISSUER}/callback`, true),
    startOpenIdProvider(users, `${ISSUER}/callback`, false),
  ]);
  auth = await startAuth({
    issuer: ISSUER,
    siteUrl: "http://shop.test",
    manualLinking: true,
    emailMinIntervalSeconds: 0,
    providers: [faso.options("faso"), terse.options("terse")],
  });
});
afterAll(() => Promise.all([auth.close(), faso.close(), terse.close()]));

let counter = 0;
/** Adds a user to the provider. */
function createOidcUser(
  oidcUser: OidcUser = { email: createUniqueEmail(), email_verified: true, name: "Awa Zongo" },
): string {
  counter += 1;
  const name = `person-${counter}`;
  users[name] = oidcUser;
  return name;
}

async function authorize(query: Record<string, string>): Promise<string> {
  const response = await auth.call(`/authorize?${new URLSearchParams(query)}`, { method: "GET" });
  expect(response.status).toBe(302);
  return response.headers.get("location") ?? "";
}

/** Signs in by redirect to the provider and back. */
async function signIn(oidcUser: string, query: Record<string, string> = {}): Promise<RedirectTarget> {
  const page = await authorize({ provider: "faso", ...query });
  return auth.followLink(await faso.followRedirects(page, oidcUser));
}

async function getUser(target: RedirectTarget): Promise<SessionResponse["user"]> {
  const token = target.fragment.access_token;
  return userSchema.parse(await (await auth.call("/user", { method: "GET", token })).json());
}

function exchange(body: object): Promise<Response> {
  return auth.call("/token?grant_type=id_token", { body: { provider: "faso", ...body } });
}

test("a new user gets an account with the provider's claims, and the same one the next time", async () => {
  const oidcUser = createOidcUser();
  const first = await signIn(oidcUser);
  expect(first).toMatchObject({
    status: 303,
    page: "http://shop.test/",
    fragment: { provider_token: expect.any(String), token_type: "bearer" },
  });
  const user = await getUser(first);
  expect(user).toMatchObject({
    email: users[oidcUser]?.email,
    email_confirmed_at: expect.any(String),
    app_metadata: { provider: "faso", providers: ["faso"] },
    user_metadata: { name: "Awa Zongo", full_name: "Awa Zongo", email_verified: true },
    identities: [{ provider: "faso", id: oidcUser, identity_data: { sub: oidcUser } }],
  });
  expect((await getUser(await signIn(oidcUser))).id).toBe(user.id);
});

test("a provider with the address only in its user info is queried there", async () => {
  const oidcUser = createOidcUser();
  const page = await authorize({ provider: "terse" });
  const user = await getUser(await auth.followLink(await terse.followRedirects(page, oidcUser)));
  expect(user.email).toBe(users[oidcUser]?.email);
});

test("a flow with a challenge returns a code, which yields the provider's token as well", async () => {
  const verifier = randomBytes(32).toString("hex");
  const code_challenge = createHash("sha256").update(verifier).digest("base64url");
  const target = await signIn(createOidcUser(), {
    code_challenge,
    code_challenge_method: "s256",
    redirect_to: "http://shop.test/account",
  });
  expect(target).toMatchObject({ status: 302, page: "http://shop.test/account", fragment: {} });
  const body = { auth_code: target.query.code, code_verifier: verifier };
  const json = await (await auth.call("/token?grant_type=pkce", { body })).json();
  const session = sessionSchema.loose().parse(json);
  expect(json).toMatchObject({ provider_token: expect.any(String) });
  const verified = await auth.tokens.verify(session.access_token);
  expect(verified).toMatchObject({ claims: { amr: [{ method: "oauth" }] } });
});

describe("an account with the same address", () => {
  test("is linked, and keeps its password, when its owner has confirmed the address", async () => {
    const email = createUniqueEmail();
    await auth.call("/otp", { body: { email } });
    const { code } = await auth.getLatestMail(email);
    await auth.call("/verify", { body: { type: "email", email, token: code } });
    const target = await signIn(createOidcUser({ email: email.toUpperCase(), email_verified: true }));
    const user = await getUser(target);
    expect(user).toMatchObject({ email, app_metadata: { providers: ["email", "faso"] } });
    expect(user.identities.map(({ provider }) => provider)).toEqual(["email", "faso"]);
  });

  test("keeps the password that its owner set by a link of a mail", async () => {
    const { email } = (await auth.signUp()).user;
    await auth.call("/recover", { body: { email } });
    const token = (await auth.followLink((await auth.getLatestMail(email)).link)).fragment.access_token;
    await auth.call("/user", { method: "PUT", token, body: { password: "tout neuf" } });
    await signIn(createOidcUser({ email, email_verified: true }));
    const body = { email, password: "tout neuf" };
    expect((await auth.call("/token?grant_type=password", { body })).status).toBe(200);
  });

  test("with an unconfirmed address is linked without its password and its sessions", async () => {
    const claimed = await auth.signUp();
    const { email } = claimed.user;
    const user = await getUser(await signIn(createOidcUser({ email, email_verified: true })));
    expect(user.id).toBe(claimed.user.id);
    expect(user.identities.map(({ provider }) => provider)).toEqual(["faso"]);
    const old = await auth.call("/user", { method: "GET", token: claimed.access_token });
    expect(await readError(old)).toEqual([403, "session_not_found"]);
    const body = { email, password: PASSWORD };
    expect((await auth.call("/token?grant_type=password", { body })).status).toBe(400);
  });

  test("with an unconfirmed new address is taken over as well, even if the old one was confirmed", async () => {
    const before = createUniqueEmail();
    await auth.call("/otp", { body: { email: before } });
    const { code } = await auth.getLatestMail(before);
    const verified = await auth.call("/verify", { body: { type: "email", email: before, token: code } });
    const { access_token: token } = sessionSchema.parse(await verified.json());
    const email = createUniqueEmail();
    await auth.call("/user", { method: "PUT", token, body: { email, password: PASSWORD } });
    await signIn(createOidcUser({ email, email_verified: true }));
    const body = { email, password: PASSWORD };
    expect((await auth.call("/token?grant_type=password", { body })).status).toBe(400);
  });

  test("loses the identities and factors that a previous claimant added", async () => {
    const { user, access_token: token } = await auth.signUp();
    const claimer = createOidcUser();
    const response = await auth.call("/user/identities/authorize?provider=faso&skip_http_redirect=true", {
      method: "GET",
      token,
    });
    const { url } = z.object({ url: z.string() }).parse(await response.json());
    expect((await getUser(await auth.followLink(await faso.followRedirects(url, claimer)))).id).toBe(user.id);
    await auth.call("/factors", { token, body: { factor_type: "totp" } });

    const owner = await getUser(await signIn(createOidcUser({ email: user.email, email_verified: true })));
    expect(owner).toMatchObject({ id: user.id, identities: [{ provider: "faso", email: user.email }] });
    expect(owner.factors).toBeUndefined();
    expect((await getUser(await signIn(claimer))).id).not.toBe(user.id);
  });

  test("is not linked when the provider has not verified the address", async () => {
    const owner = await auth.signUp();
    const user = await getUser(
      await signIn(createOidcUser({ email: owner.user.email, email_verified: false })),
    );
    expect(user.id).not.toBe(owner.user.id);
    expect(user.email).toBe("");
    expect((await auth.call("/user", { method: "GET", token: owner.access_token })).status).toBe(200);
  });
});

describe("the callback of a provider", () => {
  test("redirects a provider's error to the page where the flow began", async () => {
    const page = await authorize({ provider: "faso", redirect_to: "http://shop.test/login" });
    const target = await auth.followLink(await faso.followRedirects(page, null));
    expect(target).toMatchObject({
      page: "http://shop.test/login",
      fragment: { error: "access_denied", error_description: "Not today" },
    });
  });

  test("works once", async () => {
    const back = await faso.followRedirects(await authorize({ provider: "faso" }), createOidcUser());
    expect((await auth.followLink(back)).fragment.access_token).toBeTruthy();
    expect((await auth.followLink(back)).fragment.error_code).toBe("bad_oauth_state");
  });

  test("with the code of another sign-in is rejected", async () => {
    const [mine, other] = await Promise.all([
      authorize({ provider: "faso" }),
      authorize({ provider: "faso" }),
    ]);
    const back = new URL(await faso.followRedirects(mine, createOidcUser()));
    const state = new URL(other).searchParams.get("state") ?? "";
    back.searchParams.set("state", state);
    expect((await auth.followLink(back.href)).fragment.error_code).toBe("bad_oauth_callback");
  });

  test("expires after 15 minutes", async () => {
    const back = await faso.followRedirects(await authorize({ provider: "faso" }), createOidcUser());
    await auth.sql`update auth.flow_state set created_at = created_at - interval '16 minutes'`;
    expect((await auth.followLink(back)).fragment.error_code).toBe("bad_oauth_state");
  });

  test("rejects a banned user", async () => {
    const oidcUser = createOidcUser();
    const { id } = await getUser(await signIn(oidcUser));
    await auth.sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${id}`;
    expect((await signIn(oidcUser)).fragment).toMatchObject({ error_code: "user_banned" });
  });

  test.each([
    ["", "bad_oauth_callback"],
    ["?state=", "bad_oauth_callback"],
    ["?state=x&code=1", "bad_oauth_state"],
    ["?state=3f2504e0-4f89-41d3-9a0c-0305e82c3301&code=1", "bad_oauth_state"],
  ])("%s redirects to the site with %s", async (query, code) => {
    const target = await auth.followLink(`${ISSUER}/callback${query}`);
    expect([target.page, target.fragment.error_code]).toEqual(["http://shop.test/", code]);
  });

  test("accepts a form post", async () => {
    const back = new URL(await faso.followRedirects(await authorize({ provider: "faso" }), createOidcUser()));
    const response = await auth.call("/callback", {
      body: back.search.slice(1),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(response.headers.get("location")).toContain("#access_token=");
  });
});

test("the provider's page gets the required parameters, and only allowed ones of the caller's", async () => {
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
    expect(await readError(response)).toEqual([400, "validation_failed"]);
  }
});

describe("an id_token", () => {
  test("signs in, with the stored nonce", async () => {
    const oidcUser = createOidcUser();
    const id_token = await faso.idToken(oidcUser, "stored by the app");
    const session = sessionSchema.parse(
      await (await exchange({ id_token, nonce: "stored by the app" })).json(),
    );
    expect(session.user.email).toBe(users[oidcUser]?.email);
    const wrong = await exchange({ id_token, nonce: "another" });
    expect([wrong.status, await wrong.json()]).toEqual([
      400,
      { error: "invalid nonce", error_description: "Nonces mismatch" },
    ]);
    expect((await exchange({ id_token })).status).toBe(400);
  });

  test("is matched by its issuer and client as well", async () => {
    const id_token = await faso.idToken(createOidcUser());
    const named = { provider: null, issuer: faso.issuer, client_id: "app", id_token };
    expect((await exchange(named)).status).toBe(200);
    expect((await exchange({ ...named, client_id: "somebody" })).status).toBe(400);
  });

  test("that was changed, comes from elsewhere or is invalid is rejected", async () => {
    const [genuine, foreign] = await Promise.all([
      faso.idToken(createOidcUser()),
      terse.idToken(createOidcUser()),
    ]);
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
    expect(await readError(await exchange({ provider: "google", id_token: genuine }))).toEqual([
      400,
      "provider_disabled",
    ]);
  });

  test("can be linked to the signed-in account", async () => {
    const { access_token: token, user } = await auth.signUp();
    const id_token = await faso.idToken(createOidcUser());
    const body = { provider: "faso", id_token, link_identity: true };
    const linked = await auth.call("/token?grant_type=id_token", { token, body });
    expect(sessionSchema.parse(await linked.json()).user).toMatchObject({
      id: user.id,
      app_metadata: { providers: ["email", "faso"] },
    });
    const anonymous = await auth.call("/token?grant_type=id_token", { body });
    expect(await readError(anonymous)).toEqual([401, "no_authorization"]);
  });
});

describe("identities of an account", () => {
  const link = async (token: string) => {
    const path = "/user/identities/authorize?provider=faso&skip_http_redirect=true";
    const json: { url: string } = await (await auth.call(path, { method: "GET", token })).json();
    return json.url;
  };
  const unlink = (token: string, id: unknown) =>
    auth.call(`/user/identities/${id}`, { method: "DELETE", token });

  test("are linked at the provider, and unlinked while one remains", async () => {
    const { access_token: token, user } = await auth.signUp();
    const linked = await getUser(
      await auth.followLink(await faso.followRedirects(await link(token), createOidcUser())),
    );
    expect(linked.id).toBe(user.id);
    const [own, added] = linked.identities;
    expect(added).toMatchObject({ provider: "faso" });
    expect(linked.app_metadata.providers).toEqual(["email", "faso"]);

    expect((await unlink(token, added?.identity_id)).status).toBe(200);
    const read = await auth.call("/user", { method: "GET", token });
    expect(userSchema.parse(await read.json()).app_metadata.providers).toEqual(["email"]);
    expect(await readError(await unlink(token, own?.identity_id))).toEqual([
      422,
      "single_identity_not_deletable",
    ]);
    expect(await readError(await unlink(token, added?.identity_id))).toEqual([422, "identity_not_found"]);
    expect(await readError(await unlink(token, "x"))).toEqual([404, "validation_failed"]);
  });

  test("of other users cannot be linked or unlinked", async () => {
    const oidcUser = createOidcUser();
    const owner = await getUser(await signIn(oidcUser));
    const { access_token: token } = await auth.signUp();
    const target = await auth.followLink(await faso.followRedirects(await link(token), oidcUser));
    expect(target.fragment.error_code).toBe("identity_already_exists");
    const taken = await unlink(token, owner.identities[0]?.identity_id);
    expect(await readError(taken)).toEqual([422, "identity_not_found"]);
  });

  test("take the account's address with them when it came with them", async () => {
    const oidcUser = createOidcUser();
    const target = await signIn(oidcUser);
    const token = target.fragment.access_token ?? "";
    const other = createOidcUser();
    const both = await getUser(await auth.followLink(await faso.followRedirects(await link(token), other)));
    expect((await unlink(token, both.identities[0]?.identity_id)).status).toBe(200);
    expect((await getUser(target)).email).toBe(users[other]?.email);
  });

  test("by password exist from the first password on", async () => {
    const target = await signIn(createOidcUser());
    const { email } = await getUser(target);
    const token = target.fragment.access_token;
    await auth.call("/user", { method: "PUT", token, body: { password: "mon premier" } });
    const { identities } = await getUser(target);
    expect(identities.map(({ provider }) => provider).sort()).toEqual(["email", "faso"]);
    const body = { email, password: "mon premier" };
    expect((await auth.call("/token?grant_type=password", { body })).status).toBe(200);
  });

  test("by password are removed with the e-mail identity", async () => {
    const { access_token: token, user } = await auth.signUp();
    const linked = await getUser(
      await auth.followLink(await faso.followRedirects(await link(token), createOidcUser())),
    );
    expect((await unlink(token, linked.identities[0]?.identity_id)).status).toBe(200);
    const body = { email: user.email, password: PASSWORD };
    expect((await auth.call("/token?grant_type=password", { body })).status).toBe(400);
  });

  test("cannot be changed where manual linking is disabled", async () => {
    const closed = await startAuth();
    try {
      const { access_token: token, user } = await closed.signUp();
      for (const [method, path] of [
        ["GET", "/user/identities/authorize?provider=faso"],
        ["DELETE", `/user/identities/${user.identities[0]?.identity_id}`],
      ]) {
        const response = await closed.call(path ?? "", { method, token });
        expect(await readError(response)).toEqual([404, "manual_linking_disabled"]);
      }
    } finally {
      await closed.close();
    }
  });
});
