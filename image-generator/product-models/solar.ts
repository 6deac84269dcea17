/** Solar panels, batteries, inverters. */
import type { Brand } from "#image-generator/brands.ts";
import {
  brandPlate,
  createPrint,
  defineProductModel,
  type ProductModel,
} from "#image-generator/product-model.ts";
import { lamp, matt, paint, plastic, printed, rubber, steel } from "#image-generator/render/material.ts";
import { type Model, move, repeat, settle, turnX } from "#image-generator/render/mesh.ts";
import { bar, box, curve, cylinder, label, surface, tube } from "#image-generator/render/shapes.ts";
import { textPath } from "#image-generator/text-path.ts";
import { tape, wiring } from "./cables.ts";

function cells(columns: number, rows: number): ReturnType<typeof createPrint> {
  const size = 40;
  const [w, h] = [columns * size, rows * size];
  const squares: string[] = [];
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const [x, y] = [i * size, j * size];
      squares.push(
        `<path d="M${x + 8} ${y + 2}h24l6 6v24l-6 6h-24l-6-6v-24z" fill="url(#g)"/><path d="M${x + 14} ${y + 2}v36M${x + 26} ${y + 2}v36" stroke="#9fb4d6" stroke-width="1.1"/>`,
      );
    }
  }
  return createPrint(
    w,
    h,
    `<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1" gradientUnits="objectBoundingBox"><stop offset="0" stop-color="#29508f"/><stop offset="1" stop-color="#0f2148"/></linearGradient></defs><rect width="${w}" height="${h}" fill="#c9d2de"/>${squares.join("")}`,
  );
}

/** A framed module standing at a slant. */
export function solarPanel(_: Brand, columns: number, rows: number, cell: number): Model {
  const [w, h] = [columns * cell, rows * cell];
  const frame = steel("#d7dbdf", 0.3);
  const panel = [
    ...move(box(plastic("#0e1c3c", 0.1), w, h, 0.03, 0.01), 0, 0, 0),
    ...move(label(plastic("#c9d2de", 0.1), cells(columns, rows), w, h), 0, 0, 0.018),
    ...repeat(box(frame, w + 0.1, 0.06, 0.1, 0.015), [
      [0, h / 2, 0],
      [0, -h / 2, 0],
    ]),
    ...repeat(box(frame, 0.06, h + 0.1, 0.1, 0.015), [
      [w / 2, 0, 0],
      [-w / 2, 0, 0],
    ]),
  ];
  return move(turnX(panel, -34), 0, h * 0.42, 0);
}

function solarKit(brand: Brand, index: number): Model {
  const [columns, rows] = [
    [4, 6],
    [6, 4],
    [4, 6],
    [6, 4],
    [4, 6],
    [3, 5],
  ][index] ?? [4, 6];
  const c = columns ?? 4;
  const r = rows ?? 6;
  const leg = (x: number): Model => bar(steel("#aeb4b9"), [x, 0, -r * 0.19], [x, r * 0.19, -r * 0.1], 0.035);
  return [...solarPanel(brand, c, r, 0.3), ...leg(-c * 0.12), ...leg(c * 0.12)];
}

/** A deep-cycle battery with its terminals, tubular (tall) or flat. */
function battery(brand: Brand, index: number): Model {
  const tall = index === 1 || index === 4;
  const [w, h, d] = tall ? [1.0, 1.35, 0.72] : [1.6, 0.95, 0.78];
  const art = createPrint(
    Math.round(w * 200),
    Math.round(h * 130),
    `<rect width="400" height="300" fill="${brand.color}"/><path d="M0 ${h * 88} L400 ${h * 66} V400 H0Z" fill="${brand.accent}"/>${textPath(brand.printedName, { size: 46, x: w * 100, y: h * 56, fit: w * 170, fill: brand.textColor, typeface: brand.typeface })}${textPath(["12 V 200 Ah", "12 V 220 Ah", "12 V 100 Ah", "12 V 150 Ah", "24 V 100 Ah", "12 V 250 Ah"][index] ?? "12 V", { size: 34, x: w * 100, y: h * 120, fit: w * 170, fill: brand.accent === "#FFFFFF" || brand.accent === "#F4B223" ? "#1D1A17" : "#ffffff" })}`,
  );
  const shell = plastic(index % 2 ? "#e9e6df" : "#2f3236", 0.4);
  return [
    ...move(box(shell, w, h, d, 0.06), 0, h / 2, 0),
    ...move(box(plastic("#24262a"), w + 0.05, 0.16, d + 0.05, 0.05), 0, h + 0.02, 0),
    ...move(label(plastic(brand.color), art, w * 0.9, h * 0.6), 0, h * 0.46, d / 2 + 0.003),
    ...[-1, 1].flatMap((side) => [
      ...move(cylinder(steel("#8d9297"), 0.08, 0.14, 0.02), side * (w / 2 - 0.2), h + 0.08, 0.1),
      ...move(
        cylinder(plastic(side > 0 ? "#B8391A" : "#1d1d1f"), 0.14, 0.05, 0.02),
        side * (w / 2 - 0.2),
        h + 0.08,
        0.1,
      ),
    ]),
    ...repeat(
      cylinder(plastic("#d2442a"), 0.055, 0.04, 0.015),
      tall ? [] : [-0.3, -0.15, 0, 0.15, 0.3].map((x) => [x, h + 0.09, -0.12] as const),
    ),
    ...tube(
      rubber(),
      curve([
        [-w * 0.3, h + 0.08, -0.2],
        [-w * 0.26, h + 0.26, -0.2],
        [w * 0.26, h + 0.26, -0.2],
        [w * 0.3, h + 0.08, -0.2],
      ]),
      0.035,
    ),
  ];
}

