/** Hammers, screwdrivers, spanners, pliers. */
import { type Brand, withAlternateColors } from "#image-generator/brands.ts";
import { defineProductModel, type ProductModel } from "#image-generator/product-model.ts";
import { chrome, paint, plastic, rubber, steel, wood } from "#image-generator/render/material.ts";
import { type Model, move, repeat, scale, turnX, turnY, turnZ } from "#image-generator/render/mesh.ts";
import { type Corner, circle, withWinding } from "#image-generator/render/outline.ts";
import { bar, box, curve, cylinder, extrude, lathe, tube } from "#image-generator/render/shapes.ts";
import { block, drum, limb, meshField, smoothUnion } from "#image-generator/render/solid.ts";
import { nails, nutsAround } from "./fixings.ts";

/** Tilts an upright tool so that it fills the square. */
const lying = (model: Model, angle: number): Model => turnY(turnX(model, -90), angle);

const softGrip = (brand: Brand, radius: number, from: number, to: number): Model => [
  ...lathe(
    plastic(brand.color),
    [
      [0, from],
      [radius * 0.9, from],
      [radius * 1.1, from + (to - from) * 0.3],
      [radius * 0.9, from + (to - from) * 0.75],
      [radius, to],
      [0, to],
    ],
    0.06,
  ),
  ...repeat(
    cylinder(rubber(), radius * 1.08, (to - from) * 0.05, 0.015),
    [0.2, 0.3, 0.4, 0.5].map((k) => [0, from + (to - from) * k, 0] as const),
  ),
];

function hammer(brand: Brand, index: number): Model {
  const head = meshField(
    steel("#8b9196", 0.3),
    smoothUnion(
      0.08,
      drum([-0.42, 0, 0], 0, 0.2, 0.14, 0.03),
      limb([-0.3, 0, 0], [0.05, 0, 0], 0.13, 0.15),
      block([0.02, 0, 0], [0.17, 0.17, 0.15], 0.04),
    ),
    { min: [-0.7, -0.3, -0.3], max: [0.3, 0.3, 0.3] },
    0.022,
  );
  const claw = [-0.085, 0.085].flatMap((z) =>
    tube(
      steel("#8b9196", 0.3),
      curve([
        [0.1, 0.04, z * 0.6],
        [0.34, 0.06, z],
        [0.56, -0.03, z * 1.15],
        [0.72, -0.2, z * 1.3],
      ]),
      (t) => 0.085 - 0.055 * t,
    ),
  );
  const sledge = index === 2 || index === 4;
  const top: Model = sledge
    ? [
        ...box(steel("#7d8388", 0.32), 0.9, 0.36, 0.36, 0.06),
        ...repeat(box(paint(brand.color), 0.3, 0.37, 0.37, 0.05), [[0, 0, 0]]),
      ]
    : [...head, ...claw];
  const shaft =
    index % 2 === 0
      ? tube(
          wood(index === 4 ? "#b5763c" : "#d09a5b"),
          curve([
            [0, 0.22, 0],
            [0, -0.6, 0],
            [0, -1.2, 0],
            [0, -2.0, 0],
          ]),
          (t) => 0.085 + 0.035 * Math.sin(t * Math.PI * 0.9 + 0.3) ** 2,
        )
      : [...bar(steel("#8b9196"), [0, 0.1, 0], [0, -1.2, 0], 0.075), ...softGrip(brand, 0.12, -2.0, -0.95)];
  return lying([...top, ...scale(shaft, 1, 1, 1.25)], [36, -140, 40, 36, 30, -140][index] ?? 36);
}

export function screwdriver(brand: Brand, index: number): Model {
  const tip: Corner[] = [
    [-0.06, 0],
    [0.06, 0],
    [0.09, -0.2],
    [0.05, -0.3],
    [-0.05, -0.3],
    [-0.09, -0.2],
  ];
  const one = (b: Brand, long: number): Model => [
    ...lathe(
      plastic(b.color, 0.18),
      [
        [0, 1.3],
        [0.16, 1.28, 0.06],
        [0.2, 1.16],
        [0.17, 0.94],
        [0.2, 0.7],
        [0.2, 0.5],
        [0.13, 0.38],
        [0.16, 0.3],
        [0.12, 0.26],
        [0, 0.26],
      ],
      0.06,
      12,
    ),
    ...repeat(cylinder(rubber(), 0.206, 0.07, 0.02, 40), [
      [0, 0.56, 0],
      [0, 0.68, 0],
    ]),
    ...bar(chrome(), [0, 0.3, 0], [0, -long, 0], 0.055),
    ...move(extrude(steel(), tip, { depth: 0.07, bevel: 0.02 }), 0, -long, 0),
  ];
  if (index === 2 || index === 4) {
    const set = [brand, withAlternateColors(brand), brand];
    return lying(
      set.flatMap((b, i) => move(one(b, 0.7 + i * 0.2), i * 0.52, 0, 0)),
      20,
    );
  }
  return lying(one(brand, 0.95), [-140, 130, 0, -130, 0, 140][index] ?? 40);
}

const jaw = (size: number): Corner[] => [
  [-0.11, 0],
  [0.11, 0],
  [0.14, 0.24, 0.1],
  [size, 0.42, 0.12],
  [size * 0.98, 0.86, 0.1],
  [size * 0.56, 1.0, 0.05],
  [size * 0.5, 0.6, 0.1],
  [-size * 0.5, 0.6, 0.1],
  [-size * 0.56, 1.0, 0.05],
  [-size * 0.98, 0.86, 0.1],
  [-size, 0.42, 0.12],
  [-0.14, 0.24, 0.1],
];

