/** Grinders, saws, sanders. */
import type { Brand } from "#image-generator/brands.ts";
import {
  brandPlate,
  curvedBrandPlate,
  defineProductModel,
  nameplate,
  type ProductModel,
} from "#image-generator/product-model.ts";
import { brass, paint, plastic, rubber, steel, wood } from "#image-generator/render/material.ts";
import { type Model, move, repeat, settle, turnX, turnY, turnZ } from "#image-generator/render/mesh.ts";
import { type Corner, circle } from "#image-generator/render/outline.ts";
import { box, curve, cylinder, extrude, lathe, ring, tube, wrap } from "#image-generator/render/shapes.ts";
import { block, drum, limb, meshField, smoothUnion } from "#image-generator/render/solid.ts";
import { axle, bothSides, vents } from "./drills.ts";

function grinder(brand: Brand): Model {
  const body = meshField(
    plastic(brand.color),
    smoothUnion(0.1, drum([-0.1, 0, 0], 0, 0.2, 0.5, 0.08), limb([-0.5, 0, 0], [-0.95, 0, 0], 0.165, 0.19)),
    { min: [-1.25, -0.3, -0.3], max: [0.5, 0.3, 0.3] },
    0.026,
  );
  const disc = [
    ...cylinder(steel("#8e9498", 0.5), 0.5, 0.035, 0.012),
    ...move(cylinder(plastic("#22201f", 0.7), 0.44, 0.02, 0.006), 0, 0.026, 0),
    ...move(cylinder(brass(), 0.1, 0.05), 0, -0.02, 0),
  ];
  const guard = lathe(
    paint("#3b3f42"),
    [
      [0.47, -0.08],
      [0.53, -0.08],
      [0.53, 0.1],
      [0.2, 0.12],
    ],
    0.03,
  );
  return [
    ...body,
    ...axle(rubber(), 0.192, 0.3, -1.15, 0, 0.06),
    ...move(box(steel("#9aa0a4", 0.35), 0.46, 0.34, 0.36, 0.12), 0.56, -0.02, 0),
    ...move(disc, 0.62, -0.33, 0),
    ...move(guard, 0.62, -0.28, 0),
    ...turnX(
      move(
        lathe(
          rubber(),
          [
            [0, 0],
            [0.07, 0],
            [0.1, 0.2],
            [0.085, 0.4],
            [0.11, 0.62],
            [0, 0.66],
          ],
          0.06,
        ),
        0.56,
        0.12,
        0.02,
      ),
      62,
    ),
    ...tube(
      rubber(),
      curve([
        [-1.14, 0, 0],
        [-1.4, -0.06, 0],
        [-1.6, -0.3, 0.1],
        [-1.62, -0.36, 0.4],
      ]),
      0.045,
    ),
    ...bothSides([
      ...vents(-0.5, 0, 0.19, 3),
      ...move(curvedBrandPlate(plastic(brand.color), brand, 0.2035, 0.44), 0.06, 0, 0),
    ]),
    ...move(box(plastic(brand.accent), 0.24, 0.07, 0.1, 0.03), -0.5, 0.2, 0),
  ];
}

function toothed(radius: number, teeth: number): Corner[] {
  return Array.from({ length: teeth * 2 }, (_, i): Corner => {
    const angle = (i / (teeth * 2)) * Math.PI * 2;
    const r = i % 2 ? radius : radius * 0.95;
    return [r * Math.cos(angle + (i % 2 ? 0.05 : 0)), r * Math.sin(angle + (i % 2 ? 0.05 : 0))];
  });
}

function circularSaw(brand: Brand): Model {
  const guard = Array.from({ length: 30 }, (_, i): Corner => {
    const angle = Math.PI * (-0.06 + (i / 29) * 1.12);
    return [0.6 * Math.cos(angle), 0.6 * Math.sin(angle)];
  });
  const handle = meshField(
    plastic(brand.color),
    smoothUnion(
      0.12,
      limb([-0.1, 0.52, 0], [-0.62, 0.66, 0], 0.1, 0.1),
      limb([-0.62, 0.66, 0], [-0.9, 0.2, 0], 0.11, 0.13),
      limb([-0.9, 0.2, 0], [-0.45, 0.05, 0], 0.13, 0.11),
      limb([-0.1, 0.52, 0], [0.25, 0.6, 0], 0.1, 0.09),
    ),
    { min: [-1.1, -0.15, -0.2], max: [0.45, 0.85, 0.2] },
    0.028,
  );
  return [
    ...move(
      extrude(steel("#d3d8db", 0.22), toothed(0.56, 36), {
        depth: 0.03,
        bevel: 0.006,
        holes: [circle(0.06)],
      }),
      0,
      0,
      0.24,
    ),
    ...move(extrude(paint(brand.color), guard, { depth: 0.24, bevel: 0.06 }), 0, 0, 0.24),
    ...move(turnX(cylinder(plastic("#34373a"), 0.26, 0.5, 0.08), -90), 0, 0.12, 0),
    ...move(turnX(cylinder(plastic(brand.color), 0.25, 0.2, 0.08), -90), 0, 0.12, -0.42),
    ...move(turnX(cylinder(steel("#7d8286"), 0.1, 0.06), 90), 0, 0, 0.26),
    ...move(box(steel("#c9ced2", 0.3), 1.7, 0.045, 0.95, 0.02), -0.1, -0.18, 0),
    ...move(handle, 0, 0.14, -0.02),
    ...move(brandPlate(paint(brand.color), brand, 0.5, brand.color), 0.02, 0.4, 0.362),
    ...move(box(rubber(), 0.4, 0.08, 0.21, 0.04), -0.36, 0.83, -0.02),
    ...tube(
      rubber(),
      curve([
        [-0.95, 0.36, 0],
        [-1.2, 0.3, 0],
        [-1.35, -0.2, 0.1],
        [-1.35, -0.5, 0.3],
        [-1.2, -0.52, 0.6],
      ]),
      0.045,
    ),
    ...move(box(wood("#d9a566"), 1.9, 0.36, 1.1, 0.03), 0.1, -0.385, -0.1),
  ];
}

