/** The model of a person from the chest up: one body, with clothes and hair by a description. */
import { type Material, matt, noise, plastic } from "#image-generator/render/material.ts";
import { type Model, move, repeat, scale, turnX, turnY } from "#image-generator/render/mesh.ts";
import { ball, bar, curve, ring, tube } from "#image-generator/render/shapes.ts";
import {
  ellipsoid,
  type Field,
  limb,
  meshField,
  smoothSubtract,
  smoothUnion,
} from "#image-generator/render/solid.ts";
import { type Clothes, createClothes } from "./clothes.ts";
import { createHat, type Hat } from "./hats.ts";

export interface Person {
  skin: string;
  /** Factors of the head's width and length. */
  width?: number;
  length?: number;
  hair: "none" | "short" | "afro" | "bun" | "braids" | "locks";
  hairColor?: string;
  beard?: "full" | "chin" | "moustache";
  glasses?: string;
  earrings?: string;
  lips?: string;
  hat?: Hat;
  clothes: Clothes;
  /** The turn of the head to the side, in degrees. */
  turn?: number;
}

const limits = { min: [-1.2, 0.9, -1], max: [1.2, 2.9, 1.1] } as const;

const skull = (grow: number): Field =>
  smoothUnion(
    0.16,
    ellipsoid([0, 1.84, -0.02], [0.5 + grow, 0.58 + grow, 0.55 + grow]),
    ellipsoid([0, 1.56, 0.08], [0.4 + grow, 0.4 + grow, 0.42 + grow]),
  );

/** The part of `field` inside `region`. */
const within =
  (field: Field, region: Field): Field =>
  (p) =>
    Math.max(field(p), region(p));

/** Short curls: a surface roughened by noise. */
const curly =
  (field: Field, size: number, depth: number): Field =>
  (p) =>
    field(p) - depth * (noise(p[0] * size + 9, p[1] * size + 9, p[2] * size + 9) - 0.5);

function createFace({ skin, lips, hairColor = "#17120f", beard }: Person): Model {
  const flesh: Material = { ...plastic(skin, 0.46) };
  const head = smoothUnion(
    0.1,
    skull(0),
    ellipsoid([0, 1.66, 0.53], [0.085, 0.075, 0.1]),
    ellipsoid([0, 1.78, 0.5], [0.045, 0.14, 0.07]),
    ellipsoid([-0.075, 1.645, 0.5], [0.055, 0.045, 0.06]),
    ellipsoid([0.075, 1.645, 0.5], [0.055, 0.045, 0.06]),
    ellipsoid([0, 1.44, 0.44], [0.16, 0.06, 0.06]),
  );
  const neck = limb([0, 1.4, -0.08], [0, 0.8, -0.1], 0.23, 0.27);
  const ears = [-1, 1].map((side) => ellipsoid([side * 0.52, 1.72, -0.02], [0.07, 0.14, 0.1]));
  const mouth = curve([
    [-0.19, 1.505, 0.445],
    [-0.1, 1.445, 0.505],
    [0, 1.425, 0.525],
    [0.1, 1.445, 0.505],
    [0.19, 1.505, 0.445],
  ]);
  const dark = plastic("#1a1210", 0.12);
  const brow = plastic(beard || hairColor !== "#17120f" ? hairColor : "#17120f", 0.6);
  return [
    ...meshField(
      flesh,
      smoothUnion(0.12, smoothUnion(0.06, head, ...ears), neck),
      { min: [-0.8, 0.7, -0.8], max: [0.8, 2.6, 0.8] },
      0.028,
    ),
    ...[-1, 1].flatMap((side) => [
      ...move(scale(ball(plastic("#fbf7f2", 0.2), 1), 0.088, 0.066, 0.05), side * 0.19, 1.79, 0.468),
      ...move(scale(ball(dark, 1), 0.058, 0.06, 0.03), side * 0.185, 1.79, 0.502),
      ...move(ball(plastic("#ffffff", 0.3), 0.015), side * 0.185 - 0.02, 1.812, 0.53),
      ...tube(
        flesh,
        curve([
          [side * 0.1, 1.81, 0.5],
          [side * 0.15, 1.862, 0.515],
          [side * 0.23, 1.86, 0.495],
          [side * 0.29, 1.805, 0.44],
        ]),
        0.026,
        { steps: 10 },
      ),
      ...tube(
        brow,
        curve([
          [side * 0.1, 1.968, 0.512],
          [side * 0.2, 1.99, 0.495],
          [side * 0.31, 1.935, 0.42],
        ]),
        (t) => 0.03 - 0.016 * t,
        { steps: 10 },
      ),
    ]),
    ...tube(
      plastic(lips ?? "#7d4034", 0.4),
      mouth,
      (t) => (lips ? 0.034 : 0.024) * Math.sin(Math.PI * (0.08 + t * 0.84)) + 0.006,
      { steps: 10 },
    ),
  ];
}

