/** Cement and plaster in paper sacks. */
import type { Brand } from "#image-generator/brands.ts";
import { createPrint, type ProductModel } from "#image-generator/product-model.ts";
import { matt, printed, steel, wood } from "#image-generator/render/material.ts";
import { type Model, move, repeat, settle, turnX, turnY } from "#image-generator/render/mesh.ts";
import { box, curve, extrude, lathe, surface, tube } from "#image-generator/render/shapes.ts";
import { textPath } from "#image-generator/text-path.ts";
import { defineBulkProductModel } from "./bulk-product.ts";

interface SackText {
  title: string;
  grade: string;
  weight: string;
}

function sackPrint(
  brand: Brand,
  { title, grade, weight }: SackText,
  index: number,
): ReturnType<typeof createPrint> {
  const paper = index % 2 ? "#efe3cb" : "#f6f1e6";
  const bands = [
    `<rect y="70" width="300" height="120" fill="${brand.color}"/>`,
    `<path d="M0 96 L300 60 V186 L0 206Z" fill="${brand.color}"/>`,
    `<circle cx="150" cy="130" r="96" fill="${brand.color}"/>`,
  ];
  return createPrint(
    300,
    420,
    `<rect width="300" height="420" fill="${paper}"/><rect width="300" height="26" fill="${brand.accent}"/><rect y="394" width="300" height="26" fill="${brand.accent}"/>${bands[index % 3]}${textPath(brand.printedName, { size: 56, x: 150, y: 148, fit: index % 3 === 2 ? 168 : 240, fill: brand.textColor, typeface: brand.typeface })}${textPath(title, { size: 52, x: 150, y: 264, fit: 236, fill: "#1D1A17" })}${textPath(grade, { size: 30, x: 150, y: 306, fit: 236, fill: brand.nameColor === "#F4B223" ? "#1D1A17" : brand.nameColor })}<rect x="100" y="330" width="100" height="44" rx="22" fill="#1D1A17"/>${textPath(weight, { size: 28, x: 150, y: 362, fill: "#fff" })}`,
  );
}

/** A filled paper sack: a pillow with flat sewn ends and soft dents, standing upright. */
function sack(brand: Brand, text: SackText, index: number): Model {
  const art = sackPrint(brand, text, index);
  const half = (side: 1 | -1): Model =>
    surface(
      printed(matt("#f1e9d8"), art),
      (u, v) => {
        const [a, b] = [u * 2 - 1, v * 2 - 1];
        const round = (1 - Math.abs(a) ** 5) ** 0.5 * (1 - Math.abs(b) ** 6) ** 0.6;
        const dent = 1 + 0.03 * Math.sin(5 * a + 3 * b + index) * Math.cos(4 * b - 2 * a);
        const waist = 1 - 0.05 * Math.cos(b * 1.6) - 0.03 * b * b;
        return [side * a * 0.62 * waist, b * 0.86, side * 0.24 * round * dent];
      },
      44,
      44,
    );
  const seam = (y: number): Model => [
    ...move(box(matt("#e8dcc2"), 1.14, 0.1, 0.035, 0.012), 0, y, 0),
    ...repeat(
      box(matt("#ffffff"), 0.05, 0.012, 0.045, 0.005),
      Array.from({ length: 11 }, (_, i) => [-0.5 + i * 0.1, y, 0] as const),
    ),
  ];
  return [...half(1), ...half(-1), ...seam(0.9), ...seam(-0.88)];
}

function sacks(text: SackText) {
  return (brand: Brand, index: number): Model => {
    const lying = turnX(sack(brand, text, index), -90);
    if (index === 1)
      return [...lying, ...move(turnY(lying, 8), 0.05, 0.4, 0), ...move(turnY(lying, -6), -0.04, 0.8, 0.02)];
    if (index === 4) return [...lying, ...move(turnX(sack(brand, text, index), -16), 0.1, 0.95, -1.15)];
    return turnX(sack(brand, text, index), -6);
  };
}

export const trowel = (): Model =>
  settle([
    ...turnX(
      extrude(
        steel("#cfd4d8", 0.2),
        [
          [0, 0.62, 0.05],
          [0.26, 0.02, 0.08],
          [-0.26, 0.02, 0.08],
        ],
        { depth: 0.03, bevel: 0.01 },
      ),
      90,
    ),
    ...tube(
      steel("#9aa0a5"),
      curve([
        [0, 0, 0.1],
        [0, 0.03, -0.1],
        [0, 0.18, -0.14],
        [0, 0.2, -0.3],
      ]),
      0.035,
    ),
    ...turnX(
      move(
        lathe(
          wood("#b5763c"),
          [
            [0, 0],
            [0.07, 0.02],
            [0.085, 0.2],
            [0.07, 0.4],
            [0, 0.46],
          ],
          0.04,
        ),
        0,
        0.28,
        -0.2,
      ),
      -90,
    ),
  ]);

const cement = { title: "CIMENT", grade: "CPJ 45", weight: "50 kg" };

const plaster = { title: "ENDUIT", grade: "Façade et intérieur", weight: "25 kg" };

export const sacksModels: readonly ProductModel[] = [
  defineBulkProductModel({
    name: "ciment",
    piece: sacks(cement),
    extra: trowel,
    elevation: 14,
    apart: 0.8,
    back: 0.9,
  }),
  defineBulkProductModel({
    name: "enduit",
    piece: sacks(plaster),
    extra: trowel,
    elevation: 14,
    apart: 0.8,
    back: 0.9,
  }),
];
