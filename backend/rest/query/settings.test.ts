import { describe, expect, test } from "vitest";
import { claimsText, combinedText, settingsOf, settingsStatement } from "./settings.ts";

const settings = settingsOf({
  schema: "public",
  extraSearchPath: ["extensions"],
  role: "anon",
  extra: [["statement_timeout", "3s"]],
  timezone: "UTC",
  claims: "{}",
  method: "GET",
  path: "/it's",
  headers: "{}",
  cookies: "{}",
});

describe("the settings of a transaction", () => {
  test("put the role's before the role", () => {
    const names = settings.map(([name]) => name);
    expect(names.indexOf("statement_timeout")).toBeLessThan(names.indexOf("role"));
    expect(settings[0]).toEqual(["search_path", '"public", "extensions"']);
    expect(settings.at(-1)).toEqual(["timezone", "UTC"]);
  });

  test("are bound, and local", () => {
    const { text, params } = settingsStatement(settings.slice(0, 2));
    expect(text).toBe("SELECT num_nulls(set_config($1,$2,true),set_config($3,$4,true))");
    expect(params).toEqual(["search_path", '"public", "extensions"', "statement_timeout", "3s"]);
  });

  test("make one text with a prepared statement", () => {
    const read = {
      readOnly: true,
      settings: settings.slice(0, 0),
      before: null,
      statement: "s1",
      values: [],
    };
    expect(
      combinedText({
        ...read,
        settings: [["request.path", "/it's"]],
        statement: 's"1',
        values: ["a'b", "\\"],
      }),
    ).toBe(
      `SELECT num_nulls(set_config('transaction_read_only','on',true),set_config('request.path','/it''s',true));EXECUTE "s""1"('a''b', E'\\\\')`,
    );
    expect(combinedText({ ...read, readOnly: false })).toBe(
      `SELECT num_nulls(set_config('transaction_read_only','off',true));EXECUTE "s1"`,
    );
    expect(combinedText({ ...read, before: 'SELECT "a"."b"()' })).toContain(';SELECT "a"."b"();EXECUTE "s1"');
    expect(combinedText({ ...read, values: ["a\0b"] })).toBeNull();
  });
});

test("claims carry the role that is in force", () => {
  expect(claimsText(null, "anon")).toBe('{"role":"anon"}');
  expect(claimsText({ sub: "1" }, "anon")).toBe('{"sub":"1","role":"anon"}');
});
