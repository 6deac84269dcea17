import { expect, it } from "vitest";
import { formatDateTime, formatShortDay } from "./date-times.ts";

it("formats date and time in the short form, in Ouagadougou's time zone", () => {
  expect(formatDateTime("2026-11-21T14:05:00Z")).toBe("21/11/2026 14:05");
});

it("formats days in the short form", () => {
  expect(formatShortDay("2026-11-21")).toBe("21 nov.");
});