function createHair({ hair, hairColor = "#17120f" }: Person): Model {
  const stuff: Material = { ...matt(hairColor), rough: 0.55 };
  // The hairline: high over the forehead, down to the nape behind.
  const above: Field = (p) =>
    p[2] > 0.1 ? 2.1 - p[1] + (p[2] - 0.1) * 0.12 : 1.58 - p[1] + (p[2] + 0.2) * 0.5;
  const cap = within(skull(0.035), above);
  switch (hair) {
    case "none":
      return [];
    case "short":
      return meshField(stuff, curly(cap, 26, 0.03), limits, 0.026);
    case "afro":
      return meshField(
        stuff,
        curly(
          smoothSubtract(
            ellipsoid([0, 2.02, -0.12], [0.74, 0.66, 0.68]),
            ellipsoid([0, 1.56, 0.52], [0.47, 0.56, 0.5]),
            0.08,
          ),
          13,
          0.09,
        ),
        limits,
        0.028,
      );
    case "bun":
      return [
        ...meshField(
          stuff,
          smoothUnion(
            0.06,
            cap,
            ellipsoid([0, 2.5, -0.2], [0.3, 0.26, 0.3]),
            limb([0, 2.3, -0.2], [0, 2.4, -0.2], 0.2),
          ),
          limits,
          0.026,
        ),
        ...move(turnX(ring(plastic("#F4B223"), 0.21, 0.05), -12), 0, 2.34, -0.18),
      ];
    case "braids":
    case "locks": {
      const strand = (angle: number, low: number): Model => {
        const [x, z] = [Math.sin(angle), Math.cos(angle)];
        const line = curve([
          [x * 0.2, 2.42, z * 0.2 - 0.05],
          [x * 0.5, 2.15, z * 0.5 - 0.06],
          [x * 0.6, 1.7, z * 0.56 - 0.06],
          [x * 0.62, low, z * 0.52 - 0.08],
        ]);
        return tube(stuff, line, (t) => 0.062 + 0.012 * Math.sin(t * 70), { steps: 10 });
      };
      const count = 22;
      const strands = Array.from({ length: count }, (_, i) => {
        const angle = (70 + (i / (count - 1)) * 220) * (Math.PI / 180);
        return strand(angle, hair === "locks" ? 1.3 : 0.72);
      }).flat();
      return [...meshField(stuff, curly(cap, 30, 0.02), limits, 0.028), ...strands];
    }
  }
}

function createBeard({ beard, hairColor = "#17120f" }: Person): Model {
  if (!beard) return [];
  const stuff: Material = { ...matt(hairColor), rough: 0.6 };
  if (beard === "moustache") {
    return [-1, 1].flatMap((side) =>
      tube(
        stuff,
        curve([
          [side * 0.012, 1.535, 0.535],
          [side * 0.09, 1.55, 0.52],
          [side * 0.17, 1.535, 0.475],
        ]),
        (t) => 0.036 - 0.022 * t,
      ),
    );
  }
  const low: Field =
    beard === "full"
      ? (p) => p[1] - 1.52 - Math.max(0, Math.abs(p[0]) - 0.2) * 0.9
      : (p) => ellipsoid([0, 1.24, 0.46], [0.2, 0.17, 0.3])(p);
  const front: Field = (p) => -0.02 - p[2];
  const mouth = ellipsoid([0, 1.46, 0.52], [0.15, 0.05, 0.12]);
  const field = smoothSubtract(within(within(skull(0.03), low), front), mouth, 0.02);
  return meshField(stuff, curly(field, 34, 0.025), limits, 0.024);
}

function createGlasses({ glasses }: Person): Model {
  if (!glasses) return [];
  const rim = plastic(glasses, 0.25);
  return [
    ...[-1, 1].flatMap((side) => [
      ...move(scale(turnX(ring(rim, 0.15, 0.02), 90), 1.1, 0.92, 1), side * 0.2, 1.79, 0.56),
      ...bar(rim, [side * 0.36, 1.81, 0.55], [side * 0.54, 1.79, 0], 0.018),
    ]),
    ...bar(rim, [-0.05, 1.8, 0.57], [0.05, 1.8, 0.57], 0.018),
  ];
}

export function createBust(person: Person): Model {
  const { width = 1, length = 1, earrings, turn = 0, hat } = person;
  const jewels = earrings
    ? repeat(ball(plastic(earrings, 0.12), 0.06), [
        [-0.56, 1.55, 0],
        [0.56, 1.55, 0],
      ])
    : [];
  const head = [
    ...createFace(person),
    ...createHair(person),
    ...createBeard(person),
    ...createGlasses(person),
    ...jewels,
    ...(hat ? createHat(hat) : []),
  ];
  const shaped = scale(move(head, 0, -0.9, 0), width * 1.08, length * 1.08, 1.08);
  return [...turnY(move(shaped, 0, 0.9, 0), turn), ...createClothes(person.clothes)];
}
