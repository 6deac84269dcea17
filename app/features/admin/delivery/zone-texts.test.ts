import { expect, test } from "vitest";
import { formatKilograms, formatPlaces, parseKilograms, parsePlaces } from "./zone-texts.ts";

test("places are lines of a town, with its quarters behind a colon", () => {
  const places = parsePlaces("Ouagadougou : Pissy,  Gounghin\n\n Kaya \nDori:\nPô : Ouest:A");
  expect(places).toEqual([
    { town: "Ouagadougou", quarter: "Pissy" },
    { town: "Ouagadougou", quarter: "Gounghin" },
    { town: "Kaya", quarter: "" },
    { town: "Dori", quarter: "" },
    { town: "Pô", quarter: "Ouest:A" },
  ]);
  expect(formatPlaces(places)).toBe("Dori\nKaya\nOuagadougou : Gounghin, Pissy\nPô : Ouest:A");
  expect(parsePlaces(formatPlaces(places))).toHaveLength(places.length);
});

test.each([
  ["2,5", 2500],
  ["1 000", 1_000_000],
  ["0.125", 125],
  ["", Number.NaN],
  ["-1", Number.NaN],
  ["5 kg", Number.NaN],
])("«%s» kilograms are %d grams", (typed, grams) => expect(parseKilograms(typed)).toBe(grams));

test("weights are shown in kilograms", () => {
  expect([2500, 125, 1_000_000, null].map(formatKilograms)).toEqual(["2,5", "0,125", "1000", ""]);
});
