import { expect, it } from "vitest";
import { formatDateTime } from "./date-times.ts";

it("the back office writes day and time in short, as the clock stands in Ouagadougou", () => {
  expect(formatDateTime("2026-11-21T14:05:00Z")).toBe("21/11/2026 14:05");
});
