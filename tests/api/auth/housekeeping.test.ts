import { afterAll, beforeAll, expect, test } from "vitest";
import { sweep } from "../../../backend/auth/housekeeping.ts";
import { sessionShape, startAuth, type TestAuth } from "./service.ts";

let auth: TestAuth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());

async function refresh(token: string): Promise<string> {
  const response = await auth.call("/token?grant_type=refresh_token", { body: { refresh_token: token } });
  return sessionShape.parse(await response.json()).refresh_token;
}

test("old used tokens go, but not the one whose child may have been lost", async () => {
  const { refresh_token: first, user } = await auth.signUp();
  const second = await refresh(first);
  const third = await refresh(second);
  await auth.sql`update auth.refresh_tokens set updated_at = now() - interval '2 days'`;
  await sweep(auth.sql);
  const left = await auth.sql`select token from auth.refresh_tokens where user_id = ${user.id} order by id`;
  expect(left.map((row) => row.token)).toEqual([second, third]);
  expect(await refresh(second)).toBe(third);
});

test("sessions that ended long ago go, and no others", async () => {
  const [ended, open] = await Promise.all([auth.signUp(), auth.signUp()]);
  await auth.sql`update auth.sessions set not_after = now() - interval '2 days' where user_id = ${ended.user.id}`;
  await sweep(auth.sql);
  expect(await auth.sql`select from auth.sessions where user_id = ${ended.user.id}`).toHaveLength(0);
  expect(await auth.sql`select from auth.sessions where user_id = ${open.user.id}`).toHaveLength(1);
});

test("networks are remembered for a season, the guesses of strangers for a day", async () => {
  await auth.sql`truncate auth.sign_in_limits`;
  await auth.sql`
    insert into auth.sign_in_limits (account, network, tokens, updated_at) values
      ('\\x01', '', 0, now() - interval '2 days'), ('\\x02', '', 0, now()),
      ('\\x01', '192.0.2.1', 10, now() - interval '2 days'), ('\\x02', '192.0.2.1', 10, now() - interval '91 days')`;
  await sweep(auth.sql);
  const left = await auth.sql`select account, network from auth.sign_in_limits order by account`;
  expect(left.map((row) => [row.account.toString("hex"), row.network])).toEqual([
    ["01", "192.0.2.1"],
    ["02", ""],
  ]);
});