/** Spanners: combination, a graded set, an adjustable one. */
export function spanner(brand: Brand, index: number): Model {
  const metal = index === 4 ? steel("#7d8388", 0.3) : chrome();
  const combination = (k: number): Model => {
    const long = 1.7;
    const body: Corner[] = [
      [-0.1, 0],
      [0.1, 0],
      [0.1, -long],
      [-0.1, -long],
    ];
    return scale(
      [
        ...turnZ(move(extrude(metal, jaw(0.38), { depth: 0.16, bevel: 0.026 }), 0, -0.2, 0), -15),
        ...extrude(metal, body, { depth: 0.12, bevel: 0.045, rounding: 0.04 }),
        ...move(
          extrude(metal, circle(0.28, 40), {
            depth: 0.2,
            bevel: 0.05,
            holes: [withWinding(circle(0.15, 12), -1)],
          }),
          0,
          -long - 0.14,
          0,
        ),
      ],
      k,
      k,
      k,
    );
  };
  if (index === 2 || index === 5)
    return lying(
      [0, 1, 2, 3].flatMap((i) => move(combination(1.05 - i * 0.15), i * 0.62, -i * 0.16, 0)),
      12,
    );
  if (index === 1 || index === 3) {
    const upper: Corner[] = [
      [-0.1, 0],
      [0.12, 0],
      [0.3, 0.3, 0.1],
      [0.36, 0.62, 0.1],
      [0.1, 0.78, 0.02],
      [0.04, 0.52],
      [-0.34, 0.5, 0.05],
      [-0.36, 0.36, 0.08],
      [-0.16, 0.2],
    ];
    const lower: Corner[] = [
      [-0.36, 0.82, 0.03],
      [-0.08, 0.88, 0.03],
      [-0.02, 0.56],
      [-0.34, 0.54],
    ];
    return lying(
      [
        ...extrude(metal, upper, { depth: 0.2, bevel: 0.026 }),
        ...move(extrude(metal, lower, { depth: 0.18, bevel: 0.026 }), -0.02, 0.02, 0),
        ...move(turnZ(cylinder(steel("#6d7378"), 0.08, 0.2, 0.02), 90), 0.08, 0.36, 0.06),
        ...extrude(
          metal,
          [
            [-0.1, 0.1],
            [0.12, 0.1],
            [0.13, -1.6, 0.1],
            [-0.13, -1.6, 0.1],
          ],
          { depth: 0.14, bevel: 0.03, holes: [circle(0.05, 20, 0, -1.46)] },
        ),
        ...scale(softGrip(brand, 0.15, -1.4, -0.4), 1, 1, 0.85),
      ],
      index === 1 ? -130 : 40,
    );
  }
  return lying(combination(1), index === 0 ? 42 : 60);
}

function pliers(brand: Brand, index: number): Model {
  const nose = index === 1 || index === 4;
  const arm = (side: 1 | -1): Model => [
    ...move(
      extrude(
        steel("#8d9398", 0.28),
        nose
          ? [
              [0.02, 0],
              [0.22, 0.02, 0.06],
              [0.16, 0.4, 0.1],
              [0.07, 1.15, 0.03],
              [0.015, 1.15],
            ]
          : [
              [0.02, 0],
              [0.26, 0.02, 0.08],
              [0.27, 0.4, 0.1],
              [0.16, 0.78, 0.04],
              [0.015, 0.8],
            ],
        { depth: 0.2, bevel: 0.018 },
      ),
      0,
      0,
      0,
    ).flatMap((p) => scale([p], side, 1, 1)),
    ...tube(
      plastic(brand.color, 0.3),
      curve([
        [-side * 0.06, -0.06, 0],
        [side * 0.24, -0.4, 0],
        [side * 0.34, -0.9, 0],
        [side * 0.24, -1.5, 0],
      ]),
      (t) => 0.085 + 0.035 * Math.sin(t * Math.PI),
    ),
    ...tube(
      plastic(brand.accent === "#FFFFFF" ? "#2b2a2c" : brand.accent, 0.3),
      curve([
        [side * 0.29, -0.5, 0.07],
        [side * 0.37, -0.9, 0.07],
        [side * 0.29, -1.36, 0.07],
      ]),
      0.062,
    ),
  ];
  return lying(
    [
      ...arm(1),
      ...arm(-1),
      ...turnX(move(cylinder(steel("#767c81", 0.3), 0.17, 0.25, 0.04), 0, -0.125, 0), 90),
      ...turnX(move(cylinder(steel("#d0d4d7"), 0.07, 0.28, 0.03), 0, -0.14, 0), 90),
    ],
    [150, -150, 160, 30, 20, -160][index] ?? 150,
  );
}

export const handToolsModels: readonly ProductModel[] = [
  defineProductModel({
    name: "marteau",
    piece: hammer,
    carton: [1.2, 1, 0.6],
    extra: nails,
    elevation: 38,
    apart: 0.2,
    back: 0.7,
  }),
  defineProductModel({
    name: "tournevis",
    piece: screwdriver,
    carton: [1, 0.9, 0.6],
    extra: nails,
    elevation: 38,
    apart: 0.5,
    back: 0.6,
  }),
  defineProductModel({
    name: "cle",
    piece: spanner,
    carton: [1.3, 0.9, 0.6],
    extra: nutsAround,
    elevation: 40,
    apart: 0.5,
    back: 0.5,
  }),
  defineProductModel({
    name: "pince",
    piece: pliers,
    carton: [1.1, 1, 0.6],
    extra: nails,
    elevation: 42,
    apart: 0.8,
    back: 0.2,
  }),
];
