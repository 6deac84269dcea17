import { expect, test } from "vitest";
import { formatPendingCount } from "./pending-counts.queries.ts";

test("a count that the database has cut off says that there are more", () => {
  expect([0, 999, 1000].map(formatPendingCount)).toEqual(["0", "999", "999+"]);
});
