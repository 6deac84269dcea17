/** Bulbs, floodlights, ceiling fans. */
import type { Brand } from "#image-generator/brands.ts";
import {
  brandPlate,
  createPrint,
  defineProductModel,
  type ProductModel,
} from "#image-generator/product-model.ts";
import { brass, lamp, paint, plastic, rubber, steel, wood } from "#image-generator/render/material.ts";
import { type Model, move, repeat, settle, turnX, turnY, turnZ } from "#image-generator/render/mesh.ts";
import type { Corner } from "#image-generator/render/outline.ts";
import {
  ball,
  bar,
  box,
  curve,
  cylinder,
  extrude,
  label,
  lathe,
  ring,
  tube,
} from "#image-generator/render/shapes.ts";
import type { Vec } from "#image-generator/render/vector.ts";
import { solarPanel } from "./solar.ts";

/** A profile without corners. */
const smoothed = (corners: readonly Corner[]): Corner[] =>
  curve(
    corners.map(([x, y]): Vec => [x, y, 0]),
    6,
  ).map(([x, y]): Corner => [Math.max(0, x), y]);

/** LED bulbs: classic, candle, globe, spiral; E27 caps of ribbed metal. */
function bulb(_: Brand, index: number): Model {
  const warm = lamp(
    ["#fff3d6", "#ffffff", "#fff3d6", "#ffe9b8", "#ffffff", "#fff3d6"][index] ?? "#fff3d6",
    0.22,
  );
  const cap: Model = [
    ...cylinder(rubber("#2a2a2a"), 0.08, 0.05),
    ...move(
      lathe(
        steel("#cfd3d6", 0.22),
        [
          [0, 0.03],
          [0.16, 0.05],
          [0.2, 0.1],
          [0.2, 0.42],
          [0, 0.42],
        ],
        0.02,
      ),
      0,
      0,
      0,
    ),
    ...repeat(
      ring(steel("#b4b9bd", 0.22), 0.2, 0.024),
      [0, 1, 2, 3].map((i) => [0, 0.13 + i * 0.075, 0] as const),
    ),
  ];
  const neck = lathe(
    plastic("#f6f4ef", 0.32),
    [
      [0, 0.4],
      [0.21, 0.4],
      [0.24, 0.5],
      [0.38, 0.86],
      [0.4, 0.92],
      [0, 0.92],
    ],
    0.03,
  );
  const globes: Corner[][] = [
    [
      [0.395, 0.92],
      [0.46, 1.06],
      [0.5, 1.24],
      [0.46, 1.46],
      [0.34, 1.62],
      [0.18, 1.7],
      [0, 1.72],
    ],
    [
      [0.39, 0.92],
      [0.62, 1.1],
      [0.7, 1.42],
      [0.62, 1.74],
      [0.4, 1.95],
      [0, 2.03],
    ],
    [
      [0.395, 0.92],
      [0.46, 1.06],
      [0.5, 1.24],
      [0.46, 1.46],
      [0.34, 1.62],
      [0.18, 1.7],
      [0, 1.72],
    ],
    [
      [0.39, 0.92],
      [0.42, 1.1],
      [0.36, 1.4],
      [0.22, 1.75],
      [0.08, 2.0],
      [0, 2.06],
    ],
    [
      [0.395, 0.92],
      [0.4, 1.0],
      [0.4, 1.9],
      [0.34, 2.0],
      [0, 2.02],
    ],
    [
      [0.395, 0.92],
      [0.72, 1.2],
      [0.76, 1.3],
      [0, 1.36],
    ],
  ];
  const upright = [...cap, ...neck, ...lathe(warm, smoothed(globes[index] ?? []), 0)];
  if (index === 4) return turnZ(upright, 72);
  return index === 0 || index === 5 ? turnZ(upright, -8) : upright;
}

const bulbs = (brand: Brand): Model => settle(turnZ(bulb(brand, 0), 80));

