import { expect, test } from "vitest";
import { isTransactionVisible } from "./transaction-visibility.ts";

test.each([
  [700, "701:701:", true],
  [701, "701:701:", false],
  [702, "701:701:", false],
  [700, "700:705:700,703", false],
  [701, "700:705:700,703", true],
  [703, "700:705:700,703", false],
  [704, "700:705:700,703", true],
  // Past 32 bits, and at their end.
  [5, "4294967300:4294967306:4294967303", true],
  [7, "4294967300:4294967306:4294967303", false],
  [4_294_967_295, "4294967300:4294967306:4294967303", true],
  [4, "4294967290:4294967295:", false],
])("transaction %j is seen in snapshot %s: %j", (transaction, snapshot, expected) => {
  expect(isTransactionVisible(transaction, snapshot)).toBe(expected);
});
