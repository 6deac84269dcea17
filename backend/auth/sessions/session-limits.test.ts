import { expect, test } from "vitest";
import { getSessionEndReason } from "./session-limits.ts";

const open = {
  sessionTimeboxSeconds: null,
  sessionInactivitySeconds: null,
  sessionLowAalSeconds: null,
  singleSession: false,
};
const old = { age_seconds: 1000, idle_seconds: 500, is_superseded: true, lacks_factor: true };

test.each([
  [{}, null],
  [{ sessionTimeboxSeconds: 1000 }, null],
  [{ sessionTimeboxSeconds: 999 }, "Session Expired"],
  [{ sessionInactivitySeconds: 500 }, null],
  [{ sessionInactivitySeconds: 499 }, "Session Expired (Inactivity)"],
  [{ sessionLowAalSeconds: 1000 }, null],
  [{ sessionLowAalSeconds: 999 }, "Session Expired (Low AAL: User Needs MFA Verification)"],
  [{ singleSession: true }, "Session Expired (Revoked by Newer Login)"],
])("with the rules %j an old session ends with the reason: %s", (rules, end) => {
  expect(getSessionEndReason(old, { ...open, ...rules })).toBe(end);
});

test("a session at aal2 may be of any age", () => {
  expect(
    getSessionEndReason({ ...old, lacks_factor: false }, { ...open, sessionLowAalSeconds: 1 }),
  ).toBeNull();
});

test("the newest session is not superseded", () => {
  expect(getSessionEndReason({ ...old, is_superseded: false }, { ...open, singleSession: true })).toBeNull();
});
