import { expect, test } from "vitest";
import { fromDatabaseError } from "./database-error.ts";

test.each([
  ["57014", 500, { "Retry-After": "2" }],
  ["40P01", 500, { "Retry-After": "2" }],
  ["40001", 500, { "Retry-After": "2" }],
  ["23514", 400, {}],
])("what Postgres has cancelled may be sent again: %s", (code, status, headers) => {
  expect(fromDatabaseError({ code, message: "a message" }, false)).toMatchObject({ status, headers });
});
