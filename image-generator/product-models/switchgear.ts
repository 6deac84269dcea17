/** Breakers, sockets, distribution boards. */
import type { Brand } from "#image-generator/brands.ts";
import {
  brandPlate,
  createPrint,
  defineProductModel,
  type ProductModel,
} from "#image-generator/product-model.ts";
import { lamp, plastic, rubber, steel } from "#image-generator/render/material.ts";
import { type Model, move, repeat, scale, turnX, turnY } from "#image-generator/render/mesh.ts";
import type { Corner } from "#image-generator/render/outline.ts";
import { bar, box, cylinder, extrude, label, lathe } from "#image-generator/render/shapes.ts";
import { textPath } from "#image-generator/text-path.ts";
import { wiring } from "./cables.ts";

/** A DIN rail breaker `poles` wide. */
function breakerOf(brand: Brand, poles: number, toggle: string): Model {
  const wide = 0.36 * poles;
  const white = plastic("#f3f1ec", 0.4);
  const face = createPrint(
    120 * poles,
    130,
    `<rect width="${120 * poles}" height="130" fill="#f3f1ec"/>${textPath(brand.printedName, { size: 24, x: 60 * poles, y: 30, fit: 100 * poles, fill: brand.nameColor, typeface: brand.typeface })}${textPath(poles > 2 ? "C32" : poles > 1 ? "C20" : "C16", { size: 40, x: 60 * poles, y: 78, fill: "#1D1A17" })}${textPath("230 V", { size: 20, x: 60 * poles, y: 112, fill: "#6b655c" })}`,
  );
  const profile: Corner[] = [
    [-0.5, -0.72],
    [0.04, -0.72],
    [0.04, -0.4],
    [0.22, -0.36],
    [0.22, 0.36],
    [0.04, 0.4],
    [0.04, 0.72],
    [-0.5, 0.72],
  ];
  const body = turnY(extrude(white, profile, { depth: wide - 0.015, rounding: 0.05, bevel: 0.02 }), -90);
  const xs = Array.from({ length: poles }, (_, i) => (i - (poles - 1) / 2) * 0.36);
  return [
    ...body,
    ...move(label(white, face, wide - 0.08, 0.34), 0, 0.16, 0.2235),
    ...move(box(plastic("#26282b"), wide - 0.1, 0.22, 0.05, 0.02), 0, -0.16, 0.21),
    ...move(turnX(box(plastic(toggle), wide - 0.16, 0.2, 0.14, 0.04), -24), 0, -0.13, 0.28),
    ...xs.flatMap((x) =>
      [0.56, -0.56].flatMap((y) => [
        ...move(turnX(cylinder(steel("#9ba1a6"), 0.08, 0.02, 0.008), 90), x, y, 0.04),
        ...move(box(plastic("#55595d"), 0.11, 0.02, 0.02, 0.006), x, y, 0.062),
      ]),
    ),
  ];
}

const toggles = ["#1F5FA8", "#E0661F", "#2b2d30", "#1B7F4B", "#B8391A", "#1F5FA8"];

const breaker = (brand: Brand, index: number): Model => {
  const poles = [1, 2, 1, 3, 4, 2][index] ?? 1;
  return breakerOf(brand, poles, toggles[index] ?? "#1F5FA8");
};

function socket(_: Brand, index: number): Model {
  const frame = plastic(
    ["#f7f5f0", "#f7f5f0", "#33363a", "#e9dfcb", "#f7f5f0", "#c9b08a"][index] ?? "#f7f5f0",
    0.28,
  );
  const inner = plastic(index === 2 ? "#3d4145" : "#fdfcf9", 0.26);
  const gangs = index === 1 || index === 4 ? 2 : 1;
  const outlet: Model = [
    ...turnX(
      lathe(
        inner,
        [
          [0, 0],
          [0.3, 0],
          [0.3, 0.08],
          [0.34, 0.13],
          [0.4, 0.13],
          [0.4, 0],
          [0.42, 0],
        ],
        0.02,
      ),
      90,
    ),
    ...repeat(turnX(cylinder(rubber("#1d1d1f"), 0.045, 0.03, 0.004), 90), [
      [-0.13, 0, 0.004],
      [0.13, 0, 0.004],
    ]),
    ...bar(steel(), [0, 0.2, 0], [0, 0.2, 0.12], 0.035, true),
  ];
  const switchKey: Model = [
    ...move(turnX(box(inner, 0.66, 0.7, 0.1, 0.04), 5), 0, 0, 0.04),
    ...move(box(lamp("#ff8a3c", 0.5), 0.03, 0.09, 0.02, 0.01), 0, -0.26, 0.105),
  ];
  return turnX(
    [
      ...move(box(frame, 1.05 * gangs + 0.06, 1.1, 0.16, 0.07), 0, 0, -0.06),
      ...(gangs === 2
        ? [...move(outlet, -0.53, 0, 0.03), ...move(index === 4 ? outlet : switchKey, 0.53, 0, 0.03)]
        : index === 3 || index === 5
          ? switchKey
          : move(outlet, 0, 0, 0.03)),
    ],
    -10,
  );
}

/** A distribution board with its row of breakers; the door is open in some. */
function board(brand: Brand, index: number): Model {
  const rows = index === 1 || index === 4 ? 2 : 1;
  const poles = [4, 6, 4, 6, 5, 4][index] ?? 4;
  const wide = poles * 0.36 + 0.5;
  const high = rows * 1.75 + 0.3;
  const shell = plastic("#efede7", 0.32);
  const row = (y: number): Model => move(settleBreakers(brand, poles, index), 0, y, 0.16);
  return [
    ...box(shell, wide, high, 0.5, 0.08),
    ...move(box(plastic("#d7d3ca", 0.5), wide - 0.24, high - 0.26, 0.02, 0.01), 0, 0, 0.25),
    ...Array.from({ length: rows }, (_, i) => row(rows === 1 ? 0 : 0.82 - i * 1.68)).flat(),
    ...move(brandPlate(shell, brand, 0.6), -wide / 2 + 0.46, high / 2 - 0.15, 0.263),
  ];
}

function settleBreakers(brand: Brand, poles: number, index: number): Model {
  return Array.from({ length: poles }, (_, i) =>
    move(
      breakerOf(brand, 1, toggles[(i === 0 ? 1 : index) % 6] ?? "#1F5FA8"),
      (i - (poles - 1) / 2) * 0.36,
      0,
      0,
    ),
  ).flat();
}

export const switchgearModels: readonly ProductModel[] = [
  defineProductModel({
    name: "disjoncteur",
    piece: breaker,
    carton: [1, 1.3, 0.6],
    extra: wiring,
    elevation: 14,
    apart: 0.95,
  }),
  defineProductModel({
    name: "prise",
    piece: socket,
    carton: [1.1, 1.2, 0.5],
    extra: (brand) => scale(socket(brand, 0), 0.8),
    elevation: 14,
    apart: 0.9,
  }),
  defineProductModel({
    name: "tableau-electrique",
    piece: board,
    carton: [1.8, 1.8, 0.6],
    extra: wiring,
    elevation: 12,
    apart: 0.8,
  }),
];
