import { expect, it } from "vitest";
import { optionalWholeNumber, wholeNumber } from "./whole-number.ts";

const MESSAGE = "De 1 à 20 000";

it("parses whole numbers within the limits, with spaces between thousands", () => {
  const schema = wholeNumber(1, 20_000, MESSAGE);
  expect(["1", " 7 ", "12 500", "20\u202f000"].map((typed) => schema.parse(typed))).toEqual([
    1, 7, 12_500, 20_000,
  ]);
});

it.each(["", " ", "0", "20001", "-5", "1.5", "1e3", "dix"])("rejects %j", (typed) => {
  expect(wholeNumber(1, 20_000, MESSAGE).safeParse(typed).error?.issues[0]?.message).toBe(MESSAGE);
});

it("gives an empty field its own value", () => {
  const schema = optionalWholeNumber(1, 20_000, null, MESSAGE);
  expect(["", "  ", "5"].map((typed) => schema.parse(typed))).toEqual([null, null, 5]);
  expect(schema.safeParse("0").success).toBe(false);
});
