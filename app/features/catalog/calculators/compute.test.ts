import { describe, expect, it } from "vitest";
import { toSteps } from "#app/lib/format/units.ts";
import { describeSource } from "./calculator-texts.ts";
import { computeNeed, type Need } from "./compute.ts";
import type { ProductCalculator } from "./product-calculator.ts";

const tiles: ProductCalculator = { kind: "tiles", waste: 10, diagonalWaste: 15 };
const paint: ProductCalculator = { kind: "paint", waste: 5, coverage: 8, unit: "kilogram" };
const concrete: ProductCalculator = { kind: "concrete", waste: 0, cement: 350 };
const blocks: ProductCalculator = { kind: "blocks", waste: 5, perSquareMetre: 12.5 };
const roof: ProductCalculator = { kind: "roof", waste: 0, width: 0.9, length: 3, overlap: 0.2 };
const wire: ProductCalculator = { kind: "wire", waste: 0, section: 2.5, wires: 1, maxDrop: 3 };

const getAmount = (need: Need) => ("amount" in need ? need.amount : need.problem);
/** With plain spaces, for reading. */
const getSteps = (need: Need) =>
  "steps" in need ? need.steps.map((text) => text.replaceAll(/[\u00a0\u202f]/g, " ")) : [];

describe("tiles", () => {
  it("adds the waste of a straight and of a diagonal laying", () => {
    const room = { length: 4, width: 5 };
    expect(getAmount(computeNeed(tiles, room))).toBeCloseTo(22);
    expect(getAmount(computeNeed(tiles, room, true))).toBeCloseTo(23);
    expect(getSteps(computeNeed(tiles, room))).toEqual([
      "Surface : 20 m²",
      "À prévoir : 22 m², avec 10 % de pertes",
    ]);
  });

  it("fills whole boxes", () => {
    const box = { unit: "box", content_size: 1.44, content_unit: "square_metre" } as const;
    expect(toSteps(Number(getAmount(computeNeed(tiles, { length: 4, width: 5 }))), box, "square_metre")).toBe(
      16,
    );
  });
});

it("paint covers the surface once for each coat", () => {
  expect(getAmount(computeNeed(paint, { area: 80, coats: 2 }))).toBeCloseTo(21);
  expect(getAmount(computeNeed(paint, { area: 80, coats: 0 }))).toBeCloseTo(10.5);
});

it("a slab of a cubic metre takes seven bags of cement", () => {
  const need = computeNeed(concrete, { length: 5, width: 2, thickness: 10 });
  expect(getAmount(need)).toBeCloseTo(350);
  expect(toSteps(350, { unit: "bag", content_size: 50, content_unit: "kilogram" }, "kilogram")).toBe(7);
  expect(getSteps(need)).toEqual([
    "Béton : 1 m³",
    "Sable : environ 0,5 m³",
    "Gravier : environ 0,7 m³",
    "À prévoir : 350 kg",
  ]);
});

describe("blocks", () => {
  it("are whole, without those of doors and windows", () => {
    expect(getAmount(computeNeed(blocks, { length: 10, height: 2.5, openings: 2 }))).toBe(302);
  });

  it("are none of a wall that is all openings", () => {
    expect(getAmount(computeNeed(blocks, { length: 2, height: 2, openings: 4 }))).toMatch(/ouvertures/);
  });
});

describe("sheets", () => {
  it.each([
    [{ length: 9, slope: 3 }, 10],
    [{ length: 9, slope: 3.01 }, 20],
    [{ length: 9.1, slope: 5.8 }, 22],
    [{ length: 0.5, slope: 1 }, 1],
  ])("%j takes %i", (dimensions, sheets) => {
    expect(getAmount(computeNeed(roof, dimensions))).toBe(sheets);
  });
});

describe("wire", () => {
  it("takes the length, three times of single wires", () => {
    expect(getAmount(computeNeed(wire, { power: 2000, length: 20 }))).toBe(20);
    expect(getAmount(computeNeed({ ...wire, wires: 3 }, { power: 2000, length: 20 }))).toBe(60);
  });

  it.each([
    // 2 × 0.0225 × 50 × 8.7 / 6.9 = 2.8 mm²
    [{ power: 2000, length: 50 }, /au moins 4\smm²/],
    // 26 A are more than 24 A × 0.87
    [{ power: 6000, length: 2 }, /au moins 4\smm²/],
    [{ power: 100_000, length: 10 }, /électricien/],
  ])("%j needs a thicker one", (dimensions, problem) => {
    expect(getAmount(computeNeed(wire, dimensions))).toMatch(problem);
  });
});

it("computes huge dimensions without a wrong number", () => {
  for (const calculator of [tiles, paint, concrete, blocks, roof, wire]) {
    const need = computeNeed(calculator, {
      ...{ length: 10_000, width: 10_000, height: 10_000, slope: 10_000, area: 10_000, coats: 10_000 },
      ...{ thickness: 10_000, power: 1, openings: 0 },
    });
    if ("amount" in need) expect(Number.isFinite(need.amount)).toBe(true);
  }
});

it.each([
  [{ ...concrete, cement: 300 }, "Ici 300 kg de ciment"],
  [{ ...roof, overlap: 0.15 }, "ici 0,15 m"],
  [{ ...wire, maxDrop: 4.5 }, "Chute de tension de 4,5 % au plus"],
] as const)("the source of a formula names what the shop has set: %o", (calculator, words) => {
  expect(describeSource(calculator).replaceAll(/[\u00a0\u202f]/g, " ")).toContain(words);
});
