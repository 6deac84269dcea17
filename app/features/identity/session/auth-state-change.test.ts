import type { AuthChangeEvent } from "@supabase/auth-js";
import { describe, expect, it } from "vitest";
import { toAccountName, toAuthState, toStoredAuthState } from "./auth-state-change.ts";
import { session } from "./session.fixture.ts";

const awa = session();
const withSession: AuthChangeEvent[] = [
  "INITIAL_SESSION",
  "SIGNED_IN",
  "TOKEN_REFRESHED",
  "USER_UPDATED",
  "PASSWORD_RECOVERY",
  "MFA_CHALLENGE_VERIFIED",
];

describe("toAuthState", () => {
  it.each(withSession)("takes the session of %s", (event) => {
    expect(toAuthState(event, awa)).toEqual({
      status: "signed-in",
      session: awa,
      isRenewalPending: false,
    });
    expect(toAuthState(event, null)).toEqual({ status: "anonymous", session: null });
  });

  it("clears the session at SIGNED_OUT", () => {
    expect(toAuthState("SIGNED_OUT", awa)).toEqual({ status: "anonymous", session: null });
  });
});

it("keeps a stored session that could not be renewed signed in", () => {
  expect(toStoredAuthState(awa)).toEqual({ status: "signed-in", session: awa, isRenewalPending: true });
  expect(toStoredAuthState(null)).toEqual({ status: "anonymous", session: null });
});

it("names the account by the local part of its e-mail, or «Compte»", () => {
  expect(toAccountName("awa.o@example.bf")).toBe("awa.o");
  expect([toAccountName(undefined), toAccountName(""), toAccountName("@x")]).toEqual(Array(3).fill("Compte"));
});
