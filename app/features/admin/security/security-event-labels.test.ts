import { expect, test } from "vitest";
import { getActionLabel, getEventCount } from "./security-event-labels.ts";

test("an action has a French label, an unknown one its own name", () => {
  expect(getActionLabel("login_failed")).toBe("Connexion refusée");
  expect(getActionLabel("token_revoked")).toBe("token_revoked");
});

test("events that were recorded as one are counted", () => {
  expect(getEventCount({ count: 12 })).toBe(12);
  for (const traits of [{}, null, "x", { count: "many" }, { count: 0 }])
    expect(getEventCount(traits)).toBe(1);
});
