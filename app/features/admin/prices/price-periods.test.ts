import { expect, it } from "vitest";
import { fromTypedMoment, getPeriodState, toTypedMoment } from "./price-periods.ts";

it("a moment is typed in the shop's time and stored as it is", () => {
  expect(fromTypedMoment("2026-11-21T08:00")).toBe("2026-11-21T08:00:00.000Z");
  expect(toTypedMoment("2026-11-21T08:00:00+00:00")).toBe("2026-11-21T08:00");
  expect(fromTypedMoment("")).toBe(null);
  expect(toTypedMoment(null)).toBe("");
});

it.each([
  [null, null, "running"],
  ["2026-11-22T00:00:00Z", null, "planned"],
  [null, "2026-11-21T00:00:00Z", "over"],
  ["2026-11-20T00:00:00Z", "2026-11-22T00:00:00Z", "running"],
] as const)("a period from %s to %s is %s", (starts_at, ends_at, state) => {
  expect(getPeriodState({ starts_at, ends_at }, Date.parse("2026-11-21T00:00:00Z"))).toBe(state);
});