function inverter(brand: Brand, index: number): Model {
  const screen = createPrint(
    160,
    90,
    `<rect width="160" height="90" rx="8" fill="#0d2233"/>${textPath("230 V", { size: 40, x: 80, y: 46, fill: "#74d4ff" })}<rect x="24" y="62" width="112" height="12" rx="6" fill="#15405c"/><rect x="24" y="62" width="84" height="12" rx="6" fill="#5fe08a"/>`,
  );
  const shell = paint(index % 2 ? "#f2f0ea" : "#34383c");
  return [
    ...box(shell, 1.2, 1.6, 0.46, 0.12),
    ...move(box(paint(brand.color), 1.21, 0.5, 0.468, 0.11), 0, 0.54, 0),
    ...move(label(lamp("#0d2233", 0.15), screen, 0.62, 0.35), 0, 0.06, 0.235),
    ...move(box(plastic("#1e2022"), 0.7, 0.43, 0.02, 0.01), 0, 0.06, 0.222),
    ...move(brandPlate(paint(brand.color), brand, 0.9), 0, 0.55, 0.2365),
    ...repeat(
      turnX(cylinder(plastic("#55595d"), 0.055, 0.03, 0.012), 90),
      [-0.24, -0.08, 0.08, 0.24].map((x) => [x, -0.3, 0.225] as const),
    ),
    ...repeat(turnX(cylinder(lamp("#39d06b", 0.7), 0.03, 0.02, 0.008), 90), [[-0.46, 0.2, 0.23]]),
    ...repeat(
      box(rubber(), 0.6, 0.03, 0.02, 0.01),
      [0, 1, 2, 3].map((i) => [0, -0.48 - i * 0.075, 0.232] as const),
    ),
    ...[-0.36, -0.12].flatMap((x, i) =>
      tube(
        plastic(i ? "#1d1d1f" : "#B8391A"),
        curve([
          [x, -0.76, 0.05],
          [x, -0.95, 0.08],
          [x - 0.1, -1.08, 0.3],
          [x - 0.3, -1.1, 0.5],
        ]),
        0.05,
      ),
    ),
    ...move(box(plastic("#26282b"), 0.34, 0.12, 0.2, 0.03), 0.3, -0.82, 0.05),
    ...[-0.601, 0.601].flatMap((x) =>
      repeat(
        box(rubber(), 0.02, 0.5, 0.03, 0.01),
        [-0.12, -0.04, 0.04, 0.12].map((z) => [x, -0.1, z] as const),
      ),
    ),
  ];
}

const poster = (): Model =>
  settle(
    surface(
      printed(
        matt("#fff"),
        createPrint(
          100,
          140,
          `<rect width="100" height="140" fill="#fff"/><circle cx="50" cy="54" r="26" fill="#F4B223"/>${Array.from({ length: 12 }, (_, i) => `<rect x="48" y="12" width="4" height="12" rx="2" fill="#F4B223" transform="rotate(${i * 30} 50 54)"/>`).join("")}${textPath("Faso solaire", { size: 15, x: 50, y: 116, fill: "#1B7F4B" })}`,
        ),
      ),
      (u, v) => [(u - 0.5) * 0.9, (v - 0.5) * 1.2, 0.05 * Math.sin(u * 3)],
      12,
      2,
    ),
  );

export const solarModels: readonly ProductModel[] = [
  defineProductModel({
    name: "panneau-solaire",
    piece: solarKit,
    carton: [1, 1.1, 0.5],
    extra: poster,
    elevation: 16,
    apart: 0.7,
    back: 1.2,
  }),
  defineProductModel({
    name: "batterie-solaire",
    piece: battery,
    carton: [1.7, 1.3, 0.9],
    extra: wiring,
    elevation: 18,
    apart: 0.7,
  }),
  defineProductModel({
    name: "onduleur",
    piece: inverter,
    carton: [1.4, 1.7, 0.7],
    extra: tape,
    elevation: 14,
    apart: 0.85,
  }),
];
