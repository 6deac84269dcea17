import type { AuthChangeEvent } from "@supabase/auth-js";
import { describe, expect, it } from "vitest";
import { session } from "./session.fixture.ts";
import { accountName, nextAuthState } from "./session-words.ts";

const awa = session();
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
    expect(nextAuthState(event, awa)).toEqual({ status: "signed-in", session: awa });
    expect(nextAuthState(event, null)).toEqual({ status: "anonymous", session: null });
  });

  it("clears it at SIGNED_OUT", () => {
    expect(nextAuthState("SIGNED_OUT", awa)).toEqual({ status: "anonymous", session: null });
  });
});

it("names the account by its e-mail's prefix, or «Mon compte»", () => {
  expect(accountName("awa.o@example.bf")).toBe("awa.o");
  expect([accountName(undefined), accountName(""), accountName("@x")]).toEqual(Array(3).fill("Mon compte"));
});
