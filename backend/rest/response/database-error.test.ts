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

test.each([
  ["54000", "number of array dimensions exceeds the maximum allowed (6)", 400],
  ["54000", "target lists can have at most 1664 entries", 500],
  ["XX000", "tsquery stack too small", 400],
  ["XX000", "cache lookup failed for type 1", 500],
])(
  "a value of the caller that Postgres cannot read is no failure of the server: %s %s",
  (code, message, status) => {
    expect(fromDatabaseError({ code, message }, false).status).toBe(status);
  },
);
