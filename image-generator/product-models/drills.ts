/** Power drills, screwdrivers and hammers. */
import type { Brand } from "#image-generator/brands.ts";
import { curvedBrandPlate, defineProductModel, type ProductModel } from "#image-generator/product-model.ts";
import { brass, type Material, plastic, rubber, steel } from "#image-generator/render/material.ts";
import { type Model, move, repeat, scale, settle, turnX, turnZ } from "#image-generator/render/mesh.ts";
import { bar, box, curve, cylinder, lathe, tube } from "#image-generator/render/shapes.ts";
import { block, drum, limb, meshField, smoothUnion } from "#image-generator/render/solid.ts";

/** A cylinder along x, from `x` to `x + length`. */
export const axle = (
  material: Material,
  radius: number,
  length: number,
  x: number,
  y = 0,
  rounding = 0.03,
): Model => move(turnZ(cylinder(material, radius, length, rounding), -90), x, y, 0);

/** Dark slots in a row on the side of a motor housing. */
export const vents = (x: number, y: number, z: number, count = 4): Model =>
  repeat(
    box(rubber(), 0.035, 0.2, 0.03, 0.015),
    Array.from({ length: count }, (_, i) => [x + i * 0.075, y, z] as const),
  );

export const bothSides = (model: Model): Model => [...model, ...scale(model, 1, 1, -1)];

function chuck(x: number): Model {
  return [
    ...axle(rubber(), 0.15, 0.2, x),
    ...axle(steel("#5b6064"), 0.11, 0.14, x + 0.2, 0, 0.05),
    ...bar(steel(), [x + 0.3, 0, 0], [x + 0.66, 0, 0], 0.032, true),
  ];
}

function pistol(brand: Brand, battery: boolean): Model {
  const body = meshField(
    plastic(brand.color),
    smoothUnion(
      0.14,
      drum([-0.02, 0, 0], 0, 0.215, 0.52, 0.09),
      limb([-0.22, -0.12, 0], [-0.34, -0.82, 0], 0.135, 0.13),
      block([-0.34, -0.93, 0], [0.22, 0.07, 0.17], 0.05),
    ),
    { min: [-0.7, -1.06, -0.34], max: [0.6, 0.32, 0.34] },
    0.026,
  );
  const foot = battery
    ? [
        ...move(box(rubber(), 0.6, 0.24, 0.4, 0.06), -0.32, -1.08, 0),
        ...move(box(plastic(brand.accent), 0.61, 0.06, 0.41, 0.03), -0.32, -1.02, 0),
      ]
    : tube(
        rubber(),
        curve([
          [-0.36, -0.98, 0],
          [-0.46, -0.99, -0.1],
          [-0.7, -0.96, -0.35],
          [-1.0, -0.96, -0.3],
        ]),
        0.05,
      );
  const grip = meshField(
    rubber(),
    smoothUnion(0.05, limb([-0.29, -0.34, 0], [-0.375, -0.8, 0], 0.128, 0.118)),
    { min: [-0.56, -0.98, -0.18], max: [-0.1, -0.1, 0.18] },
    0.026,
  );
  return [
    ...body,
    ...move(grip, -0.035, 0.02, 0),
    ...foot,
    ...axle(rubber(), 0.2, 0.12, 0.42, 0, 0.05),
    ...chuck(0.52),
    ...move(box(plastic(brand.accent), 0.1, 0.2, 0.12, 0.05), -0.1, -0.32, 0),
    ...bothSides([
      ...vents(-0.45, 0, 0.205),
      ...move(curvedBrandPlate(plastic(brand.color), brand, 0.2185, 0.46), 0.12, 0, 0),
    ]),
  ];
}

function rotaryHammer(brand: Brand): Model {
  const body = meshField(
    plastic(brand.color),
    smoothUnion(
      0.13,
      drum([0.05, 0, 0], 0, 0.2, 0.55, 0.08),
      limb([-0.25, -0.1, 0], [-0.25, -0.5, 0], 0.2, 0.21),
      limb([-0.5, 0, 0], [-0.86, -0.06, 0], 0.16, 0.13),
      limb([-0.86, -0.06, 0], [-0.86, -0.62, 0], 0.12, 0.12),
      limb([-0.86, -0.62, 0], [-0.3, -0.6, 0], 0.12, 0.16),
    ),
    { min: [-1.1, -0.85, -0.32], max: [0.7, 0.3, 0.32] },
    0.028,
  );
  const spiral = Array.from({ length: 60 }, (_, i): [number, number, number] => {
    const t = i / 59;
    return [1.0 + t * 0.56, 0.04 * Math.cos(t * 28), 0.04 * Math.sin(t * 28)];
  });
  return [
    ...body,
    ...axle(rubber(), 0.18, 0.14, 0.56, 0, 0.04),
    ...axle(steel("#54595d"), 0.13, 0.2, 0.68, 0, 0.05),
    ...axle(rubber(), 0.1, 0.14, 0.86, 0, 0.04),
    ...bar(steel("#aab0b4"), [0.95, 0, 0], [1.6, 0, 0], 0.035),
    ...tube(steel("#c6cbcf"), spiral, 0.024, { steps: 10 }),
    ...move(box(rubber(), 0.2, 0.42, 0.25, 0.08), -0.88, -0.34, 0),
    ...move(box(plastic(brand.accent), 0.08, 0.22, 0.12, 0.04), -0.74, -0.24, 0),
    ...turnX(
      move(
        lathe(
          rubber(),
          [
            [0, 0],
            [0.07, 0],
            [0.095, 0.2],
            [0.08, 0.4],
            [0.11, 0.6],
            [0, 0.64],
          ],
          0.05,
        ),
        0.62,
        0.14,
        0,
      ),
      118,
    ),
    ...bothSides([
      ...move(curvedBrandPlate(plastic(brand.color), brand, 0.2035, 0.5), 0.2, 0, 0),
      ...vents(-0.34, -0.4, 0.19, 3),
    ]),
  ];
}

const bits = (): Model =>
  settle(
    repeat(
      [
        ...bar(steel(), [0, 0.05, -0.3], [0, 0.05, 0.3], 0.045),
        ...bar(brass(), [0, 0.05, 0.3], [0, 0.05, 0.55], 0.06),
      ],
      [
        [0, 0, 0, 10],
        [0.22, 0, 0.05, 6],
        [0.42, 0, 0, -8],
      ],
    ),
  );

export const drillsModels: readonly ProductModel[] = [
  defineProductModel({
    name: "perceuse",
    piece: (brand) => pistol(brand, false),
    carton: [1.3, 1.1, 0.7],
    extra: bits,
    apart: 0.35,
    back: 1.6,
  }),
  defineProductModel({
    name: "visseuse",
    piece: (brand) => pistol(brand, true),
    carton: [1.3, 1.1, 0.7],
    extra: bits,
    apart: 0.35,
    back: 1.6,
  }),
  defineProductModel({
    name: "perforateur",
    piece: rotaryHammer,
    carton: [1.6, 1, 0.7],
    extra: bits,
    azimuth: -14,
    apart: 0.2,
    back: 1.5,
  }),
];