function jigsaw(brand: Brand): Model {
  const body = meshField(
    plastic(brand.color),
    smoothUnion(
      0.16,
      block([0.1, 0.1, 0], [0.42, 0.26, 0.2], 0.12),
      limb([0.42, 0.3, 0], [0.3, 0.62, 0], 0.15, 0.12),
      limb([0.3, 0.62, 0], [-0.5, 0.6, 0], 0.11, 0.12),
      limb([-0.5, 0.6, 0], [-0.62, 0.16, 0], 0.13, 0.15),
      limb([-0.62, 0.16, 0], [0, 0.08, 0], 0.15, 0.18),
    ),
    { min: [-0.85, -0.25, -0.3], max: [0.7, 0.85, 0.3] },
    0.028,
  );
  const blade: Corner[] = [
    [0, 0],
    ...Array.from({ length: 9 }, (_, i): Corner => [i % 2 ? 0.09 : 0.05, -i * 0.05]),
    [0, -0.42],
  ];
  return [
    ...body,
    ...move(box(steel("#c9ced2", 0.3), 1.35, 0.05, 0.6, 0.02), -0.02, -0.24, 0),
    ...move(box(steel("#6a7074"), 0.16, 0.26, 0.16, 0.04), 0.42, -0.1, 0),
    ...move(extrude(steel("#e3e7ea", 0.2), blade, { depth: 0.025, bevel: 0.004 }), 0.4, -0.2, 0),
    ...move(box(rubber(), 0.6, 0.07, 0.2, 0.03), -0.1, 0.71, 0),
    ...bothSides([
      ...move(brandPlate(plastic(brand.color), brand, 0.5), 0.04, 0.06, 0.244),
      ...vents(-0.66, 0.18, 0.13, 2),
    ]),
    ...tube(
      rubber(),
      curve([
        [-0.7, 0.2, 0],
        [-0.95, 0.18, 0],
        [-1.1, -0.2, 0.05],
        [-1.1, -0.52, 0.3],
        [-0.95, -0.55, 0.5],
      ]),
      0.045,
    ),
    ...move(box(wood("#d9a566"), 1.5, 0.34, 0.8, 0.03), 0, -0.435, -0.1),
  ];
}

function sander(brand: Brand): Model {
  const body = meshField(
    plastic(brand.color),
    smoothUnion(
      0.2,
      drum([0, 0.12, 0], 1, 0.36, 0.2, 0.12),
      drum([0, 0.52, 0], 1, 0.26, 0.26, 0.14),
      limb([0, 0.6, 0], [-0.45, 0.5, 0], 0.22, 0.13),
    ),
    { min: [-0.7, -0.15, -0.45], max: [0.45, 0.9, 0.45] },
    0.028,
  );
  return [
    ...body,
    ...move(cylinder(rubber(), 0.42, 0.1, 0.04), 0, -0.16, 0),
    ...move(cylinder(plastic("#a9713e", 0.9), 0.43, 0.035, 0.01), 0, -0.19, 0),
    ...move(
      lathe(
        rubber(),
        [
          [0.2, 0],
          [0.255, 0.02],
          [0.2, 0.13],
          [0, 0.16],
        ],
        0.05,
      ),
      0,
      0.68,
      0,
    ),
    ...wrap(plastic(brand.color), nameplate(brand), 0.3635, 0.13, 0.25, 62),
    ...turnY(wrap(plastic(brand.color), nameplate(brand), 0.3635, 0.13, 0.25, 62), 180),
    ...move(turnZ(box(plastic("#3a3d40", 0.7), 0.42, 0.3, 0.34, 0.12), 12), -0.72, 0.2, 0),
    ...axle(rubber(), 0.09, 0.2, -0.62, 0.26),
    ...move(ring(plastic(brand.accent), 0.355, 0.022), 0, 0.06, 0),
  ];
}

const blades = (): Model =>
  settle(
    turnX(
      repeat(
        extrude(steel("#d3d8db", 0.22), toothed(0.5, 30), {
          depth: 0.03,
          bevel: 0.006,
          holes: [circle(0.07)],
        }),
        [
          [0, 0, 0],
          [0.3, 0.1, 0.06],
        ],
      ),
      -90,
    ),
  );

const discs = (): Model =>
  settle([
    ...cylinder(plastic("#2b2927", 0.7), 0.42, 0.05, 0.012),
    ...move(cylinder(plastic("#B8391A", 0.6), 0.2, 0.01, 0.004), 0, 0.05, 0),
    ...move(cylinder(brass(), 0.06, 0.012, 0.004), 0, 0.058, 0),
  ]);

export const sawsAndGrindersModels: readonly ProductModel[] = [
  defineProductModel({
    name: "meuleuse",
    piece: grinder,
    carton: [1.4, 0.9, 0.8],
    extra: discs,
    elevation: 26,
    azimuth: -14,
    apart: 0.2,
    back: 1.3,
  }),
  defineProductModel({
    name: "scie-circulaire",
    piece: circularSaw,
    carton: [1.4, 1.2, 0.9],
    extra: blades,
    elevation: 18,
  }),
  defineProductModel({
    name: "scie-sauteuse",
    piece: jigsaw,
    carton: [1.2, 1, 0.7],
    elevation: 18,
  }),
  defineProductModel({
    name: "ponceuse",
    piece: sander,
    carton: [1.0, 1, 0.8],
    elevation: 20,
  }),
];
