/**
 * Refreshing a session: concurrent tabs and lost responses keep it, a stolen token ends it; and its lifetime.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readError, type SessionResponse, sessionSchema, startAuth, type TestAuth } from "./auth-fixture.ts";

let auth: TestAuth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());

function requestRefresh(refreshToken: unknown): Promise<Response> {
  return auth.call("/token?grant_type=refresh_token", { body: { refresh_token: refreshToken } });
}

async function refresh(refreshToken: string): Promise<SessionResponse> {
  const response = await requestRefresh(refreshToken);
  expect(response.status).toBe(200);
  return sessionSchema.parse(await response.json());
}

/** Sets the last use of all of this session's tokens back by a minute. */
async function ageTokensByOneMinute(session: SessionResponse): Promise<void> {
  await auth.sql`
    update auth.refresh_tokens set updated_at = updated_at - interval '1 minute'
    where user_id = ${session.user.id}`;
}

async function countActiveTokens(session: SessionResponse): Promise<number> {
  const rows = await auth.sql`
    select from auth.refresh_tokens where user_id = ${session.user.id} and revoked = false`;
  return rows.length;
}

test("a refresh returns a new token in the same session", async () => {
  const first = await auth.signUp();
  const second = await refresh(first.refresh_token);
  expect(second.refresh_token).not.toBe(first.refresh_token);
  expect(second.user.id).toBe(first.user.id);
  const [before, after] = await Promise.all(
    [first, second].map((session) => auth.tokens.verify(session.access_token)),
  );
  expect(before).toMatchObject({ ok: true, claims: { amr: [{ method: "password" }] } });
  expect(after).toMatchObject({
    ok: true,
    claims: before?.ok ? { session_id: before.claims.session_id, amr: before.claims.amr } : {},
  });
});

test("twenty tabs that refresh concurrently all stay signed in, with one active token", async () => {
  const session = await auth.signUp();
  const responses = await Promise.all(Array.from({ length: 20 }, () => refresh(session.refresh_token)));
  const tokens = new Set(responses.map((response) => response.refresh_token));
  expect(tokens.size).toBe(1);
  expect(await countActiveTokens(session)).toBe(1);
  const again = await Promise.all([...tokens].map((token) => refresh(token)));
  expect(again).toHaveLength(1);
});

test("a lost response can be requested again at any time", async () => {
  const session = await auth.signUp();
  const unreceived = await refresh(session.refresh_token);
  await ageTokensByOneMinute(session);
  expect((await refresh(session.refresh_token)).refresh_token).toBe(unreceived.refresh_token);
});

test("within the reuse interval an older token still returns the active one", async () => {
  const session = await auth.signUp();
  const second = await refresh(session.refresh_token);
  const third = await refresh(second.refresh_token);
  expect((await refresh(session.refresh_token)).refresh_token).toBe(third.refresh_token);
});

describe("a stolen token", () => {
  test("that is older than its used successor ends the session, for the thief and for the owner", async () => {
    const stolen = await auth.signUp();
    const second = await refresh(stolen.refresh_token);
    const third = await refresh(second.refresh_token);
    await ageTokensByOneMinute(stolen);

    expect(await readError(await requestRefresh(stolen.refresh_token))).toEqual([
      400,
      "refresh_token_already_used",
    ]);
    expect(await countActiveTokens(stolen)).toBe(0);
    expect(await readError(await requestRefresh(third.refresh_token))).toEqual([
      400,
      "refresh_token_already_used",
    ]);
    expect(await readError(await requestRefresh(stolen.refresh_token))).toEqual([
      400,
      "refresh_token_already_used",
    ]);
    const user = await auth.call("/user", { method: "GET", token: third.access_token });
    expect(await readError(user)).toEqual([403, "session_not_found"]);
  });

  test("ends only its own session", async () => {
    const stolen = await auth.signUp();
    const elsewhere = sessionSchema.parse(
      await (
        await auth.call("/token?grant_type=password", {
          body: { email: stolen.user.email, password: "mot de passe 1" },
        })
      ).json(),
    );
    await refresh((await refresh(stolen.refresh_token)).refresh_token);
    await ageTokensByOneMinute(stolen);
    expect((await requestRefresh(stolen.refresh_token)).status).toBe(400);
    await refresh(elsewhere.refresh_token);
  });
});

test("an unknown token, and one of a deleted session, are not found", async () => {
  const session = await auth.signUp();
  await auth.sql`delete from auth.sessions where user_id = ${session.user.id}`;
  expect(await readError(await requestRefresh("abcdefghijkl"))).toEqual([400, "refresh_token_not_found"]);
  expect(await readError(await requestRefresh(session.refresh_token))).toEqual([
    400,
    "refresh_token_not_found",
  ]);
});

