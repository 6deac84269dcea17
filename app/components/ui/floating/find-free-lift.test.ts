import { expect, it } from "vitest";
import { findFreeLift } from "./find-free-lift.ts";

const box = { top: 700, bottom: 750 };

it("leaves the box where nothing is in its way", () => {
  expect(findFreeLift(box, 0, [])).toBe(0);
  expect(findFreeLift(box, 0, [{ top: 600, bottom: 692 }])).toBe(0);
  expect(findFreeLift(box, 0, [{ top: 758, bottom: 800 }])).toBe(0);
});

it("lifts it above what is in its way, with a gap", () => {
  expect(findFreeLift(box, 0, [{ top: 720, bottom: 764 }])).toBe(38);
  expect(findFreeLift(box, 0, [{ top: 600, bottom: 693 }])).toBe(158);
});

it("skips a gap between two controls that is too small, in whatever order they come", () => {
  const controls = [
    { top: 720, bottom: 764 },
    { top: 620, bottom: 664 },
  ];
  expect(findFreeLift(box, 0, controls)).toBe(138);
  expect(findFreeLift(box, 0, controls.toReversed())).toBe(138);
});

it("finds no place above the limit", () => {
  expect(findFreeLift(box, 0, [{ top: 40, bottom: 800 }])).toBeNull();
  expect(findFreeLift(box, 600, [{ top: 640, bottom: 720 }])).toBeNull();
});
