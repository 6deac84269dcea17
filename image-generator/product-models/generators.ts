/** Generators. */
import { brandPlate, type Look, type ProductModels } from "#image-generator/product-model.ts";
import { paint, plastic, rubber, steel } from "#image-generator/render/material.ts";
import { type Model, move, repeat, scale, turnX, turnZ } from "#image-generator/render/mesh.ts";
import { bar, box, curve, cylinder, lathe, tube } from "#image-generator/render/shapes.ts";
import { block, limb, meshField, smoothUnion } from "#image-generator/render/solid.ts";
import { wheel } from "./machine-parts.ts";

function generator(look: Look): Model {
  const { brand } = look;
  const post = (x: number, z: number): Model =>
    tube(
      paint("#2f3235"),
      curve([
        [x, -0.62, z],
        [x, 0, z],
        [x, 0.62, z],
      ]),
      0.055,
    );
  const rail = (y: number, z: number): Model =>
    bar(paint("#2f3235"), [-0.95, y, z], [0.95, y, z], 0.055, true);
  const side = (x: number, y: number): Model =>
    bar(paint("#2f3235"), [x, y, -0.55], [x, y, 0.55], 0.055, true);
  return [
    ...[-0.55, 0.55].flatMap((z) => [
      ...post(-0.95, z),
      ...post(0.95, z),
      ...rail(0.62, z),
      ...rail(-0.62, z),
    ]),
    ...[-0.95, 0.95].flatMap((x) => [...side(x, 0.62), ...side(x, -0.62)]),
    ...move(box(paint(brand.color), 1.62, 0.36, 0.98, 0.14), 0, 0.46, 0),
    ...move(cylinder(rubber(), 0.13, 0.08), -0.4, 0.63, 0),
    ...move(box(steel("#9ba1a6", 0.4), 0.72, 0.7, 0.7, 0.12), -0.4, -0.12, 0),
    ...repeat(
      box(steel("#7f858a", 0.4), 0.78, 0.03, 0.76, 0.012),
      [0, 1, 2, 3].map((i) => [-0.4, -0.3 + i * 0.1, 0] as const),
    ),
    ...move(turnX(cylinder(rubber(), 0.24, 0.1, 0.04), 90), -0.4, -0.14, 0.36),
    ...move(turnX(cylinder(paint(brand.color), 0.14, 0.04, 0.02), 90), -0.4, -0.14, 0.46),
    ...move(turnZ(cylinder(paint("#34383b"), 0.33, 0.74, 0.1), -90), 0.06, -0.18, 0),
    ...move(box(plastic("#e8e6e1"), 0.72, 0.5, 0.1, 0.05), 0.46, -0.06, 0.48),
    ...repeat(turnX(cylinder(plastic("#26282a"), 0.09, 0.03, 0.01), 90), [
      [0.3, -0.12, 0.535],
      [0.54, -0.12, 0.535],
    ]),
    ...move(turnX(cylinder(plastic("#B8391A"), 0.045, 0.04, 0.02), 90), 0.72, -0.12, 0.53),
    ...move(box(rubber(), 0.1, 0.14, 0.04, 0.02), 0.7, 0.08, 0.54),
    ...move(brandPlate(paint(brand.color), look, 0.6), 0.1, 0.44, 0.492),
    ...repeat(cylinder(rubber(), 0.1, 0.1, 0.03), [
      [-0.8, -0.72, 0.5],
      [0.8, -0.72, 0.5],
      [-0.8, -0.72, -0.5],
      [0.8, -0.72, -0.5],
    ]),
  ];
}

const socketPanel = (): Model => [
  ...box(plastic("#e8e6e1"), 0.7, 0.5, 0.06, 0.03),
  ...repeat(turnX(cylinder(plastic("#26282a"), 0.09, 0.03, 0.01), 90), [
    [-0.18, -0.06, 0.025],
    [0.08, -0.06, 0.025],
  ]),
  ...move(turnX(cylinder(plastic("#B8391A"), 0.045, 0.04, 0.02), 90), 0.26, -0.06, 0.025),
];

/** A soundproof generator: a closed canopy with louvres, a panel and wheels. */
function silentGenerator(look: Look): Model {
  const { brand } = look;
  return [
    ...box(paint(brand.color), 2.3, 1.3, 1.1, 0.1),
    ...move(box(plastic("#2b2d30"), 2.34, 0.14, 1.14, 0.05), 0, -0.64, 0),
    ...repeat(
      box(plastic("#24272a"), 0.62, 0.035, 0.03, 0.012),
      Array.from({ length: 8 }, (_, i) => [-0.68, -0.36 + i * 0.09, 0.553] as const),
    ),
    ...move(socketPanel(), 0.66, -0.12, 0.56),
    ...move(brandPlate(paint(brand.color), look, 0.8), 0.5, 0.4, 0.553),
    ...[-0.8, 0.8].flatMap((x) => [-0.5, 0.5].flatMap((z) => move(wheel(0.2), x, -0.86, z))),
    ...move(cylinder(rubber(), 0.14, 0.1), -0.7, 0.62, 0),
    ...tube(
      steel("#8b9196"),
      curve([
        [-0.3, 0.64, 0],
        [-0.3, 0.86, 0],
        [0.3, 0.86, 0],
        [0.3, 0.64, 0],
      ]),
      0.05,
    ),
  ];
}