test("an expired session, a banned and a deleted account are rejected, and the token stays valid", async () => {
  const [expired, banned, deleted] = await Promise.all([auth.signUp(), auth.signUp(), auth.signUp()]);
  await auth.sql`
    update auth.sessions set not_after = now() - interval '1 second' where user_id = ${expired.user.id}`;
  await auth.sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${banned.user.id}`;
  await auth.sql`update auth.users set deleted_at = now() where id = ${deleted.user.id}`;
  expect(await readError(await requestRefresh(expired.refresh_token))).toEqual([400, "session_expired"]);
  expect(await readError(await requestRefresh(banned.refresh_token))).toEqual([400, "user_banned"]);
  expect(await readError(await requestRefresh(deleted.refresh_token))).toEqual([400, "session_not_found"]);
  expect(await countActiveTokens(banned)).toBe(1);
});

describe("a session", () => {
  const refreshWith = async (service: TestAuth, session: SessionResponse) => {
    const body = { refresh_token: session.refresh_token };
    const response: { msg?: string } = await (
      await service.call("/token?grant_type=refresh_token", { body })
    ).json();
    return response.msg;
  };

  test("has a maximum lifetime and an inactivity timeout", async () => {
    const strict = await startAuth({ sessionTimeboxSeconds: 3600, sessionInactivitySeconds: 600 });
    try {
      const [fresh, old, idle] = await Promise.all([strict.signUp(), strict.signUp(), strict.signUp()]);
      const earlier = (session: SessionResponse, seconds: number) => strict.sql`
        update auth.sessions
        set created_at = created_at - make_interval(secs => ${seconds}),
          refreshed_at = case when ${seconds > 3600} then now() at time zone 'utc' end
        where user_id = ${session.user.id}`;
      await earlier(old, 3601);
      await earlier(idle, 601);
      expect(await refreshWith(strict, fresh)).toBeUndefined();
      expect(await refreshWith(strict, old)).toBe("Invalid Refresh Token: Session Expired");
      expect(await refreshWith(strict, idle)).toBe("Invalid Refresh Token: Session Expired (Inactivity)");
    } finally {
      await strict.close();
    }
  });

  test("has a shorter lifetime without its user's second factor", async () => {
    const strict = await startAuth({ sessionLowAalSeconds: 600 });
    try {
      const [plain, lower, raised] = await Promise.all([strict.signUp(), strict.signUp(), strict.signUp()]);
      for (const { user } of [lower, raised]) {
        await strict.sql`
          insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
          values (gen_random_uuid(), ${user.id}, 'totp', 'verified', now(), now())`;
      }
      await strict.sql`update auth.sessions set created_at = created_at - interval '601 seconds'`;
      await strict.sql`update auth.sessions set aal = 'aal2' where user_id = ${raised.user.id}`;
      expect(await refreshWith(strict, plain)).toBeUndefined();
      expect(await refreshWith(strict, raised)).toBeUndefined();
      expect(await refreshWith(strict, lower)).toBe(
        "Invalid Refresh Token: Session Expired (Low AAL: User Needs MFA Verification)",
      );
    } finally {
      await strict.close();
    }
  });

  test("is replaced by the user's next one where only one is allowed", async () => {
    const single = await startAuth({ singleSession: true });
    try {
      const first = await single.signUp();
      const body = { email: first.user.email, password: "mot de passe 1" };
      const second = sessionSchema.parse(
        await (await single.call("/token?grant_type=password", { body })).json(),
      );
      expect(await refreshWith(single, first)).toBe(
        "Invalid Refresh Token: Session Expired (Revoked by Newer Login)",
      );
      expect(await refreshWith(single, second)).toBeUndefined();
    } finally {
      await single.close();
    }
  });

  test("is refreshed by two instances as by one", async () => {
    const instance = await auth.startInstance();
    try {
      const session = await auth.signUp();
      const body = { refresh_token: session.refresh_token };
      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, tab) =>
          (tab % 2 === 0 ? auth : instance).call("/token?grant_type=refresh_token", { body }),
        ),
      );
      const tokens = await Promise.all(
        responses.map(async (response) => sessionSchema.parse(await response.json()).refresh_token),
      );
      expect(new Set(tokens).size).toBe(1);
    } finally {
      await instance.close();
    }
  });
});

test.each([undefined, null, "", "court", "ABCDEFGHIJKL", "abcdefghijk'", "x".repeat(10_000)])(
  "a refresh token like %j is invalid",
  async (token) => {
    expect(await readError(await requestRefresh(token))).toEqual([400, "validation_failed"]);
  },
);
