import { expect, test } from "vitest";
import { plastic } from "./material.ts";
import { bounds, move, scale, settle, turnY } from "./mesh.ts";
import { ball, box, label } from "./shapes.ts";
import { ellipsoid, meshField } from "./solid.ts";

const skin = plastic("#B8391A");

test("settle stands a model on the floor and centres it", () => {
  const { min, max } = bounds(settle(move(box(skin, 2, 1, 4), 7, 3, -2)));
  expect(min.map((v) => Math.round(v * 100) / 100)).toEqual([-1, 0, -2]);
  expect(max.map((v) => Math.round(v * 100) / 100)).toEqual([1, 1, 2]);
});

test("normals of a ball point away from its middle, also after turning and stretching", () => {
  for (const { mesh } of turnY(scale(ball(skin, 1), 1, 3, 2), 30)) {
    for (let i = 0; i < mesh.positions.length; i += 3) {
      const along = [0, 1, 2].reduce(
        (sum, k) => sum + (mesh.positions[i + k] ?? 0) * (mesh.normals[i + k] ?? 0),
        0,
      );
      expect(Math.abs(along)).toBeGreaterThan(0.5);
    }
  }
});

test("a mirrored label still reads from left to right", () => {
  const print = { svg: "<svg/>", width: 1, height: 1 };
  for (const sign of [1, -1]) {
    const mesh = scale(label(skin, print, 2, 1), sign, 1, 1)[0]?.mesh;
    const corners = Array.from({ length: 6 }, (_, i) => ({
      x: mesh?.positions[i * 3] ?? 0,
      u: mesh?.uvs[i * 2] ?? 0,
    }));
    expect(corners.every(({ x, u }) => Math.abs((x + 1) / 2 - u) < 1e-6)).toBe(true);
  }
});

test("a meshed field has the size of its shape", () => {
  const limits = { min: [-1, -1, -1], max: [1, 1, 1] } as const;
  const { min, max } = bounds(meshField(skin, ellipsoid([0, 0, 0], [0.8, 0.8, 0.8]), limits, 0.1));
  for (const v of [...min.map((m) => -m), ...max]) expect(v).toBeCloseTo(0.8, 1);
});
