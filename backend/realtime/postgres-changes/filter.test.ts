import { expect, test } from "vitest";
import { FilterError, parseFilter } from "./filter.ts";

test.each([
  ["a=eq.1", { column: "a", operator: "=", values: ["1"] }],
  ["a=neq.x.y=z", { column: "a", operator: "<>", values: ["x.y=z"] }],
  ["a b=lt.", { column: "a b", operator: "<", values: [""] }],
  ["a=lte.1,2", { column: "a", operator: "<=", values: ["1,2"] }],
  ["a=gt.\n", { column: "a", operator: ">", values: ["\n"] }],
  ['a=gte."1,2"', { column: "a", operator: ">=", values: ["1,2"] }],
  ['a=eq."\\"\\\\"', { column: "a", operator: "=", values: ['"\\'] }],
  ['a=eq."a" b', { column: "a", operator: "=", values: ['"a" b'] }],
  ["a=in.(1)", { column: "a", operator: "=", values: ["1"] }],
  ["a=in.(1, 2,)", { column: "a", operator: "=", values: ["1", "2", ""] }],
  ['a=in.("x,y",z,"(")', { column: "a", operator: "=", values: ["x,y", "z", "("] }],
])("%s", (text, filter) => {
  expect(parseFilter(text)).toEqual(filter);
});

test.each(["", "a", "a=eq", "=eq.1", "a=like.x", "a=toString.x", "a=in.1", "a=in.(1", "a=eq.\0"])(
  "%j is no filter",
  (text) => {
    expect(() => parseFilter(text)).toThrow(FilterError);
  },
);
