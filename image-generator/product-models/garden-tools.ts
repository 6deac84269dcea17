/** Shovels, wheelbarrows, secateurs. */
import type { Brand } from "#image-generator/brands.ts";
import { brandPlate, defineProductModel, type ProductModel } from "#image-generator/product-model.ts";
import { linear, matt, paint, plastic, rubber, steel, wood } from "#image-generator/render/material.ts";
import { type Model, move, settle, turnX, turnY, turnZ } from "#image-generator/render/mesh.ts";
import type { Corner } from "#image-generator/render/outline.ts";
import { bar, box, curve, cylinder, extrude, lathe, surface, tube } from "#image-generator/render/shapes.ts";
import { ellipsoid, meshField, smoothUnion } from "#image-generator/render/solid.ts";
import type { Vec } from "#image-generator/render/vector.ts";

/** Shovels, spades and hoes on wooden shafts. */
function shovel(brand: Brand, index: number): Model {
  const metal = index % 2 ? paint(brand.color) : steel("#8b9196", 0.32);
  const hoe = index === 2 || index === 5;
  const blade = hoe
    ? move(
        turnX(
          extrude(
            metal,
            [
              [-0.34, 0, 0.06],
              [0.34, 0, 0.06],
              [0.42, -0.62, 0.05],
              [-0.42, -0.62, 0.05],
            ],
            { depth: 0.05, bevel: 0.018 },
          ),
          58,
        ),
        0,
        0.02,
        0.06,
      )
    : surface(
        metal,
        (u, v) => {
          const a = u * 2 - 1;
          const half =
            0.46 * (v > 0.55 ? 1 : Math.sqrt(Math.max(0, 1 - ((0.55 - v) / 0.55) ** 2)) * 0.98 + 0.02);
          const dish = 0.22 * (a * a) * (0.5 + v * 0.5) + 0.1 * (v - 0.5) ** 2;
          return [a * half, -1.05 + v * 1.05, dish];
        },
        24,
        24,
        60,
      );
  const shaft = bar(wood(index === 3 ? "#b5763c" : "#d09a5b"), [0, -0.2, 0.0], [0, 1.95, 0.02], 0.065, true);
  const grip =
    index === 1 || index === 4
      ? [
          ...tube(
            plastic("#2b2d30"),
            curve([
              [0, 1.9, 0],
              [-0.2, 2.08, 0],
              [-0.22, 2.3, 0],
            ]),
            0.06,
          ),
          ...tube(
            plastic("#2b2d30"),
            curve([
              [0, 1.9, 0],
              [0.2, 2.08, 0],
              [0.22, 2.3, 0],
            ]),
            0.06,
          ),
          ...bar(plastic(brand.color), [-0.24, 2.3, 0], [0.24, 2.3, 0], 0.075, true),
        ]
      : [];
  const tool = [
    ...blade,
    ...lathe(
      metal,
      [
        [0, -0.3],
        [0.05, -0.3],
        [0.095, 0.1],
        [0.085, 0.4],
        [0, 0.4],
      ],
      0.02,
    ),
    ...shaft,
    ...grip,
  ];
  return turnZ(turnX(tool, -16), [-26, 30, -24, -30, 20, 26][index] ?? -26);
}

