import { describe, expect, test } from "vitest";
import { createSettings, serializeClaims, settingsStatement } from "./settings.ts";

const settings = createSettings({
  readOnly: true,
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
  address: "192.0.2.1",
  requestId: "id-of-one",
});

describe("the settings of a transaction", () => {
  test("set the role's settings before the role", () => {
    const names = settings.map(([name]) => name);
    expect(names.indexOf("statement_timeout")).toBeLessThan(names.indexOf("role"));
    expect(settings.slice(0, 2)).toEqual([
      ["transaction_read_only", "on"],
      ["search_path", '"public", "extensions"'],
    ]);
    expect(settings.slice(-2)).toEqual([
      ["request.id", "id-of-one"],
      ["timezone", "UTC"],
    ]);
  });

  test("are bound, and local to the transaction", () => {
    expect(settingsStatement([...settings.slice(0, 1), ["a'b", "c'd"]], null)).toEqual({
      text: "SELECT num_nulls(set_config('transaction_read_only',$1,true),set_config('a''b',$2,true))",
      params: ["on", "c'd"],
    });
  });

  test("come after the check of the session", () => {
    expect(settingsStatement(settings.slice(0, 1), "id")).toEqual({
      text: "SELECT num_nulls(auth.require_session($1),set_config('transaction_read_only',$2,true))",
      params: ["id", "on"],
    });
  });
});

test("the claims contain the effective role", () => {
  expect(serializeClaims(null, "anon")).toBe('{"role":"anon"}');
  expect(serializeClaims({ sub: "1" }, "anon")).toBe('{"sub":"1","role":"anon"}');
});
