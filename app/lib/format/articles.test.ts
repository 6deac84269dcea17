import { expect, it } from "vitest";
import { UNIT_VALUES } from "#app/lib/supabase/database.types.ts";
import { countArticles } from "./articles.ts";

it("counts what is measured once, and every piece of the rest", () => {
  const counts = UNIT_VALUES.map((unit) => [unit, countArticles([{ unit, quantity: 33 }])]);
  expect(Object.fromEntries(counts)).toEqual({
    piece: 33,
    bag: 33,
    roll: 33,
    box: 33,
    metre: 1,
    square_metre: 1,
    cubic_metre: 1,
    kilogram: 1,
    litre: 1,
  });
  expect(
    countArticles([{ quantity: 2 }, { unit: "metre", quantity: 33 }, { unit: "bag", quantity: 3 }]),
  ).toBe(6);
});
