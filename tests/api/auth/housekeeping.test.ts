/** The rows that the service deletes when they expire, and those that it must retain. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { deleteExpiredRows } from "#backend/auth/housekeeping.ts";
import { ADVISORY_LOCKS } from "#backend/core/database/advisory-locks.ts";
import { sessionSchema, startAuth, type TestAuth } from "./auth-fixture.ts";

let auth: TestAuth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());

async function refresh(token: string): Promise<string> {
  const response = await auth.call("/token?grant_type=refresh_token", { body: { refresh_token: token } });
  return sessionSchema.parse(await response.json()).refresh_token;
}

test("deletes old used tokens, but not one whose successor may have been lost", async () => {
  const { refresh_token: first, user } = await auth.signUp();
  const second = await refresh(first);
  const third = await refresh(second);
  await auth.sql`update auth.refresh_tokens set updated_at = now() - interval '2 days'`;
  await deleteExpiredRows(auth.sql);
  const left = await auth.sql`select token from auth.refresh_tokens where user_id = ${user.id} order by id`;
  expect(left.map((row) => row.token)).toEqual([second, third]);
  expect(await refresh(second)).toBe(third);
});

test("deletes only sessions that ended long ago", async () => {
  const [ended, open] = await Promise.all([auth.signUp(), auth.signUp()]);
  await auth.sql`update auth.sessions set not_after = now() - interval '2 days' where user_id = ${ended.user.id}`;
  await deleteExpiredRows(auth.sql);
  expect(await auth.sql`select from auth.sessions where user_id = ${ended.user.id}`).toHaveLength(0);
  expect(await auth.sql`select from auth.sessions where user_id = ${open.user.id}`).toHaveLength(1);
});

test("retains known networks for 90 days, failed attempts from unknown ones for a day", async () => {
  await auth.sql`truncate auth.sign_in_limits`;
  await auth.sql`
    insert into auth.sign_in_limits (account, network, tokens, updated_at) values
      ('\\x01', '', 0, now() - interval '2 days'), ('\\x02', '', 0, now()),
      ('\\x01', '192.0.2.1', 10, now() - interval '2 days'), ('\\x02', '192.0.2.1', 10, now() - interval '91 days')`;
  await deleteExpiredRows(auth.sql);
  const left = await auth.sql`select account, network from auth.sign_in_limits order by account`;
  expect(left.map((row) => [row.account.toString("hex"), row.network])).toEqual([
    ["01", "192.0.2.1"],
    ["02", ""],
  ]);
});

test("deletes expired codes, flows, challenges and limits", async () => {
  const { user, access_token: token } = await auth.signUp();
  const enrolment = await auth.call("/factors", { token, body: { factor_type: "totp" } });
  const { id } = z.object({ id: z.string() }).parse(await enrolment.json());
  await auth.call(`/factors/${id}/challenge`, { token });
  await auth.call("/recover", {
    body: { email: user.email, code_challenge: "a".repeat(43), code_challenge_method: "plain" },
  });
  const left = async () => {
    const [counts] = await auth.sql`
      select
        (select count(*)::int from auth.one_time_tokens) as tokens,
        (select count(*)::int from auth.flow_state) as flows,
        (select count(*)::int from auth.mfa_challenges) as challenges,
        (select count(*) > 0 from auth.rate_limits) as limits`;
    return counts;
  };
  await deleteExpiredRows(auth.sql);
  expect(await left()).toEqual({ tokens: 1, flows: 1, challenges: 1, limits: true });
  await auth.sql`update auth.one_time_tokens set created_at = created_at - interval '8 days'`;
  await auth.sql`update auth.flow_state set created_at = created_at - interval '8 days'`;
  await auth.sql`update auth.mfa_challenges set created_at = created_at - interval '2 days'`;
  await auth.sql`update auth.rate_limits set updated_at = updated_at - interval '2 days'`;
  await deleteExpiredRows(auth.sql);
  expect(await left()).toEqual({ tokens: 0, flows: 0, challenges: 0, limits: false });
});

test("only one of several instances does the cleanup, and the others skip it", async () => {
  await auth.signUp();
  await auth.sql`update auth.sessions set not_after = now() - interval '2 days'`;
  await auth.sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${ADVISORY_LOCKS.authHousekeeping})`;
    await deleteExpiredRows(auth.sql);
    expect(await tx`select from auth.sessions`).not.toHaveLength(0);
  });
  await deleteExpiredRows(auth.sql);
  expect(await auth.sql`select from auth.sessions`).toHaveLength(0);
});
