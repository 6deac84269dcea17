/** Hoses, watering cans, sprayers. */
import type { Brand } from "#image-generator/brands.ts";
import {
  brandPlate,
  defineProductModel,
  nameplate,
  type ProductModel,
} from "#image-generator/product-model.ts";
import { matt, paint, plastic, rubber, steel } from "#image-generator/render/material.ts";
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
import { circle } from "#image-generator/render/outline.ts";
import {
  ball,
  bar,
  box,
  curve,
  cylinder,
  extrude,
  lathe,
  pipe,
  ring,
  tube,
  wrap,
} from "#image-generator/render/shapes.ts";
import { drum, ellipsoid, meshField, smoothUnion } from "#image-generator/render/solid.ts";
import { add, type Vec } from "#image-generator/render/vector.ts";
import { pot } from "./garden-tools.ts";

const connector = (accent: string): Model => [
  ...lathe(
    plastic("#2b2d30"),
    [
      [0, 0],
      [0.12, 0],
      [0.14, 0.2],
      [0.11, 0.34],
      [0, 0.34],
    ],
    0.03,
  ),
  ...move(cylinder(plastic(accent), 0.15, 0.1, 0.03), 0, 0.06, 0),
];

/** A coiled hose with its couplings, on a reel in two images. */
function hose(brand: Brand, index: number): Model {
  const hex = ["#2E9A5F", "#1F7FBF", "#E0A21F", "#1B7F4B", "#B8391A", "#2E9A5F"][index] ?? "#2E9A5F";
  const stripe = plastic("#f3e6a8");
  if (index === 2 || index === 4) {
    const flange = (z: number): Model => [
      ...move(turnX(ring(paint(brand.color), 0.7, 0.06), 90), 0, 0.86, z),
      ...[0, 60, 120].flatMap((a) =>
        move(turnZ(bar(paint(brand.color), [-0.68, 0, 0], [0.68, 0, 0], 0.04), a), 0, 0.86, z),
      ),
    ];
    const turns = Array.from({ length: 300 }, (_, i): Vec => {
      const layer = Math.floor(i / 100);
      const across = layer % 2 ? 1 - (i % 100) / 100 : (i % 100) / 100;
      const r = 0.36 + layer * 0.12;
      return [r * Math.cos(i * 0.42), 0.86 + r * Math.sin(i * 0.42), (across - 0.5) * 0.66];
    });
    return turnY(
      [
        ...flange(-0.42),
        ...flange(0.42),
        ...tube(plastic(hex), turns, 0.068, { steps: 12 }),
        ...[-0.5, 0.5].flatMap((z) =>
          tube(
            steel("#4a4e52", 0.4),
            [
              [-0.7, 0.04, z],
              [-0.3, 0.5, z],
              [0, 0.86, z],
              [0.3, 0.5, z],
              [0.7, 0.04, z],
            ],
            0.045,
          ),
        ),
        ...bar(steel("#4a4e52", 0.4), [-0.7, 0.04, -0.5], [-0.7, 0.04, 0.5], 0.045, true),
        ...bar(steel("#4a4e52", 0.4), [0.7, 0.04, -0.5], [0.7, 0.04, 0.5], 0.045, true),
        ...move(turnX(cylinder(plastic("#2b2d30"), 0.1, 0.3, 0.04), 90), 0.3, 1.1, 0.5),
        ...move(
          turnX(
            cylinder(plastic(brand.accent === "#FFFFFF" ? "#F4B223" : brand.accent), 0.14, 0.06, 0.02),
            90,
          ),
          0,
          0.86,
          0.46,
        ),
      ],
      -24,
    );
  }
  const turns = Array.from({ length: 340 }, (_, i): Vec => {
    // Nine turns and a quarter end at the front, where the loose end leaves the coil in the same direction.
    const angle = (i / 339) * 2 * Math.PI * 9.25;
    const r = 0.72 + 0.09 * Math.sin(i * 0.11);
    return [r * Math.cos(angle), 0.1 + (i / 340) * 0.5, r * Math.sin(angle)];
  });
  const last = turns.at(-1) ?? [0, 0, 0];
  const tail = curve([last, [-0.4, 0.62, 0.84], [-0.9, 0.36, 1.0], [-1.22, 0.1, 0.8], [-1.24, 0.1, 0.3]]);
  return [
    ...tube(plastic(hex), turns, 0.085, { steps: 14 }),
    ...tube(plastic(hex), tail, 0.085),
    ...tube(
      stripe,
      tail.map((p) => add(p, [0, 0.062, 0])),
      0.03,
      { steps: 8 },
    ),
    ...move(turnX(connector("#E0661F"), -90), -1.24, 0.12, 0.34),
  ];
}

