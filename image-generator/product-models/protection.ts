/** Gloves and helmets. */
import type { Brand } from "#image-generator/brands.ts";
import { brandPlate, defineProductModel, type ProductModel } from "#image-generator/product-model.ts";
import { matt, plastic, rubber, steel } from "#image-generator/render/material.ts";
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
import { bar, curve, cylinder, lathe, ring, tube } from "#image-generator/render/shapes.ts";
import {
  block,
  ellipsoid,
  limb,
  meshField,
  smoothSubtract,
  smoothUnion,
} from "#image-generator/render/solid.ts";
import type { Vec } from "#image-generator/render/vector.ts";

/** A work glove standing on its cuff: knit hand, dipped palm. */
function glove(hex: string, dip: string, cuff: string): Model {
  const finger = (x: number, top: number, lean: number): ReturnType<typeof limb> =>
    limb([x, 0.7, 0], [x + lean, top, 0.06], 0.125, 0.105);
  const hand = smoothUnion(
    0.09,
    block([0, 0.46, 0], [0.4, 0.38, 0.15], 0.14),
    finger(-0.3, 1.24, -0.08),
    finger(-0.1, 1.4, -0.02),
    finger(0.11, 1.36, 0.03),
    finger(0.3, 1.16, 0.1),
    limb([-0.3, 0.34, 0.04], [-0.68, 0.72, 0.16], 0.15, 0.115),
  );
  const limits = { min: [-0.95, -0.1, -0.3], max: [0.65, 1.62, 0.36] } as const;
  const dipped = smoothUnion(0.02, hand);
  const front = smoothSubtract(
    (p) => dipped(p) - 0.012,
    (p) => p[2] + 0.02 - (p[1] < 0.24 ? 9 : 0) * -1,
    0.02,
  );
  return [
    ...meshField(matt(hex), hand, limits, 0.026),
    ...meshField(rubber(dip), front, limits, 0.026),
    ...scale(
      lathe(
        matt(cuff),
        [
          [0, -0.34],
          [0.36, -0.34, 0.05],
          [0.33, -0.1],
          [0.35, 0.16, 0.05],
          [0, 0.16],
        ],
        0.05,
      ),
      1.04,
      1,
      0.52,
    ),
    ...repeat(scale(ring(matt(hex), 0.35, 0.022), 1.05, 1, 0.55), [
      [0, -0.3, 0],
      [0, -0.2, 0],
      [0, -0.1, 0],
      [0, 0, 0],
    ]),
  ];
}

function gloves(_: Brand, index: number): Model {
  const [hex, dip, cuff] = [
    ["#e9e2d2", "#e0661f", "#e9e2d2"],
    ["#d8a867", "#b9793c", "#f0e4cc"],
    ["#cfd3d6", "#33363a", "#33363a"],
    ["#f4b223", "#2f8f5b", "#f4b223"],
    ["#d8a867", "#9c5a2b", "#B8391A"],
    ["#b9d3ea", "#1F5FA8", "#1F5FA8"],
  ][index] ?? ["#e9e2d2", "#e0661f", "#e9e2d2"];
  const one = glove(hex ?? "#e9e2d2", dip ?? "#e0661f", cuff ?? "#e9e2d2");
  const pair = [...turnZ(one, 6), ...move(turnZ(scale(one, -1, 1, 1), -8), 0.95, 0, -0.24)];
  return index === 4 ? turnX(pair, -58) : pair;
}

/** A safety helmet with its ridge, brim and chin strap. */
function helmet(brand: Brand, index: number): Model {
  const hex = ["#F4B223", "#f4f2ec", "#E0661F", "#1E5E8C", "#B8391A", "#1B7F4B"][index] ?? "#F4B223";
  const shell = plastic(hex, 0.22);
  const dome = meshField(
    shell,
    smoothUnion(
      0.07,
      smoothSubtract(
        smoothUnion(
          0.06,
          ellipsoid([0, 0, 0], [0.76, 0.74, 0.9]),
          ellipsoid([0, 0.03, 0.1], [0.9, 0.07, 1.1]),
        ),
        block([0, -0.55, 0], [2, 0.52, 2], 0.01),
        0.03,
      ),
      ellipsoid([0, 0, 0], [0.1, 0.83, 0.88]),
      ellipsoid([-0.27, 0, 0], [0.055, 0.755, 0.8]),
      ellipsoid([0.27, 0, 0], [0.055, 0.755, 0.8]),
    ),
    { min: [-0.95, -0.1, -1.1], max: [0.95, 0.9, 1.3] },
    0.03,
  );
  const muffs = index === 2 || index === 5;
  const strap: Vec[] = curve([
    [-0.7, 0, 0.1],
    [-0.6, -0.3, 0.2],
    [0, -0.52, 0.3],
    [0.6, -0.3, 0.2],
    [0.7, 0, 0.1],
  ]);
  return turnY(
    [
      ...dome,
      ...(muffs
        ? [-1, 1].flatMap((x) => [
            ...move(turnZ(cylinder(rubber(), 0.3, 0.22, 0.09), x * -90), x * 0.74, -0.12, 0),
            ...move(turnZ(cylinder(plastic("#B8391A"), 0.2, 0.04, 0.02), x * -90), x * 0.95, -0.12, 0),
            ...bar(steel("#3a3d40"), [x * 0.84, -0.1, 0], [x * 0.76, 0.3, 0], 0.03),
          ])
        : tube(rubber(), strap, 0.022)),
      ...move(turnX(brandPlate(shell, brand, 0.4), -26), 0, 0.3, 0.862),
    ],
    [24, -20, 12, 24, 30, -16][index] ?? 20,
  );
}

const goggles = (): Model =>
  settle([
    ...scale(
      tube(
        plastic("#1F5FA8"),
        curve(
          [
            [-0.55, 0, 0],
            [-0.5, 0.26, 0.1],
            [0, 0.28, 0.2],
            [0.5, 0.26, 0.1],
            [0.55, 0, 0],
            [0.4, -0.22, 0.12],
            [0, -0.12, 0.2],
            [-0.4, -0.22, 0.12],
          ],
          8,
          true,
        ),
        0.06,
        { closed: true },
      ),
      1,
    ),
    ...scale(
      meshField(
        plastic("#cfe6ee", 0.06),
        ellipsoid([0, 0.03, 0.1], [0.54, 0.26, 0.12]),
        { min: [-0.6, -0.3, -0.1], max: [0.6, 0.35, 0.3] },
        0.03,
      ),
      1,
    ),
    ...tube(
      rubber(),
      curve([
        [-0.55, 0, 0],
        [-0.6, 0, -0.5],
        [0, 0, -0.8],
        [0.6, 0, -0.5],
        [0.55, 0, 0],
      ]),
      0.04,
    ),
  ]);

export const protectionModels: readonly ProductModel[] = [
  defineProductModel({
    name: "gants",
    piece: gloves,
    carton: [1.2, 1.3, 0.5],
    extra: goggles,
    elevation: 14,
    apart: 0.7,
  }),
  defineProductModel({
    name: "casque",
    piece: helmet,
    carton: [1.4, 1.2, 1],
    extra: goggles,
    elevation: 20,
    apart: 0.6,
  }),
];