/** A wheelbarrow: tray, tube frame, pneumatic wheel. */
function barrow(brand: Brand, index: number): Model {
  const tray = paint(["#1B7F4B", "#F4B223", "#B8391A", "#33444F", "#E0661F", "#1E5E8C"][index] ?? "#1B7F4B");
  const frame = index % 2 ? paint("#33373a") : steel("#b9bfc4", 0.34);
  const shell = (k: number): Model =>
    surface(
      tray,
      (u, v) => {
        const angle = u * Math.PI * 2;
        const square = (c: number): number => Math.sign(c) * Math.abs(c) ** 0.55;
        const [cx, cz] = [square(Math.cos(angle)), square(Math.sin(angle))];
        const open = v * v * (3 - 2 * v);
        const wide = 0.44 + 0.16 * open;
        const long = 0.5 + 0.34 * open + (cx > 0 ? 0.2 * open * cx : 0);
        return [(cx * long + 0.06) * k, 0.56 + 0.52 * v + (cx > 0 ? 0.08 * v * cx : 0), cz * wide * k];
      },
      64,
      12,
      60,
    );
  const rim = Array.from({ length: 65 }, (_, i): Vec => {
    const angle = (i / 64) * Math.PI * 2;
    const square = (c: number): number => Math.sign(c) * Math.abs(c) ** 0.55;
    const [cx, cz] = [square(Math.cos(angle)), square(Math.sin(angle))];
    return [cx * 0.84 + (cx > 0 ? 0.2 * cx : 0) + 0.06, 1.08 + (cx > 0 ? 0.08 * cx : 0), cz * 0.6];
  });
  const load =
    index === 3 || index === 4
      ? meshField(
          { ...matt("#c9a06a"), color: linear(index === 3 ? "#d6b27c" : "#6b4a33") },
          smoothUnion(0.1, ellipsoid([0.1, 0.98, 0], [0.78, 0.34, 0.5])),
          { min: [-0.75, 0.85, -0.6], max: [0.95, 1.4, 0.6] },
          0.04,
        )
      : [];
  const wheel = turnX(
    [
      ...move(
        lathe(
          rubber(),
          [
            [0.2, -0.12],
            [0.36, -0.13, 0.08],
            [0.42, 0, 0.1],
            [0.36, 0.13, 0.08],
            [0.2, 0.12],
          ],
          0.06,
        ),
        0,
        0,
        0,
      ),
      ...move(cylinder(paint("#F4B223"), 0.24, 0.16, 0.04), 0, -0.08, 0),
      ...move(cylinder(steel(), 0.06, 0.3, 0.02), 0, -0.15, 0),
    ],
    90,
  );
  return turnY(
    [
      ...shell(1),
      ...shell(0.97),
      ...move(box(tray, 0.96, 0.04, 0.82, 0.02), 0.06, 0.56, 0),
      ...tube(tray, rim, 0.032, { closed: false, steps: 10 }),
      ...load,
      ...[-1, 1].flatMap((side) => [
        ...tube(
          frame,
          curve([
            [1.15, 0.4, side * 0.2],
            [0.6, 0.5, side * 0.3],
            [-0.5, 0.56, side * 0.38],
            [-1.1, 0.82, side * 0.44],
            [-1.5, 0.88, side * 0.44],
          ]),
          0.05,
        ),
        ...bar(rubber(), [-1.25, 0.86, side * 0.44], [-1.62, 0.88, side * 0.44], 0.07, true),
        ...tube(
          frame,
          curve([
            [-0.1, 0.54, side * 0.36],
            [-0.3, 0.2, side * 0.4],
            [-0.42, 0.04, side * 0.4],
            [-0.7, 0.04, side * 0.4],
            [-0.72, 0.3, side * 0.4],
            [-0.62, 0.56, side * 0.39],
          ]),
          0.045,
        ),
      ]),
      ...move(wheel, 1.12, 0.42, 0),
      ...move(turnX(brandPlate(tray, brand, 0.5), -18), 0.02, 0.82, 0.575),
    ],
    [0, 10, 0, -8, 20, 0][index] ?? 0,
  );
}

