import { expect, it } from "vitest";
import { formatLongDate } from "./dates.ts";

it("formats French long dates in Ouagadougou's time zone", () => {
  expect(formatLongDate("2026-11-21T23:59:59+00:00")).toBe("21 novembre 2026");
  expect(formatLongDate("2026-11-22T01:30:00+02:00")).toBe("21 novembre 2026");
  expect(formatLongDate(new Date(Date.UTC(2026, 7, 1)))).toBe("1 août 2026");
});
