import { expect, it } from "vitest";
import {
  END_TIME,
  getPeriodState,
  optionalMoment,
  requiredMoment,
  START_TIME,
  toTypedMoment,
} from "./price-periods.ts";

it("a moment is typed in the shop's time and stored as it is", () => {
  expect(optionalMoment(END_TIME).parse("21/11/2026 8h")).toBe("2026-11-21T08:00:00.000Z");
  expect(optionalMoment(END_TIME).parse("21/11/2026")).toBe("2026-11-21T23:59:00.000Z");
  expect(optionalMoment(END_TIME).parse("  ")).toBe(null);
  expect(requiredMoment(START_TIME).parse("21/11/2026")).toBe("2026-11-21T00:00:00.000Z");
  expect(toTypedMoment("2026-11-21T08:00:00+00:00")).toBe("21/11/2026 08:00");
  expect(toTypedMoment(null)).toBe("");
});

it.each(["", "demain", "31/11/2026", "21/11/2026 25:00"])("%j is no moment", (typed) => {
  expect(requiredMoment(START_TIME).safeParse(typed).success).toBe(false);
});

it.each([
  [null, null, "running"],
  ["2026-11-22T00:00:00Z", null, "planned"],
  [null, "2026-11-21T00:00:00Z", "over"],
  ["2026-11-20T00:00:00Z", "2026-11-22T00:00:00Z", "running"],
] as const)("a period from %s to %s is %s", (starts_at, ends_at, state) => {
  expect(getPeriodState({ starts_at, ends_at }, Date.parse("2026-11-21T00:00:00Z"))).toBe(state);
});