function wateringCan(brand: Brand, index: number): Model {
  const hex = ["#2E9A5F", "#1F7FBF", "#b9bfc4", "#B8391A", "#E0A21F", "#b9bfc4"][index] ?? "#2E9A5F";
  const skin = index === 2 || index === 5 ? steel("#c9ced2", 0.34) : plastic(hex, 0.3);
  const spoutFrom: Vec = [0.42, 0.22, 0];
  const spoutTo: Vec = [1.32, 1.12, 0];
  const rose = turnZ(
    lathe(
      skin,
      [
        [0, 0],
        [0.09, 0],
        [0.26, 0.22, 0.02],
        [0.26, 0.28, 0.03],
        [0, 0.32],
      ],
      0.02,
    ),
    -48,
  );
  return [
    ...lathe(
      skin,
      [
        [0, 0],
        [0.56, 0, 0.06],
        [0.5, 0.86, 0.04],
        [0.5, 0.92],
        [0.44, 0.92],
        [0.44, 0.5],
        [0, 0.5],
      ],
      0.04,
    ),
    ...scale(ring(skin, 0.535, 0.026), 1, 1, 1).flatMap((p) => move([p], 0, 0.2, 0)),
    ...repeat(ring(skin, 0.51, 0.026), [[0, 0.74, 0]]),
    ...tube(skin, curve([spoutFrom, [0.72, 0.42, 0], spoutTo]), (t) => 0.15 - 0.07 * t),
    ...move(rose, 1.3, 1.1, 0),
    ...tube(
      skin,
      curve([
        [-0.46, 0.2, 0],
        [-0.86, 0.42, 0],
        [-0.86, 0.95, 0],
        [-0.4, 1.26, 0],
        [0.2, 1.2, 0],
        [0.46, 0.9, 0],
      ]),
      0.065,
    ),
    ...bar(skin, [0.42, 0.82, 0], [0.92, 0.72, 0], 0.03),
    ...wrap(skin === undefined ? matt(hex) : plastic(brand.color), nameplate(brand), 0.541, 0.36, 0.58, 52),
  ];
}

