/** Refreshing a session: many tabs and lost answers keep it, a stolen token ends it, and how long it lasts. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { failureOf, type SessionBody, sessionShape, startAuth, type TestAuth } from "./service.ts";

let auth: TestAuth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());

function ask(refreshToken: unknown): Promise<Response> {
  return auth.call("/token?grant_type=refresh_token", { body: { refresh_token: refreshToken } });
}

async function refresh(refreshToken: string): Promise<SessionBody> {
  const response = await ask(refreshToken);
  expect(response.status).toBe(200);
  return sessionShape.parse(await response.json());
}

/** As if every use of this session's tokens so far were a minute old. */
async function aMinuteLater(session: SessionBody): Promise<void> {
  await auth.sql`
    update auth.refresh_tokens set updated_at = updated_at - interval '1 minute'
    where user_id = ${session.user.id}`;
}

async function activeTokens(session: SessionBody): Promise<number> {
  const rows = await auth.sql`
    select from auth.refresh_tokens where user_id = ${session.user.id} and revoked = false`;
  return rows.length;
}

test("a refresh hands out a new token in the same session", async () => {
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

test("twenty tabs that refresh together all stay signed in, with one active token", async () => {
  const session = await auth.signUp();
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(session.refresh_token)));
  const tokens = new Set(answers.map((answer) => answer.refresh_token));
  expect(tokens.size).toBe(1);
  expect(await activeTokens(session)).toBe(1);
  const again = await Promise.all([...tokens].map((token) => refresh(token)));
  expect(again).toHaveLength(1);
});

test("a lost answer is given again, however late", async () => {
  const session = await auth.signUp();
  const lost = await refresh(session.refresh_token);
  await aMinuteLater(session);
  expect((await refresh(session.refresh_token)).refresh_token).toBe(lost.refresh_token);
});

test("within the reuse interval an older token still leads to the active one", async () => {
  const session = await auth.signUp();
  const second = await refresh(session.refresh_token);
  const third = await refresh(second.refresh_token);
  expect((await refresh(session.refresh_token)).refresh_token).toBe(third.refresh_token);
});

describe("a stolen token", () => {
  test("that is older than its child's use ends the session, for the thief and for the owner", async () => {
    const stolen = await auth.signUp();
    const second = await refresh(stolen.refresh_token);
    const third = await refresh(second.refresh_token);
    await aMinuteLater(stolen);

    expect(await failureOf(await ask(stolen.refresh_token))).toEqual([400, "refresh_token_already_used"]);
    expect(await activeTokens(stolen)).toBe(0);
    expect(await failureOf(await ask(third.refresh_token))).toEqual([400, "refresh_token_already_used"]);
    expect(await failureOf(await ask(stolen.refresh_token))).toEqual([400, "refresh_token_already_used"]);
    const user = await auth.call("/user", { method: "GET", token: third.access_token });
    expect(await failureOf(user)).toEqual([403, "session_not_found"]);
  });

  test("ends only its own session", async () => {
    const stolen = await auth.signUp();
    const elsewhere = sessionShape.parse(
      await (
        await auth.call("/token?grant_type=password", {
          body: { email: stolen.user.email, password: "mot de passe 1" },
        })
      ).json(),
    );
    await refresh((await refresh(stolen.refresh_token)).refresh_token);
    await aMinuteLater(stolen);
    expect((await ask(stolen.refresh_token)).status).toBe(400);
    await refresh(elsewhere.refresh_token);
  });
});

test("an unknown token, and one whose session is gone, are not found", async () => {
  const session = await auth.signUp();
  await auth.sql`delete from auth.sessions where user_id = ${session.user.id}`;
  expect(await failureOf(await ask("abcdefghijkl"))).toEqual([400, "refresh_token_not_found"]);
  expect(await failureOf(await ask(session.refresh_token))).toEqual([400, "refresh_token_not_found"]);
});

test("a session past its time, a banned and a deleted account are refused, and the token is not spent", async () => {
  const [expired, banned, deleted] = await Promise.all([auth.signUp(), auth.signUp(), auth.signUp()]);
  await auth.sql`
    update auth.sessions set not_after = now() - interval '1 second' where user_id = ${expired.user.id}`;
  await auth.sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${banned.user.id}`;
  await auth.sql`update auth.users set deleted_at = now() where id = ${deleted.user.id}`;
  expect(await failureOf(await ask(expired.refresh_token))).toEqual([400, "session_expired"]);
  expect(await failureOf(await ask(banned.refresh_token))).toEqual([400, "user_banned"]);
  expect(await failureOf(await ask(deleted.refresh_token))).toEqual([400, "session_not_found"]);
  expect(await activeTokens(banned)).toBe(1);
});

describe("a session", () => {
  const refreshWith = async (service: TestAuth, session: SessionBody) => {
    const body = { refresh_token: session.refresh_token };
    const answer: { msg?: string } = await (
      await service.call("/token?grant_type=refresh_token", { body })
    ).json();
    return answer.msg;
  };

  test("lasts as long as it may, in all and without a refresh", async () => {
    const strict = await startAuth({ sessionTimeboxSeconds: 3600, sessionInactivitySeconds: 600 });
    try {
      const [fresh, old, idle] = await Promise.all([strict.signUp(), strict.signUp(), strict.signUp()]);
      const earlier = (session: SessionBody, seconds: number) => strict.sql`
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

  test("lasts less without the second factor that its user has", async () => {
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

  test("gives way to the user's next one, where there is one at a time", async () => {
    const single = await startAuth({ singleSession: true });
    try {
      const first = await single.signUp();
      const body = { email: first.user.email, password: "mot de passe 1" };
      const second = sessionShape.parse(
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

  test("is refreshed by two copies of the process as by one", async () => {
    const copy = await auth.copy();
    try {
      const session = await auth.signUp();
      const body = { refresh_token: session.refresh_token };
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, tab) =>
          (tab % 2 === 0 ? auth : copy).call("/token?grant_type=refresh_token", { body }),
        ),
      );
      const tokens = await Promise.all(
        answers.map(async (answer) => sessionShape.parse(await answer.json()).refresh_token),
      );
      expect(new Set(tokens).size).toBe(1);
    } finally {
      await copy.close();
    }
  });
});

test.each([undefined, null, "", "court", "ABCDEFGHIJKL", "abcdefghijk'", "x".repeat(10_000)])(
  "a refresh token like %j is not valid",
  async (token) => {
    expect(await failureOf(await ask(token))).toEqual([400, "validation_failed"]);
  },
);
