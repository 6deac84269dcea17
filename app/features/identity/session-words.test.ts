import type { AuthChangeEvent, Session } from "@supabase/auth-js";
import { describe, expect, it } from "vitest";
import { accountName, nextAuthState } from "./session-words.ts";

const session: Session = {
  access_token: "access",
  refresh_token: "refresh",
  expires_in: 3600,
  token_type: "bearer",
  user: {
    id: "awa",
    app_metadata: {},
    user_metadata: {},
    aud: "authenticated",
    created_at: "2026-01-01T00:00:00Z",
  },
};
const withSession: AuthChangeEvent[] = [
  "INITIAL_SESSION",
  "SIGNED_IN",
  "TOKEN_REFRESHED",
  "USER_UPDATED",
  "PASSWORD_RECOVERY",
  "MFA_CHALLENGE_VERIFIED",
];

describe("nextAuthState", () => {
  it.each(withSession)("takes the session that %s brings", (event) => {
    expect(nextAuthState(event, session)).toEqual({ status: "signed-in", session });
    expect(nextAuthState(event, null)).toEqual({ status: "anonymous", session: null });
  });

  it("clears it at SIGNED_OUT", () => {
    expect(nextAuthState("SIGNED_OUT", session)).toEqual({ status: "anonymous", session: null });
  });
});

it("names the account by its e-mail's prefix, or «Mon compte»", () => {
  expect(accountName("awa.o@example.bf")).toBe("awa.o");
  expect([accountName(undefined), accountName(""), accountName("@x")]).toEqual(Array(3).fill("Mon compte"));
});
