import { expect, it } from "vitest";
import { splitBrand } from "./split-brand.ts";

it("splits a name around its brand, in the middle, at the start and at the end", () => {
  expect(splitBrand("Perceuse Prokraft 750 W", "Prokraft")).toEqual(["Perceuse ", "Prokraft ", "750 W"]);
  expect(splitBrand("Koudou Tools pince", "Koudou Tools")).toEqual(["", "Koudou Tools ", "pince"]);
  expect(splitBrand("Ampoule 9 W LUMIDOR", "Lumidor")).toEqual(["Ampoule 9 W", " LUMIDOR", ""]);
});

it("leaves a name whole that does not contain the brand as a word, or nothing else", () => {
  expect(splitBrand("Perceuse 750 W", "Prokraft")).toBeNull();
  expect(splitBrand("Perceuses Prokrafts", "Prokraft")).toBeNull();
  expect(splitBrand("Prokraft", "Prokraft")).toBeNull();
  expect(splitBrand("Perceuse Prokraft", null)).toBeNull();
  expect(splitBrand("Perceuse", "")).toBeNull();
});