/** Sprayers: a knapsack one with its lance, a hand one with a pump. */
function sprayer(brand: Brand, index: number): Model {
  const hex = ["#1B7F4B", "#1F7FBF", "#F4B223", "#f1efe8", "#E0661F", "#1E5E8C"][index] ?? "#1B7F4B";
  const skin = plastic(hex, 0.34);
  if (index === 1 || index === 4) {
    return [
      ...lathe(
        skin,
        [
          [0, 0],
          [0.52, 0, 0.1],
          [0.56, 0.4, 0.2],
          [0.5, 0.9, 0.2],
          [0.2, 1.16, 0.06],
          [0.2, 1.26],
          [0, 1.26],
        ],
        0.08,
      ),
      ...move(
        lathe(
          plastic("#2b2d30"),
          [
            [0, 0],
            [0.24, 0],
            [0.24, 0.16],
            [0.12, 0.22],
            [0, 0.22],
          ],
          0.03,
        ),
        0,
        1.2,
        0,
      ),
      ...bar(steel(), [0, 1.3, 0], [0, 1.74, 0], 0.045),
      ...bar(plastic("#2b2d30"), [-0.26, 1.76, 0], [0.26, 1.76, 0], 0.075, true),
      ...wrap(skin, nameplate(brand), 0.557, 0.36, 0.66, 72),
      ...tube(
        rubber(),
        curve([
          [0.2, 1.24, 0],
          [0.6, 1.3, 0.1],
          [0.86, 0.8, 0.2],
          [0.8, 0.1, 0.3],
          [1.0, 0.05, 0.5],
        ]),
        0.04,
      ),
      ...bar(
        plastic(brand.accent === "#FFFFFF" ? "#F4B223" : brand.accent),
        [1.0, 0.08, 0.5],
        [0.7, 0.08, 0.95],
        0.06,
        true,
      ),
      ...bar(steel("#caa14a"), [0.7, 0.08, 0.95], [0.2, 0.08, 1.5], 0.028),
    ];
  }
  const tankBody = meshField(
    skin,
    smoothUnion(0.1, ellipsoid([0, 0.9, 0], [0.66, 0.9, 0.44]), drum([0, 0.2, 0], 1, 0.46, 0.2, 0.06)),
    { min: [-0.75, -0.02, -0.55], max: [0.75, 1.86, 0.55] },
    0.032,
  );
  return turnY(
    [
      ...tankBody,
      ...move(cylinder(plastic("#2b2d30"), 0.32, 0.16, 0.05), 0, 1.72, 0),
      ...move(
        cylinder(plastic(brand.accent === "#FFFFFF" ? "#F4B223" : brand.accent), 0.2, 0.06, 0.02),
        0,
        1.87,
        0,
      ),
      ...move(box(plastic("#2b2d30"), 1.2, 0.1, 0.9, 0.05), 0, 0.05, 0),
      ...[-0.34, 0.34].flatMap((x) =>
        tube(
          matt("#33363a"),
          curve([
            [x, 1.66, -0.2],
            [x * 1.2, 1.7, -0.62],
            [x * 1.4, 1.0, -0.86],
            [x * 1.2, 0.3, -0.5],
          ]),
          0.06,
        ),
      ),
      ...tube(
        steel("#55595d"),
        curve([
          [0.5, 0.16, 0.1],
          [0.78, 0.2, 0.2],
          [0.84, 0.7, 0.4],
          [0.84, 0.86, 0.8],
        ]),
        0.035,
      ),
      ...bar(rubber(), [0.84, 0.86, 0.78], [0.84, 0.88, 1.1], 0.06, true),
      ...tube(
        rubber(),
        curve([
          [-0.5, 0.16, 0.1],
          [-0.9, 0.1, 0.3],
          [-1.05, 0.5, 0.4],
          [-0.98, 0.9, 0.36],
        ]),
        0.038,
      ),
      ...bar(plastic("#2b2d30"), [-0.98, 0.86, 0.36], [-0.94, 1.2, 0.34], 0.065, true),
      ...bar(steel("#caa14a"), [-0.94, 1.2, 0.34], [-0.84, 2.2, 0.3], 0.026),
      ...move(ball(plastic("#B8391A"), 0.06), -0.84, 2.22, 0.3),
      ...move(turnX(brandPlate(skin, brand, 0.62), -3), 0, 0.8, 0.452),
    ],
    [6, 0, 6, 8, 0, -8][index] ?? 0,
  );
}

const coupler = (): Model =>
  settle([
    ...connector("#E0661F"),
    ...move(turnZ(connector("#F4B223"), 86), 0.8, 0.15, 0.2),
    ...move(pipe(rubber(), 0.12, 0.1, 0.04), 0.3, 0, 0.4),
    ...extrude(matt("#2b2d30"), circle(0.01, 8), { depth: 0.01 }),
  ]);

export const wateringModels: readonly ProductModel[] = [
  defineProductModel({
    name: "tuyau-arrosage",
    piece: hose,
    carton: [1.3, 1, 0.9],
    extra: coupler,
    elevation: 26,
    apart: 0.5,
    back: 1,
  }),
  defineProductModel({
    name: "arrosoir",
    piece: wateringCan,
    carton: [1.1, 1.2, 0.8],
    extra: pot,
    elevation: 16,
    apart: 0.5,
    back: 1.3,
  }),
  defineProductModel({
    name: "pulverisateur",
    piece: sprayer,
    extra: pot,
    carton: [1, 1.4, 0.8],
    elevation: 14,
    apart: 0.75,
  }),
];
