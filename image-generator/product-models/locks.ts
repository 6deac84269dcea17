/** Padlocks and door locks. */
import type { Brand } from "#image-generator/brands.ts";
import { brandPlate, defineProductModel, type ProductModel } from "#image-generator/product-model.ts";
import { brass, chrome, plastic, rubber, steel } from "#image-generator/render/material.ts";
import {
  type Model,
  move,
  repeat,
  scale,
  settle,
  turnX,
  turnY,
  turnZ,
} from "#image-generator/render/mesh.ts";
import { type Corner, circle, withWinding } from "#image-generator/render/outline.ts";
import { box, curve, cylinder, extrude, ring, tube } from "#image-generator/render/shapes.ts";

/** A key lying in the x-y plane, its bow at the origin. */
function key(): Model {
  const metal = brass();
  const blade: Corner[] = [
    [0.2, 0.07],
    [0.98, 0.07, 0.03],
    [1.04, 0, 0.02],
    [0.98, -0.06],
    [0.9, -0.02],
    [0.84, -0.09],
    [0.76, -0.03],
    [0.68, -0.1],
    [0.6, -0.04],
    [0.52, -0.09],
    [0.44, -0.06],
    [0.2, -0.06],
  ];
  return [
    ...extrude(metal, circle(0.3, 32), {
      depth: 0.07,
      bevel: 0.02,
      holes: [withWinding(circle(0.1, 20, -0.12, 0), -1)],
    }),
    ...extrude(metal, blade, { depth: 0.05, bevel: 0.014 }),
  ];
}

const keys = (): Model =>
  settle([
    ...turnX(ring(steel(), 0.24, 0.025), 0),
    ...move(turnX(turnZ(key(), -30), -90), 0.34, 0, 0.14),
    ...move(turnX(turnZ(key(), -80), -90), 0.02, 0.06, 0.38),
  ]);

function padlock(brand: Brand, index: number): Model {
  const metal =
    [brass(), steel("#3a4047", 0.35), brass(), plastic(brand.color), steel(), brass()][index] ?? brass();
  const long = index === 1 || index === 4 ? 0.75 : 0.42;
  const shackle = curve(
    [
      [-0.34, 0.5, 0],
      [-0.34, 0.6 + long, 0],
      [-0.24, 0.86 + long, 0],
      [0, 0.96 + long, 0],
      [0.24, 0.86 + long, 0],
      [0.34, 0.6 + long, 0],
      [0.34, 0.5, 0],
    ],
    8,
  );
  const body =
    index === 1 || index === 3
      ? turnX(move(cylinder(metal, 0.58, 0.46, 0.08), 0, -0.23, 0), 90)
      : index === 4
        ? move(turnX(cylinder(metal, 0.01, 0.01), 0), 0, 0, 0).concat(box(metal, 1.1, 0.9, 0.44, 0.16))
        : box(metal, 1.06, 0.94, 0.44, 0.07);
  return [
    ...body,
    ...repeat(
      box(steel("#6d7276"), 1.0, 0.025, 0.45, 0.01),
      index % 2 ? [] : [-0.26, -0.13, 0.13, 0.26].map((y) => [0, y - 0.06, 0] as const),
    ),
    ...tube(chrome(), shackle, 0.1),
    ...move(brandPlate(metal === undefined ? brass() : metal, brand, 0.6), 0, 0.1, 0.236),
    ...turnX(move(cylinder(steel("#55595d"), 0.1, 0.02, 0.008), 0, 0.222, 0.22), 90),
    ...(index === 5 || index === 0 ? move(turnY(turnX(turnZ(key(), -20), -90), 0), 0.9, -0.44, 0.5) : []),
  ];
}

/** Door hardware: mortise lock, lever set, cylinder, rim lock. */
function lock(brand: Brand, index: number): Model {
  const metal = [chrome(), brass(), steel("#34373a", 0.35), chrome(), brass(), steel()][index] ?? chrome();
  const lever: Model = [
    ...turnX(cylinder(metal, 0.15, 0.16, 0.04), 90),
    ...tube(
      metal,
      curve([
        [0, 0, 0.1],
        [0, 0, 0.3],
        [0.14, 0, 0.4],
        [0.5, 0.02, 0.4],
        [0.86, -0.02, 0.38],
      ]),
      (t) => 0.09 - 0.02 * t,
    ),
  ];
  const cylinderLock: Model = [
    ...turnX(move(cylinder(brass(), 0.17, 1.1, 0.02), 0, -0.55, 0), 90),
    ...move(box(brass(), 0.2, 0.3, 1.1, 0.05), 0, -0.2, 0),
    ...move(turnX(cylinder(steel("#b8bdc1"), 0.12, 0.02, 0.006), 90), 0, 0, 0.55),
    ...move(box(steel("#54585c"), 0.3, 0.14, 0.16, 0.03), 0, -0.06, 0),
    ...move(turnY(key(), -90), 0, 0, 0.74).flatMap((p) => scale([p], 1, 1, 1)),
  ];
  if (index === 2) return turnY(cylinderLock, 64);
  if (index === 4)
    return [
      ...box(steel("#8d7a54", 0.35), 1.2, 0.9, 0.3, 0.06),
      ...move(box(brass(), 0.4, 0.2, 0.2, 0.04), 0.75, 0.16, 0),
      ...move(turnX(cylinder(brass(), 0.2, 0.12, 0.05), 90), -0.2, 0, 0.14),
      ...move(box(brass(), 0.1, 0.3, 0.1, 0.04), -0.2, 0, 0.3),
      ...move(brandPlate(steel("#8d7a54", 0.35), brand, 0.5), 0.24, -0.28, 0.152),
    ];
  const slab = (height: number): Model => [
    ...box(metal, 0.42, height, 0.08, 0.04),
    ...move(lever, 0, height / 2 - 0.5, 0.02),
    ...move(turnX(cylinder(brass(), 0.085, 0.05, 0.01), 90), 0, -0.2, 0.02),
    ...move(box(rubber("#222"), 0.025, 0.1, 0.02, 0.008), 0, -0.2, 0.075),
  ];
  const caseLock: Model = [
    ...box(steel("#8f959a", 0.35), 0.9, 1.3, 0.18, 0.03),
    ...move(box(brass(), 0.05, 1.9, 0.26, 0.015), 0.47, 0, 0),
    ...move(box(brass(), 0.2, 0.2, 0.14, 0.04), 0.56, 0.3, 0),
    ...move(box(steel("#d0d4d7"), 0.26, 0.26, 0.12, 0.02), 0.56, -0.25, 0),
    ...move(brandPlate(steel("#8f959a", 0.35), brand, 0.6), -0.1, -0.4, 0.092),
  ];
  return index === 3
    ? caseLock
    : [...slab(1.9), ...(index === 0 || index === 5 ? move(caseLock, -1.1, 0, -0.5) : [])];
}

export const locksModels: readonly ProductModel[] = [
  defineProductModel({
    name: "cadenas",
    piece: padlock,
    carton: [1.2, 1.4, 0.6],
    extra: keys,
    elevation: 14,
    apart: 0.85,
  }),
  defineProductModel({
    name: "serrure",
    piece: lock,
    carton: [1.2, 1.5, 0.6],
    extra: keys,
    elevation: 12,
    apart: 0.8,
  }),
];
