/** The headers of a request: preferences, media types and ranges. */
import { describe, expect, test } from "vitest";
import { parseAccept } from "./accept.ts";
import { parsePreferences } from "./preferences.ts";
import { getTopLevelRange } from "./range.ts";

const ZONES = new Set(["Africa/Ouagadougou"]);

describe("Prefer", () => {
  test("uses the first preference of each kind and collects unknown ones", () => {
    const preferences = parsePreferences(
      "return=representation, return=minimal,count=exact, max-affected=5, timezone=Africa/Ouagadougou, timezone=Mars/Olympus, foo=bar, max-affected=x",
      ZONES,
    );
    expect(preferences).toMatchObject({
      return: "representation",
      count: "exact",
      maxAffected: 5,
      timezone: "Africa/Ouagadougou",
      invalid: ["timezone=Mars/Olympus", "foo=bar", "max-affected=x"],
    });
  });

  test("is empty without a header", () => {
    expect(parsePreferences(null, ZONES)).toMatchObject({ return: null, invalid: [] });
  });
});

describe("Accept", () => {
  const types = (header: string | null) => parseAccept(header).map(({ type }) => type);

  test("is any type without a header, else a list with the best type first", () => {
    expect(types(null)).toEqual(["*/*"]);
    expect(types("application/json;q=0.1, text/csv, image/png;q=0")).toEqual([
      "text/csv",
      "application/json",
    ]);
  });

  test("prefers the more specific of types with the same weight", () => {
    expect(types("*/*, text/*, text/csv")).toEqual(["text/csv", "text/*", "*/*"]);
    expect(types("application/json, application/vnd.pgrst.array+json;nulls=stripped")).toEqual([
      "application/vnd.pgrst.array+json",
      "application/json",
    ]);
  });

  test("has parameters, and a quoted one may contain any separator", () => {
    const [plan, next] = parseAccept(
      'Application/vnd.pgrst.plan+json; FOR="text/csv, q=x"; options=analyze|wal;, text/csv',
    );
    expect(plan?.type).toBe("application/vnd.pgrst.plan+json");
    expect([...(plan?.parameters ?? [])]).toEqual([
      ["for", "text/csv, q=x"],
      ["options", "analyze|wal"],
    ]);
    expect(next?.type).toBe("text/csv");
  });
});

describe("the range", () => {
  test.each([
    [null, 0, null, { offset: 0, limit: null }],
    [10, 5, null, { offset: 5, limit: 10 }],
    [null, 0, "0-9", { offset: 0, limit: 10 }],
    [null, 0, "10-", { offset: 10, limit: null }],
    [5, 2, "4-20", { offset: 4, limit: 3 }],
    [0, 3, "1-2", { offset: 0, limit: 0 }],
    [3, 0, "items", { offset: 0, limit: 3 }],
  ])("limit %s, offset %s, Range %s", (limit, offset, header, expected) => {
    expect(getTopLevelRange(limit, offset, header)).toEqual(expected);
  });

  test("rejects a negative limit and reversed bounds", () => {
    expect(() => getTopLevelRange(-1, 0, null)).toThrow("Requested range not satisfiable");
    expect(() => getTopLevelRange(null, 0, "5-2")).toThrow("Requested range not satisfiable");
    expect(() => getTopLevelRange(2, 0, "5-9")).toThrow("Requested range not satisfiable");
  });
});
