import { expect, it } from "vitest";
import { formatDateTime, formatDay, formatShortDay } from "./date-times.ts";

it("the back office writes day and time in short, as the clock stands in Ouagadougou", () => {
  expect(formatDateTime("2026-11-21T14:05:00Z")).toBe("21/11/2026 14:05");
});

it("writes days by their names, long and short", () => {
  expect(formatDay("2026-11-21")).toBe("samedi 21 novembre");
  expect(formatShortDay("2026-11-21")).toBe("21 nov.");
});
