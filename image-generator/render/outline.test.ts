import { expect, test } from "vitest";
import { area, circle, inset, rounded, triangulate, withWinding } from "./outline.ts";

const square = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
] as const;

function covered(rings: Parameters<typeof triangulate>[0]): number {
  const points = rings.flat();
  return triangulate(rings).reduce((sum, corners) => sum + area(corners.map((i) => points[i] ?? [0, 0])), 0);
}

test("triangles cover a concave outline exactly", () => {
  const notched = [
    [0, 0],
    [4, 0],
    [4, 4],
    [2, 1],
    [0, 4],
  ] as const;
  expect(covered([notched])).toBeCloseTo(area(notched));
});

test("triangles leave the holes open", () => {
  const holes = [withWinding(circle(0.5, 24, 1, 1), -1), withWinding(circle(0.7, 24, 3, 3), -1)];
  const open = holes.reduce((sum, hole) => sum - area(hole), 0);
  expect(covered([square, ...holes])).toBeCloseTo(16 - open);
});

test("an inset outline is smaller on all sides, a hole's inset widens it", () => {
  expect(area(inset(square, 0.5))).toBeCloseTo(9);
  expect(area(inset(withWinding(square, -1), 0.5))).toBeCloseTo(-25);
});

test("a rounded corner stays inside the corner it replaces, and open lines keep their ends", () => {
  const soft = rounded(square, 1);
  expect(area(soft)).toBeLessThan(16);
  expect(area(soft)).toBeGreaterThan(16 - (4 - Math.PI) - 0.1);
  const line = rounded(
    [
      [0, 0],
      [1, 0],
      [1, 1],
    ],
    0.3,
    false,
  );
  expect(line.at(0)).toEqual([0, 0]);
  expect(line.at(-1)).toEqual([1, 1]);
});
