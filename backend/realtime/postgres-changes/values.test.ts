import { expect, test } from "vitest";
import { toJson } from "./values.ts";

test.each([
  ["int4", "-7", -7],
  ["numeric", "12.50", 12.5],
  ["numeric", "NaN", "NaN"],
  ["float8", "1e+20", 1e20],
  ["float8", "Infinity", "Infinity"],
  ["bool", "t", true],
  ["bool", "f", false],
  ["text", 'a "b"\n', 'a "b"\n'],
  ["jsonb", '{"a": [1, null]}', { a: [1, null] }],
  ["timestamp", "2026-11-21 10:00:00", "2026-11-21T10:00:00"],
  ["timestamptz", "2026-11-21 10:00:00.5+00", "2026-11-21T10:00:00.5+00:00"],
  ["timestamptz", "infinity", "infinity"],
  ["uuid", "2cccc711-0f71-4734-a80d-8cb571033c1f", "2cccc711-0f71-4734-a80d-8cb571033c1f"],
  ["_int4", "{}", []],
  ["_int4", "{1,NULL,3}", [1, null, 3]],
  [
    "_int4",
    "{{1,2},{3,4}}",
    [
      [1, 2],
      [3, 4],
    ],
  ],
  ["_int4", "[0:1]={1,2}", "[0:1]={1,2}"],
  ["_text", '{a,"b, c","\\"{\\\\",NULL,"NULL",""}', ["a", "b, c", '"{\\', null, "NULL", ""]],
  ["_jsonb", '{"{\\"a\\": 1}"}', [{ a: 1 }]],
  ["_bool", "{t,f}", [true, false]],
  ["int4", null, null],
])("a value of type %s, %s, becomes %j", (type, value, expected) => {
  expect(JSON.parse(toJson(value, type))).toEqual(expected);
});

test("a number keeps all its digits", () => {
  expect(toJson("9007199254740993", "int8")).toBe("9007199254740993");
});
