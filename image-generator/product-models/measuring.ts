/** Tape measures and spirit levels. */
import type { Brand } from "#image-generator/brands.ts";
import {
  brandPlate,
  createPrint,
  defineProductModel,
  type ProductModel,
} from "#image-generator/product-model.ts";
import { matt, paint, plastic, printed, rubber, steel, wood } from "#image-generator/render/material.ts";
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
import { type Corner, type Point, withWinding } from "#image-generator/render/outline.ts";
import { box, cylinder, extrude, label, lathe, surface } from "#image-generator/render/shapes.ts";
import { textPath } from "#image-generator/text-path.ts";

export function tapeMeasure(brand: Brand, index: number): Model {
  const body: Corner[] = [
    [-0.62, -0.6, 0.14],
    [0.62, -0.6, 0.08],
    [0.66, -0.1, 0.2],
    [0.5, 0.45, 0.35],
    [0, 0.64, 0.4],
    [-0.62, 0.5, 0.4],
  ];
  const ruler = createPrint(
    400,
    40,
    `<rect width="400" height="40" fill="#F6CC3F"/>${Array.from({ length: 80 }, (_, i) => `<rect x="${i * 5}" y="0" width="1.4" height="${i % 10 === 0 ? 40 : i % 5 === 0 ? 22 : 13}" fill="#1D1A17"/>`).join("")}${Array.from({ length: 8 }, (_, i) => textPath(String(8 - i), { size: 18, x: i * 50 + 14, y: 35, fill: "#B8391A" })).join("")}`,
  );
  const blade = surface(
    printed(plastic("#F6CC3F", 0.3), ruler),
    (u, v) => [0.6 + (1 - u) * 1.5, -0.5 + 0.05 * (v - 0.5) ** 2 * 4, (v - 0.5) * 0.26],
    6,
    8,
  );
  const badge = createPrint(
    120,
    120,
    `<circle cx="60" cy="60" r="60" fill="${brand.accent === "#FFFFFF" ? "#2b2a2c" : brand.accent}"/><circle cx="60" cy="60" r="47" fill="#fbf8f1"/>${textPath(brand.printedName, { size: 24, x: 60, y: 58, fit: 82, fill: "#1D1A17", typeface: brand.typeface })}${textPath(index % 2 ? "3 m" : "5 m", { size: 28, x: 60, y: 86, fill: "#B8391A" })}`,
  );
  return [
    ...extrude(plastic(brand.color), body, { depth: 0.6, bevel: 0.09 }),
    ...extrude(
      rubber(),
      body.map(([x, y, r]): Corner => [x * 1.05, y * 1.05, r]),
      { depth: 0.34, bevel: 0.08 },
    ),
    ...[1, -1].flatMap((side) =>
      scale(move(label(plastic(brand.color), badge, 0.76, 0.76), -0.04, 0, 0.302), 1, 1, side),
    ),
    ...blade,
    ...move(box(steel(), 0.03, 0.16, 0.26, 0.01), 2.1, -0.54, 0),
    ...move(
      box(plastic(brand.accent === "#FFFFFF" ? "#2b2a2c" : brand.accent), 0.16, 0.24, 0.22, 0.05),
      0.66,
      0.16,
      0,
    ),
  ];
}

function spiritLevel(brand: Brand, index: number): Model {
  const long = [2.6, 2.6, 2.2, 2.6, 2.6, 2.1][index] ?? 2.6;
  const vial = (upright: boolean): Model =>
    turnZ(
      [
        ...turnZ(move(cylinder(plastic("#d9ee5a", 0.08), 0.085, 0.4, 0.04), 0, -0.2, 0), 90),
        ...turnZ(move(cylinder(plastic("#f4fbd0", 0.08), 0.06, 0.11, 0.05), 0, -0.05, 0.045), 90),
        ...repeat(turnZ(cylinder(rubber(), 0.088, 0.014, 0.004), 90), [
          [-0.07, 0, 0],
          [0.085, 0, 0],
        ]),
      ],
      upright ? 90 : 0,
    );
  const wall = paint(brand.color);
  const half = long / 2;
  const pocket = (x: number): Point[] =>
    withWinding(
      [
        [x - 0.26, -0.12],
        [x + 0.26, -0.12],
        [x + 0.26, 0.12],
        [x - 0.26, 0.12],
      ],
      -1,
    );
  return turnY(
    [
      ...extrude(
        wall,
        [
          [-half, -0.24],
          [half, -0.24],
          [half, 0.24],
          [-half, 0.24],
        ],
        {
          depth: 0.2,
          bevel: 0.03,
          rounding: 0.03,
          holes: [pocket(0), pocket(half - 0.45), pocket(-half + 0.45)],
        },
      ),
      ...vial(false),
      ...move(vial(true), half - 0.45, 0, 0),
      ...move(turnZ(vial(false), 45), -half + 0.45, 0, 0),
      ...repeat(box(rubber(), 0.1, 0.52, 0.24, 0.04), [
        [-half, 0, 0],
        [half, 0, 0],
      ]),
      ...move(brandPlate(wall, brand, 0.42), -0.52 * (half / 1.3), 0, 0.1015),
    ],
    [14, -12, 0, 10, 20, -10][index] ?? 0,
  );
}

const pencil = (): Model =>
  settle(
    turnX(
      [
        ...lathe(
          wood("#e0b87e"),
          [
            [0, -0.28],
            [0.11, 0],
            [0, 0],
          ],
          0,
          6,
        ),
        ...cylinder(plastic("#C2402B"), 0.11, 1.3, 0.01, 6),
        ...move(
          lathe(
            matt("#2a2727"),
            [
              [0, -0.285],
              [0.035, -0.19],
              [0, -0.19],
            ],
            0,
          ),
          0,
          -0.005,
          0,
        ),
      ],
      90,
    ),
  );

export const measuringModels: readonly ProductModel[] = [
  defineProductModel({
    name: "metre-ruban",
    piece: tapeMeasure,
    carton: [1.1, 1.2, 0.6],
    extra: pencil,
    elevation: 18,
    apart: 0.3,
    back: 1.3,
  }),
  defineProductModel({
    name: "niveau",
    piece: spiritLevel,
    carton: [1.2, 0.8, 0.6],
    extra: pencil,
    elevation: 22,
    apart: 0.1,
    back: 1.8,
  }),
];