/** A suitcase generator: a rounded shell with a carrying handle. */
function inverterGenerator(look: Look): Model {
  const { brand } = look;
  const shell = meshField(
    plastic(brand.color),
    smoothUnion(
      0.14,
      block([0, 0.56, 0], [0.86, 0.52, 0.4], 0.22),
      limb([-0.42, 1.05, 0], [-0.3, 1.3, 0], 0.11),
      limb([0.42, 1.05, 0], [0.3, 1.3, 0], 0.11),
      limb([-0.3, 1.3, 0], [0.3, 1.3, 0], 0.11),
    ),
    { min: [-1, -0.05, -0.55], max: [1, 1.5, 0.55] },
    0.034,
  );
  return [
    ...shell,
    ...move(box(plastic("#2b2d30"), 1.5, 0.5, 0.06, 0.03), 0, 0.36, 0.39),
    ...move(scale(socketPanel(), 0.8, 0.8, 1), 0.28, 0.36, 0.42),
    ...repeat(turnX(cylinder(plastic("#B8391A"), 0.07, 0.04, 0.02), 90), [[-0.42, 0.3, 0.42]]),
    ...repeat(turnX(cylinder(steel(), 0.05, 0.04, 0.02), 90), [[-0.24, 0.3, 0.42]]),
    ...move(brandPlate(plastic(brand.color), look, 0.62), 0, 0.84, 0.405),
    ...[-1, 1].flatMap((side) =>
      repeat(
        box(rubber(), 0.03, 0.035, 0.44, 0.012),
        [0, 1, 2, 3, 4].map((i) => [side * 0.86, 0.36 + i * 0.1, 0] as const),
      ),
    ),
    ...repeat(box(rubber(), 0.24, 0.1, 0.6, 0.03), [
      [-0.56, 0.03, 0],
      [0.56, 0.03, 0],
    ]),
    ...move(cylinder(rubber(), 0.13, 0.08), -0.62, 1.06, 0),
  ];
}

/** A two-stroke generator: the fuel tank with its handle above, the engine with its recoil starter below. */
function smallGenerator(look: Look): Model {
  const { brand } = look;
  return [
    ...move(box(paint(brand.color), 1.3, 0.36, 0.86, 0.12), 0, 0.86, 0),
    ...tube(
      rubber(),
      curve([
        [-0.4, 1.02, 0],
        [-0.36, 1.26, 0],
        [0.36, 1.26, 0],
        [0.4, 1.02, 0],
      ]),
      0.06,
    ),
    ...move(cylinder(rubber(), 0.11, 0.08), 0.5, 1.02, 0.2),
    ...move(brandPlate(paint(brand.color), look, 0.5), -0.3, 0.86, 0.432),
    ...move(
      turnX(
        lathe(
          paint("#2f3235"),
          [
            [0, 0],
            [0.36, 0],
            [0.36, 0.2],
            [0.2, 0.28],
            [0, 0.28],
          ],
          0.05,
        ),
        90,
      ),
      -0.3,
      0.34,
      0.2,
    ),
    ...move(turnX(cylinder(paint(brand.color), 0.14, 0.04, 0.02), 90), -0.3, 0.34, 0.47),
    ...move(box(steel("#8b9196", 0.4), 0.7, 0.6, 0.6, 0.1), -0.2, 0.34, 0),
    ...move(turnZ(cylinder(paint("#3a3f43"), 0.3, 0.6, 0.08), -90), 0.1, 0.32, 0),
    ...move(scale(socketPanel(), 0.72, 0.8, 1), 0.36, 0.38, 0.36),
    ...[-0.5, 0.5].flatMap((x) => [
      ...move(box(paint("#2f3235"), 0.12, 0.08, 1, 0.03), x, 0.02, 0),
      ...bar(paint("#2f3235"), [x, 0.04, 0], [x, 0.74, 0], 0.05),
    ]),
    ...repeat(cylinder(rubber(), 0.08, 0.08, 0.02), [
      [-0.5, -0.08, 0.4],
      [0.5, -0.08, 0.4],
      [-0.5, -0.08, -0.4],
      [0.5, -0.08, -0.4],
    ]),
  ];
}

const wide = { elevation: 18 };

export const generatorModels: ProductModels = {
  "groupe-electrogene": { draw: generator, ...wide },
  "groupe-electrogene-insonorise": { draw: silentGenerator, ...wide },
  "groupe-inverter": { draw: inverterGenerator, ...wide },
  "groupe-electrogene-2-temps": { draw: smallGenerator, ...wide },
};
