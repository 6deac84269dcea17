/**
 * Links that sign in: whoever sees, guesses or sends around the address that a mail's link leads to gains nothing
 * from it. The person who requested the mail does, in the same browser at once, and in another one by the hash that a
 * page presents after a press.
 */
import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, createCustomer } from "#tests/support/accounts.ts";
import { startTestBackend, type TestBackend } from "#tests/support/backend.ts";

let backend: TestBackend;
let sql: ReturnType<TestBackend["database"]["connect"]>;
beforeAll(async () => {
  backend = await startTestBackend();
  sql = backend.database.connect("supabase_admin");
});
afterAll(() => backend.close());

const post = (path: string, body: object) =>
  backend.fetch(`/auth/v1${path}`, {
    method: "POST",
    headers: { apikey: backend.keys.anonKey, "content-type": "application/json" },
    body: JSON.stringify(body),
  });

/** Requests a recovery as the shop does, and follows the link of the mail. */
async function followRecoveryLink({ email }: Account): Promise<{ verifier: string; target: URL }> {
  const verifier = `${randomUUID()}${randomUUID()}`;
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const page = encodeURIComponent("http://shop.test/reset-password");
  const body = { email, code_challenge: challenge, code_challenge_method: "s256" };
  expect((await post(`/recover?redirect_to=${page}`, body)).status).toBe(200);
  const [mail] = await sql<{ link: string }[]>`
    select payload ->> 'link' as link from mails where recipient = ${email} order by created_at desc limit 1`;
  const response = await backend.fetch(mail?.link ?? "", { redirect: "manual" });
  return { verifier, target: new URL(response.headers.get("location") ?? "") };
}

const exchange = (code: string | null, verifier: string) =>
  post("/token?grant_type=pkce", { auth_code: code, code_verifier: verifier });
const present = (hash: string | null) => post("/verify", { type: "recovery", token_hash: hash });

test("the address of a recovery link holds no session, and its code needs the verifier", async () => {
  const { verifier, target } = await followRecoveryLink(await createCustomer(sql));
  expect(target.href).not.toMatch(/access_token|refresh_token/);
  const code = target.searchParams.get("code");
  expect((await exchange(code, `${verifier}x`)).status).toBe(400);
  expect((await exchange(code, verifier)).status).toBe(200);
  // The hash for other browsers ends with the code.
  const hash = new URLSearchParams(target.hash.slice(1)).get("token_hash");
  expect(hash).toMatch(/^[\da-f]{56}$/);
  expect((await present(hash)).status).toBe(403);
});

test("another browser presents the hash, once", async () => {
  const account = await createCustomer(sql);
  const { target } = await followRecoveryLink(account);
  const hash = new URLSearchParams(target.hash.slice(1)).get("token_hash");
  const response = await present(hash);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ user: { id: account.id } });
  expect((await present(hash)).status).toBe(403);
});
