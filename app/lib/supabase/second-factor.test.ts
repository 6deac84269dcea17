import type { User } from "@supabase/auth-js";
import { expect, it } from "vitest";
import { lacksSecondFactor } from "./second-factor.ts";

const awa: User = { id: "awa", app_metadata: {}, user_metadata: {}, aud: "authenticated", created_at: "" };

const createSession = (claims: object, ...statuses: ("verified" | "unverified")[]) => {
  const access_token = `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.s`;
  const factors = statuses.map((status, n) => ({
    id: `${n}`,
    factor_type: "totp" as const,
    status,
    created_at: "",
    updated_at: "",
  }));
  return { access_token, user: { ...awa, factors } };
};

it.each([
  ["no factor", createSession({ aal: "aal1" }), false],
  ["an unfinished factor", createSession({ aal: "aal1" }, "unverified"), false],
  ["a factor that was not presented", createSession({ aal: "aal1", name: "Éé~ÿ" }, "verified"), true],
  ["a factor that was presented", createSession({ aal: "aal2" }, "unverified", "verified"), false],
  ["an unreadable token", { ...createSession({}, "verified"), access_token: "x" }, true],
])("%s", (_what, created, lacks) => {
  expect(lacksSecondFactor(created)).toBe(lacks);
});