function floodlight(brand: Brand, index: number): Model {
  const shell = paint(index === 1 || index === 4 ? "#f0eee8" : "#33363a");
  const leds = createPrint(
    240,
    180,
    `<rect width="240" height="180" fill="#d9dee2"/>${Array.from({ length: 48 }, (_, i) => `<rect x="${16 + (i % 8) * 27}" y="${14 + Math.floor(i / 8) * 26}" width="18" height="18" rx="4" fill="#fff2b8" stroke="#e8c95a" stroke-width="2"/>`).join("")}`,
  );
  const head = [
    ...box(shell, 1.5, 1.15, 0.22, 0.07),
    ...move(box(plastic("#cfd6da", 0.1), 1.3, 0.95, 0.03, 0.012), 0, 0, 0.1),
    ...move(label(lamp("#d9dee2", 0.18), leds, 1.24, 0.9), 0, 0, 0.117),
    ...repeat(
      box(shell, 0.05, 0.9, 0.16, 0.02),
      Array.from({ length: 11 }, (_, i) => [-0.6 + i * 0.12, 0, -0.17] as const),
    ),
  ];
  return [
    ...move(turnX(head, -12), 0, 1.0, 0),
    ...tube(
      steel("#54595d", 0.35),
      [
        [-0.8, 1.0, 0],
        [-0.84, 0.6, 0.02],
        [-0.84, 0.14, 0.05],
        [-0.7, 0.05, 0.06],
        [0.7, 0.05, 0.06],
        [0.84, 0.14, 0.05],
        [0.84, 0.6, 0.02],
        [0.8, 1.0, 0],
      ],
      0.05,
    ),
    ...repeat(turnZ(cylinder(plastic(brand.color), 0.13, 0.1, 0.03), 90), [
      [-0.78, 1.0, 0],
      [0.88, 1.0, 0],
    ]),
    ...move(brandPlate(shell, brand, 0.4), 0.46, 0.485, 0.2),
  ];
}

/** A ceiling fan hanging from its rod. */
function fan(brand: Brand, index: number): Model {
  const hex = ["#f5f2ea", "#7a4a2a", "#f5f2ea", "#2f3236", "#efe6d4", "#c58a4d"][index] ?? "#f5f2ea";
  const blades = index === 1 || index === 4 ? 4 : index === 5 ? 5 : 3;
  const timber = index === 1 || index === 5;
  const outline: Corner[] = [
    [0.26, -0.07],
    [0.5, -0.13, 0.08],
    [1.36, -0.17, 0.1],
    [1.42, 0, 0.14],
    [1.36, 0.17, 0.1],
    [0.5, 0.13, 0.08],
    [0.26, 0.07],
  ];
  const blade = turnX(extrude(timber ? wood(hex) : paint(hex), outline, { depth: 0.03, bevel: 0.012 }), 80);
  const motor = lathe(
    paint(timber ? "#4a3a2e" : hex),
    [
      [0, -0.16],
      [0.16, -0.16, 0.08],
      [0.3, -0.06, 0.08],
      [0.3, 0.1, 0.06],
      [0.12, 0.18, 0.04],
      [0, 0.18],
    ],
    0.05,
  );
  const upright = [
    ...Array.from({ length: blades }, (_, i) => turnY(blade, (i * 360) / blades + 18)).flat(),
    ...Array.from({ length: blades }, (_, i) =>
      turnY(
        move(box(steel("#8f959a", 0.35), 0.34, 0.03, 0.1, 0.012), 0.36, 0.01, 0),
        (i * 360) / blades + 18,
      ),
    ).flat(),
    ...motor,
    ...move(ring(brass(), 0.3, 0.02), 0, 0.02, 0),
    ...bar(steel("#b9bec2"), [0, 0.1, 0], [0, 0.86, 0], 0.035),
    ...move(
      lathe(
        paint(timber ? "#4a3a2e" : hex),
        [
          [0, 0],
          [0.08, 0],
          [0.17, 0.14],
          [0.17, 0.18],
          [0, 0.18],
        ],
        0.03,
      ),
      0,
      0.8,
      0,
    ),
    ...(index === 4
      ? move(ball(lamp("#fff1cf", 0.3), 0.2), 0, -0.2, 0)
      : move(cylinder(paint(brand.color), 0.1, 0.02, 0.008), 0, -0.18, 0)),
  ];
  // Ceiling fans are seen from below.
  return turnX(upright, -34);
}

export const lightingModels: readonly ProductModel[] = [
  defineProductModel({
    name: "ampoule-led",
    piece: bulb,
    carton: [1, 1.7, 0.9],
    extra: bulbs,
    elevation: 12,
    apart: 0.9,
  }),
  defineProductModel({
    name: "projecteur",
    piece: floodlight,
    carton: [1.5, 1.3, 0.6],
    extra: (brand) => solarPanel(brand, 3, 2, 0.3),
    elevation: 12,
    apart: 0.7,
  }),
  defineProductModel({
    name: "brasseur-air",
    piece: fan,
    carton: [1.3, 1, 0.8],
    elevation: 6,
    apart: 0.3,
    back: 0.9,
  }),
];
