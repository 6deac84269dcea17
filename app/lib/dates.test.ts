import { expect, it } from "vitest";
import { formatDateTime, formatLongDate } from "./dates.ts";

it("writes French long dates in Ouagadougou's day", () => {
  expect(formatLongDate("2026-11-21T23:59:59+00:00")).toBe("21 novembre 2026");
  expect(formatLongDate("2026-11-22T01:30:00+02:00")).toBe("21 novembre 2026");
  expect(formatLongDate(new Date(Date.UTC(2026, 7, 1)))).toBe("1 août 2026");
});

it("the back office writes day and time in short, as the clock stands in Ouagadougou", () => {
  expect(formatDateTime("2026-11-21T14:05:00Z")).toBe("21/11/2026 14:05");
});
