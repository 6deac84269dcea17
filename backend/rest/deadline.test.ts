import { expect, test } from "vitest";
import { getDeadline } from "./deadline.ts";

const config = { deadlineMarginMs: 2000, defaultDeadlineMs: 60_000, sessionTimeoutMs: 8000 };

test.each([
  ["3s", 5000],
  ["250ms", 2250],
  ["4000", 6000],
  ["2 min", 122_000],
  ["1.5s", 3500],
  ["24d", 2_073_602_000],
  ["25d", 2 ** 31 - 1],
  ["0", 60_000],
  ["soon", 60_000],
  [undefined, 10_000],
])("a statement_timeout of %j gives %i ms", (text, expected) => {
  expect(getDeadline(config, text)).toBe(expected);
});

test("without any timeout the default applies", () => {
  expect(getDeadline({ ...config, sessionTimeoutMs: 0 }, undefined)).toBe(60_000);
});
