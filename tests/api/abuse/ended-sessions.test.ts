/** An access token after the end of its session: a ban, a sign-out elsewhere, a changed password, a deleted account. */
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import { startTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { createSignedInUser } from "#tests/support/signed-in-users.ts";

let backend: TestBackend;
let auth: Sql;
beforeAll(async () => {
  backend = await startTestBackend("demo");
  auth = backend.database.connect("supabase_auth_admin", 1);
});
afterAll(() => backend.close());

let accounts = 0;

/** A customer with a token that is valid for an hour, which has been used. */
async function signIn() {
  const { id, client } = await createSignedInUser(backend, `cliente-${++accounts}@exemple.bf`);
  const { data } = await client.auth.getSession();
  const headers = {
    authorization: `Bearer ${data.session?.access_token}`,
    "content-type": "application/json",
  };
  const read = () => backend.fetch("/rest/v1/orders?select=id", { headers });
  const write = () =>
    backend.fetch(`/rest/v1/profiles?id=eq.${id}`, {
      method: "PATCH",
      headers,
      body: '{"first_name":"Awa"}',
    });
  expect((await read()).status).toBe(200);
  const listFiles = async () => {
    const response = await backend.fetch("/storage/v1/object/list/products", {
      method: "POST",
      headers,
      body: '{"prefix":""}',
    });
    return [response.status, await response.json()];
  };
  expect((await write()).status).toBe(204);
  return { id, read, write, listFiles };
}

function passMinute(): void {
  const now = performance.now.bind(performance);
  const spy = vi.spyOn(performance, "now").mockImplementation(() => now() + 60_000);
  onTestFinished(() => spy.mockRestore());
}

test.each([
  [
    "a ban",
    (id: string) => auth`update auth.users set banned_until = now() + interval '1 day' where id = ${id}`,
  ],
  [
    "a sign-out elsewhere, or a changed password",
    (id: string) => auth`delete from auth.sessions where user_id = ${id}`,
  ],
  [
    "the end of the session",
    (id: string) => auth`update auth.sessions set not_after = now() where user_id = ${id}`,
  ],
  [
    "the deletion of the account",
    (id: string) => auth`update auth.users set deleted_at = now() where id = ${id}`,
  ],
])("after %s the token writes nothing, and reads nothing a minute later", async (_, end) => {
  const { id, read, write, listFiles } = await signIn();
  expect(await listFiles()).toMatchObject([200, []]);
  await end(id);
  const refused = await write();
  expect([refused.status, await refused.json()]).toMatchObject([401, { code: "PGRST303" }]);
  expect(refused.headers.get("www-authenticate")).toContain("invalid_token");
  expect(await listFiles()).toMatchObject([400, { statusCode: "403", message: "JWT session not found" }]);
  passMinute();
  for (let i = 0; i < 3; i++) expect((await read()).status).toBe(401);
});

test("a ban that is over, and other accounts, are not concerned", async () => {
  const { id, read, write } = await signIn();
  await auth`update auth.users set banned_until = now() - interval '1 day' where id = ${id}`;
  await auth`delete from auth.sessions where user_id <> ${id}`;
  passMinute();
  expect((await read()).status).toBe(200);
  expect((await write()).status).toBe(204);
});
