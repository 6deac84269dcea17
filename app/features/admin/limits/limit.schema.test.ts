import { expect, test } from "vitest";
import { createLimitSchema, diffLimits, toLimitInput } from "./limit.schema.ts";

const input = toLimitInput({ maximum: 30, period_seconds: 300 });
const schema = createLimitSchema(300);

const errorsOf = (values: object) =>
  schema.safeParse({ ...input, ...values }).error?.issues.map(({ path, message }) => [path[0], message]);

test("the stored values become the form's input, and are read back", () => {
  expect(input).toEqual({ isUnlimited: false, maximum: "30", count: "5", unit: "minutes" });
  for (const values of [
    { maximum: 10_000_000, period_seconds: 86_400 },
    { maximum: 0, period_seconds: 45 },
    { maximum: null, period_seconds: 300 },
  ])
    expect(schema.parse(toLimitInput(values))).toEqual(values);
  const limit = { maximum: 40, period_seconds: null };
  expect(createLimitSchema(null).parse(toLimitInput(limit))).toEqual(limit);
});

test("a limit by time stays one, also without a maximum", () => {
  expect(schema.parse({ ...input, isUnlimited: true, maximum: "x", count: "x" })).toEqual({
    maximum: null,
    period_seconds: 300,
  });
});

test("each field has its own error message", () => {
  const maximum = "Le maximum est un nombre entier, de 0 à 1 000 milliards";
  for (const typed of ["", "-1", "1,5", "dix", "1 000 000 000 001"])
    expect(errorsOf({ maximum: typed }), typed).toEqual([["maximum", maximum]]);
  const count = "La durée est un nombre entier, d'une seconde à 30 jours";
  for (const [typed, unit] of [
    ["0", "seconds"],
    ["31", "days"],
    ["721", "hours"],
    ["", "minutes"],
  ])
    expect(errorsOf({ count: typed, unit }), typed).toEqual([["count", count]]);
  expect(errorsOf({ maximum: "1 000 000 000 000", count: "30", unit: "days" })).toBeUndefined();
});

test("versions differ by the maximum and the period", () => {
  const before = { maximum: 30, period_seconds: 300 };
  expect(diffLimits(before, { ...before })).toEqual([]);
  expect(diffLimits(before, { maximum: 50, period_seconds: 60 })).toEqual([
    { label: "La limite", value: "50 en 1 minute" },
  ]);
});
