import { expect, test } from "vitest";
import { readUrl } from "./env-values.ts";

const read = (value: string) => readUrl("DATABASE_URL", value, ["postgres:", "postgresql:"]);

test.each(["postgres://awa:a#b@db/shop", "postgres://awa:a/b@db/shop", "postgres://awa:1/b@db/shop"])(
  "%s is told to have a password that is not encoded",
  (value) => {
    expect(() => read(value)).toThrow(
      /^DATABASE_URL is no valid address: in a user or password write \/ as %2F/,
    );
  },
);

test("another address is told to be none, and a right one is read", () => {
  expect(() => read("mysql://awa:a%2Fb@db/shop")).toThrow(/begins with postgres:\/\/ or postgresql:\/\/\.$/);
  expect(read("POSTGRES://awa:a%2Fb@db/shop").password).toBe("a%2Fb");
});
