import { describe, expect, it } from "vitest";
import {
  formatMinimum,
  formatQuantity,
  formatShortQuantity,
  formatSoldBy,
  formatStepPrice,
  formatUnitPrice,
  getAmount,
  getContent,
  isSoldByUnit,
  parseAmount,
  parseTypedAmount,
  type SoldBy,
  toSteps,
  toStepText,
} from "./units.ts";

const piece: SoldBy = {};
const tiles: SoldBy = { unit: "box", content_size: 1.44, content_unit: "square_metre" };
const cable: SoldBy = { unit: "metre", step_size: 0.5, minimum_quantity: 4 };
const wire: SoldBy = { unit: "metre" };
const cement: SoldBy = { unit: "bag", content_size: 50, content_unit: "kilogram" };
const roll: SoldBy = { unit: "roll", content_size: 100, content_unit: "metre" };
const screws: SoldBy = { unit: "piece", content_size: 50, content_unit: "piece" };

/** With plain spaces, for reading. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");

describe("formatQuantity", () => {
  it.each<[number, SoldBy, string]>([
    [4, piece, "4 pièces"],
    [1, piece, "1 pièce"],
    [0, piece, "0 pièce"],
    [3, tiles, "3 cartons, 4,32 m²"],
    [1, tiles, "1 carton, 1,44 m²"],
    [1000, tiles, "1 000 cartons, 1 440 m²"],
    [5, cable, "2,5 m"],
    [3, cable, "1,5 m"],
    [2, cement, "2 sacs, 100 kg"],
    [2, roll, "2 rouleaux, 200 m"],
    [2, screws, "2 lots, 100 pièces"],
    [7, { unit: "litre", step_size: 0.1 }, "0,7 L"],
    [3, { unit: "cubic_metre", step_size: 0.5 }, "1,5 m³"],
  ])("%i of %j is %s", (quantity, item, text) => {
    expect(plain(formatQuantity(quantity, item))).toBe(text);
  });
});

describe("formatShortQuantity", () => {
  it.each<[number, SoldBy, string]>([
    [2400, piece, "2 400"],
    [3, tiles, "3 cartons, 4,32 m²"],
  ])("%i of %j is %s", (quantity, item, text) => {
    expect(plain(formatShortQuantity(quantity, item))).toBe(text);
  });
});

describe("formatSoldBy", () => {
  it.each<[SoldBy, string]>([
    [piece, ""],
    [screws, "vendu par lot de 50 pièces"],
    [{ unit: "piece", step_size: 1, minimum_quantity: 1, content_size: null, content_unit: null }, ""],
    [tiles, "vendu par carton de 1,44 m²"],
    [cable, "vendu par 0,5 m"],
    [wire, "vendu au mètre"],
    [{ unit: "kilogram" }, "vendu au kilo"],
    [{ unit: "bag" }, "vendu par sac"],
    [cement, "vendu par sac de 50 kg"],
    [{ unit: "piece", content_size: 2.5, content_unit: "litre" }, "vendu par pièce de 2,5 L"],
  ])("%j", (item, text) => {
    expect(plain(formatSoldBy(item))).toBe(text);
    expect(isSoldByUnit(item)).toBe(text !== "");
  });
});

describe("the prices", () => {
  it.each<[number, SoldBy, string, string]>([
    [5_400, tiles, "5 400 XOF le carton", "3 750 XOF/m²"],
    [600, cable, "600 XOF les 0,5 m", "1 200 XOF/m"],
    [350, wire, "350 XOF le mètre", ""],
    [6_500, cement, "6 500 XOF le sac", "130 XOF/kg"],
    [45_000, piece, "45 000 XOF l'unité", ""],
    [18_500, { content_size: 5, content_unit: "litre" }, "18 500 XOF la pièce", "3 700 XOF/L"],
  ])("%i for %j", (price, item, step, unit) => {
    expect(plain(formatStepPrice(price, item))).toBe(step);
    expect(plain(formatUnitPrice(price, item))).toBe(unit);
  });
});

it("names a minimum of more than one step", () => {
  expect(plain(formatMinimum(cable))).toBe("minimum 2 m");
  expect(formatMinimum(tiles)).toBe("");
});

describe("toSteps", () => {
  it("rounds up to whole steps", () => {
    expect([2, 2.1, 2.5, 2.500001].map((amount) => toSteps(amount, cable))).toEqual([4, 5, 5, 6]);
    expect(toSteps(3, tiles)).toBe(3);
    expect(toSteps(2.2, tiles)).toBe(3);
  });

  it("does not add a step for an error of the division", () => {
    expect(toSteps(0.3, { unit: "metre", step_size: 0.1 })).toBe(3);
    expect(toSteps(4.32, tiles, "square_metre")).toBe(3);
    expect(toSteps(4.33, tiles, "square_metre")).toBe(4);
  });

  it("is never below the minimum", () => {
    expect([0, -3, 0.1, Number.NaN].map((amount) => toSteps(amount, cable))).toEqual([4, 4, 4, 4]);
    expect(toSteps(0, piece)).toBe(1);
  });

  it("is null for a unit that the product is not measured in", () => {
    expect(toSteps(3, cement, "square_metre")).toBeNull();
    expect(toSteps(120, cement, "kilogram")).toBe(3);
  });
});

it("computes amounts without the errors of binary fractions", () => {
  expect(getAmount(3, { unit: "metre", step_size: 0.1 })).toBe(0.3);
  expect(getContent(3, tiles)).toEqual({ amount: 4.32, unit: "square_metre" });
  expect(getContent(3, cable)).toBeNull();
});

it("parses amounts as they are typed", () => {
  expect(["2,5", " 3.75 ", "1 200", "1\u202f200,5", "12"].map(parseAmount)).toEqual([
    2.5, 3.75, 1200, 1200.5, 12,
  ]);
  for (const text of ["", "0", "-3", "abc", "1,2,3", "1e9", "9999999999", "0,0"])
    expect(parseAmount(text)).toBeNull();
});

it("parses amounts that name their unit, of packets also what they cover", () => {
  const squareMetres = { amount: 5, unit: "square_metre" };
  expect(["5 m²", "5m2", "5\u00a0M²"].map((text) => parseTypedAmount(text, tiles))).toEqual(
    Array(3).fill(squareMetres),
  );
  expect(parseTypedAmount("2,5", tiles)).toEqual({ amount: 2.5, unit: "box" });
  expect(parseTypedAmount("2,3 m", cable)).toEqual({ amount: 2.3, unit: "metre" });
  expect(parseTypedAmount("10 Cartons", tiles)).toEqual({ amount: 10, unit: "box" });
  expect(parseTypedAmount("1 sac", cement)).toEqual({ amount: 1, unit: "bag" });
  expect(parseTypedAmount("2 lots", screws)).toEqual({ amount: 2, unit: "piece" });
  expect(parseTypedAmount("100 pièces", screws)).toBeNull();
  expect(parseTypedAmount("3 m", tiles)).toBeNull();
  expect(parseTypedAmount("m²", tiles)).toBeNull();
});

it("names a step as an order does", () => {
  expect([toStepText(piece), toStepText(cable), toStepText(tiles)]).toEqual([
    "1 piece",
    "0.5 metre",
    "1 box 1.44 square_metre",
  ]);
});
