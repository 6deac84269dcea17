import { postgresChangesFilter } from "@supabase/realtime-js";
import { expect, test } from "vitest";
import { type Condition, FilterError, parseFilter } from "./filter.ts";

const on = (operator: Condition["operator"], values: string[], more: Partial<Condition> = {}): Condition => ({
  column: "a",
  operator,
  isNegated: false,
  values,
  ...more,
});
const not = { isNegated: true };

test.each([
  ["a=eq.1", [on("=", ["1"])]],
  ["a=neq.x.y=z", [on("<>", ["x.y=z"])]],
  [" a b=lt. ", [on("<", [""], { column: "a b" })]],
  ["a=lte.1,b=gt.2", [on("<=", ["1"]), on(">", ["2"], { column: "b" })]],
  ['a=gte."1,2",a=eq.3', [on(">=", ["1,2"]), on("=", ["3"])]],
  ['a=eq."\\"\\\\,"', [on("=", ['"\\,'])]],
  ['a=eq."a" b', [on("=", ['"a" b'])]],
  ['a=eq.5",b=eq.6', [on("=", ['5"']), on("=", ["6"], { column: "b" })]],
  ["a=in.(1)", [on("=", ["1"])]],
  ["a=in.(1, 2,)", [on("=", ["1", "2", ""])]],
  ['a=in.("x,y",z,"(")', [on("=", ["x,y", "z", "("])]],
  ["a=not.in.(1,2)", [on("=", ["1"], not), on("=", ["2"], not)]],
  ["a=not.eq.not.x", [on("=", ["not.x"], not)]],
  ["a=isdistinct.x", [on("is distinct from", ["x"])]],
  ["a=is.null,a=not.is.true", [on("is null", []), on("is true", [], not)]],
  ["a=like.%x_", [on("~~", ["%x_"])]],
  ["a=ilike.\\\\", [on("~~*", ["\\\\"])]],
  ["a=match.^x(a|b)+$", [on("~", ["^x(a|b)+$"])]],
  ["a=imatch.(?:x)\\d", [on("~*", ["(?:x)\\d"])]],
])("%s is read", (text, filter) => {
  expect(parseFilter(text)).toEqual(filter);
});

test.each(["", " \n"])("%j is no filter", (text) => {
  expect(parseFilter(text)).toBeNull();
});

test("filters of the official client are parsed", () => {
  const odd = ' "\\,()';
  const written = postgresChangesFilter()
    .eq("a", odd)
    .in("a", [odd, 2, true])
    .not("a", "like", odd)
    .is("a", null)
    .isDistinct("a", null);
  expect(parseFilter(written.build())).toEqual([
    on("=", [odd]),
    on("=", [odd, "2", "true"]),
    on("~~", [odd], not),
    on("is null", []),
    on("is distinct from", ["null"]),
  ]);
});

test.each([
  "a",
  "a=eq",
  "=eq.1",
  "a=eq.1,",
  "a=eq.1,,b=eq.1",
  "a=eq.a,b",
  "a=toString.x",
  "a=not.not.eq.1",
  "a=in.1",
  "a=in.(1",
  "a=eq.\0",
  "a=is.5",
  "a=is.constructor",
  "a=like.x\\",
  "a=ilike.\\\\\\",
  "a=match.(x)\\1",
  "a=match.(?=x)",
  "a=imatch.(?<!x)",
  `a=match.${"x".repeat(1001)}`,
  Array(51).fill("a=eq.1").join(),
  `a=not.in.(${Array(101).fill(1)})`,
])("%j is rejected", (text) => {
  expect(() => parseFilter(text)).toThrow(FilterError);
});