function secateurs(brand: Brand, index: number): Model {
  const shears = index === 2 || index === 5;
  const long = shears ? 1.2 : 0.72;
  const bladeOut: Corner[] = [
    [-0.06, 0],
    [0.24, 0.1, 0.1],
    [0.3, long * 0.5, 0.2],
    [0.1, long, 0.03],
    [-0.02, long * 0.9],
    [0.04, long * 0.4, 0.2],
  ];
  const hook: Corner[] = [
    [-0.22, 0],
    [0.06, 0.05],
    [-0.02, long * 0.4, 0.1],
    [-0.04, long * 0.82],
    [-0.12, long * 0.86, 0.03],
    [-0.24, long * 0.4, 0.12],
  ];
  const grip = (side: 1 | -1, hex: string): Model =>
    tube(
      plastic(hex, 0.3),
      curve([
        [side * 0.02, 0, 0],
        [side * 0.22, -0.3, 0],
        [side * 0.34, -0.8, 0],
        [side * 0.26, -1.3, 0],
        [side * 0.3, -1.46, 0],
      ]),
      (t) => 0.09 + 0.05 * Math.sin(t * Math.PI),
    );
  const body = [
    ...move(turnZ(extrude(steel("#d3d8db", 0.2), bladeOut, { depth: 0.07, bevel: 0.02 }), -6), 0, 0, 0.05),
    ...move(
      turnZ(
        extrude(steel("#6d7378", 0.3), shears ? bladeOut.map(([x, y, r]): Corner => [-x, y, r]) : hook, {
          depth: 0.09,
          bevel: 0.03,
        }),
        8,
      ),
      0,
      0,
      -0.04,
    ),
    ...grip(1, brand.color),
    ...grip(-1, index % 2 ? "#2b2d30" : brand.color),
    ...turnX(move(cylinder(steel("#b9bec2"), 0.15, 0.26, 0.04), 0, -0.13, 0), 90),
    ...turnX(move(cylinder(plastic("#F4B223"), 0.08, 0.29, 0.02), 0, -0.145, 0), 90),
    ...(shears
      ? []
      : tube(
          steel("#9aa0a5"),
          Array.from(
            { length: 60 },
            (_, i): Vec => [
              -0.16 + (i / 59) * 0.32,
              -0.42 + 0.05 * Math.cos(i * 0.7),
              0.06 * Math.sin(i * 0.7),
            ],
          ),
          0.016,
          { steps: 6 },
        )),
  ];
  return turnY(turnX(body, -90), [30, -40, 24, 40, 20, -30][index] ?? 30);
}

export const pot = (): Model =>
  settle([
    ...lathe(
      matt("#b9653e"),
      [
        [0, 0],
        [0.3, 0],
        [0.42, 0.56, 0.02],
        [0.48, 0.56],
        [0.48, 0.72, 0.03],
        [0.4, 0.72],
        [0.38, 0.62],
        [0, 0.62],
      ],
      0.02,
    ),
    ...Array.from({ length: 9 }, (_, i) =>
      turnY(
        surface(
          plastic(i % 2 ? "#2E9A5F" : "#1B7F4B", 0.4),
          (u, v) => {
            const half = 0.13 * Math.sin(Math.PI * Math.min(1, v * 0.96 + 0.04));
            return [
              (u - 0.5) * 2 * half,
              0.6 + 0.75 * v - 0.28 * v * v * (1 + (i % 3) * 0.4),
              0.04 + 0.52 * v * v + 0.04 * Math.abs(u - 0.5),
            ];
          },
          6,
          14,
          60,
        ),
        i * 40,
      ),
    ).flat(),
  ]);

const fork = (): Model =>
  settle(
    turnX(
      [
        ...[-0.14, 0, 0.14].flatMap((x) =>
          tube(
            steel("#8b9196"),
            curve([
              [x * 0.4, 0, 0],
              [x, -0.16, 0.04],
              [x, -0.6, 0.02],
            ]),
            (t) => 0.035 - 0.02 * t,
          ),
        ),
        ...bar(steel("#8b9196"), [0, 0, 0], [0, 0.3, 0], 0.035),
        ...move(
          lathe(
            wood("#c98d4f"),
            [
              [0, 0],
              [0.07, 0.02],
              [0.085, 0.24],
              [0.06, 0.44],
              [0, 0.46],
            ],
            0.04,
          ),
          0,
          0.26,
          0,
        ),
      ],
      -84,
    ),
  );

export const gardenToolsModels: readonly ProductModel[] = [
  defineProductModel({
    name: "pelle",
    piece: shovel,
    extra: pot,
    carton: [0.9, 0.9, 0.6],
    elevation: 14,
    apart: 0.5,
    back: 0.8,
  }),
  defineProductModel({
    name: "brouette",
    piece: barrow,
    extra: pot,
    carton: [1.2, 0.9, 0.8],
    elevation: 20,
    apart: 0.3,
    back: 1.3,
  }),
  defineProductModel({
    name: "secateur",
    piece: secateurs,
    extra: fork,
    carton: [1, 0.8, 0.5],
    elevation: 40,
    apart: 0.8,
    back: 0.3,
  }),
];
