import { describe, expect, test } from "vitest";
import { parsePayload } from "./payload.ts";

const JSON_TYPE = "application/json";

describe("the request body", () => {
  test("is passed on unchanged, with its keys", () => {
    const text = '[{"a":1e400,"b":2},{"b":3,"a":4}]';
    expect(parsePayload(text, JSON_TYPE, null, false)).toEqual({
      payload: { kind: "json", keys: ["a", "b"], isArray: true, mediaType: JSON_TYPE },
      text,
    });
    expect(parsePayload('{"a":1}', `${JSON_TYPE}; charset=utf-8`, null, false)).toMatchObject({
      payload: { keys: ["a"], isArray: false },
    });
  });

  test("must have the same keys in all rows, unless columns are given", () => {
    const text = '[{"a":1},{"b":2}]';
    expect(() => parsePayload(text, JSON_TYPE, null, false)).toThrow("All object keys must match");
    expect(() => parsePayload('[{"a":1},5]', JSON_TYPE, null, false)).toThrow("All object keys must match");
    expect(parsePayload(text, JSON_TYPE, ["a", "b", "a"], false)).toMatchObject({
      payload: { keys: ["a", "b"] },
    });
  });

  test("may be empty for a function only", () => {
    expect(parsePayload("", null, ["a"], true)).toMatchObject({
      payload: { keys: [], isArray: false },
      text: "{}",
    });
    expect(() => parsePayload("", null, null, false)).toThrow("Empty or invalid json");
    expect(() => parsePayload("{", null, null, false)).toThrow("Empty or invalid json");
  });

  test("counts as no rows when it is neither an object nor an array", () => {
    expect(parsePayload("5", null, null, false)).toMatchObject({ text: "[]", payload: { keys: [] } });
    expect(parsePayload("[]", null, null, false)).toMatchObject({ payload: { keys: [], isArray: true } });
  });

  test.each([
    ["a\r\n1\r\n", '[{"a":"1"}]'],
    ["a,b\n1,", '[{"a":"1","b":""}]'],
    ["a\n\n1", '[{"a":""},{"a":"1"}]'],
    ["a", "[]"],
  ])("reads CSV: %j", (csv, text) => {
    expect(parsePayload(csv, "text/csv", null, false).text).toBe(text);
  });

  test.each(['a\n"x', 'a\n"x"y', 'a\nx"y', "a\rb", 'a\n"x""'])("refuses what is no CSV: %j", (csv) => {
    expect(() => parsePayload(csv, "text/csv", null, false)).toThrow();
  });

  test("may be CSV, where NULL is null", () => {
    const csv = 'id,title\n1,"a ""b"", c"\n2,NULL\n';
    expect(parsePayload(csv, "text/csv", null, false)).toMatchObject({
      text: JSON.stringify([
        { id: "1", title: 'a "b", c' },
        { id: "2", title: null },
      ]),
      payload: { keys: ["id", "title"] },
    });
    expect(() => parsePayload("a,b\n1\n", "text/csv", null, false)).toThrow(
      "All lines must have same number of fields",
    );
  });

  test("may be a form", () => {
    expect(parsePayload("a=1&b=x+y", "application/x-www-form-urlencoded", null, false)).toMatchObject({
      text: '{"a":"1","b":"x y"}',
    });
    expect(parsePayload("a=1&a=2", "application/x-www-form-urlencoded", null, true)).toMatchObject({
      payload: {
        kind: "form",
        args: [
          ["a", "1"],
          ["a", "2"],
        ],
      },
    });
  });

  test("is passed on whole only to functions", () => {
    expect(parsePayload("hello", "text/plain", null, true)).toEqual({
      payload: { kind: "raw", mediaType: "text/plain" },
      text: "hello",
    });
    expect(() => parsePayload("hello", "text/plain", null, false)).toThrow(
      "Content-Type not acceptable: text/plain",
    );
  });
});
