/** Cement, plaster and fillers in paper sacks and buckets. */
import type { Brand } from "#image-generator/brands.ts";
import { createPrint, type Look, type ProductModels, toNumber } from "#image-generator/product-model.ts";
import { type Material, matt, plastic, printed, steel } from "#image-generator/render/material.ts";
import { type Model, move, repeat, scale, turnX, turnY } from "#image-generator/render/mesh.ts";
import { box, cylinder, lathe, pipe, surface, tube, wrap } from "#image-generator/render/shapes.ts";
import type { Vec } from "#image-generator/render/vector.ts";
import { textPath } from "#image-generator/text-path.ts";

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

/** An upright sack of the given title; its figures are the grade, if it has one, and the weight. */
const sackOf =
  (title: string, design: number) =>
  (look: Look): Model => {
    const weight = look.print.at(-1) ?? "";
    const size = 0.78 + toNumber(weight) / 220;
    const grade = look.print.slice(0, -1).join(" ");
    return scale(turnX(sack(look.brand, { title, grade, weight }, design), -6), size);
  };

/** A bucket with its lid and handle, the label around it. */
export function bucket(look: Look, title: string, band: string, swatch: Material, size = 1): Model {
  const { brand } = look;
  const art = createPrint(
    640,
    170,
    `<rect width="640" height="170" fill="#fbf7ef"/><rect width="640" height="86" fill="${brand.color}"/><rect y="86" width="640" height="10" fill="${band}"/>${[160, 480].map((x) => `${textPath(brand.printedName, { size: 46, x, y: 44, fit: 150, fill: brand.textColor, typeface: brand.typeface })}${textPath(title, { size: 26, x, y: 74, fit: 160, fill: brand.textColor })}${textPath(look.print.join(" "), { size: 40, x, y: 146, fit: 150 })}`).join("")}`,
  );
  const handle = Array.from({ length: 25 }, (_, i): Vec => {
    const angle = Math.PI * (i / 24);
    return [0.57 * Math.cos(angle), 0.98 + 0.5 * Math.sin(angle), -0.3 * Math.sin(angle)];
  });
  return scale(
    [
      ...lathe(
        plastic("#fbf7ef", 0.36),
        [
          [0, 0],
          [0.47, 0, 0.05],
          [0.53, 1.08],
          [0, 1.08],
        ],
        0.03,
      ),
      ...turnY(wrap(plastic("#fbf7ef"), art, 0.518, 0.12, 0.9), 90),
      ...move(pipe(plastic("#f1ede4"), 0.56, 0.08, 0.06), 0, 0.94, 0),
      ...move(cylinder(swatch, 0.55, 0.07, 0.03), 0, 1.06, 0),
      ...move(cylinder(swatch, 0.46, 0.02, 0.008), 0, 1.125, 0),
      ...tube(steel("#9aa0a5"), handle, 0.016, { steps: 8 }),
    ],
    size,
  );
}

const upright = { elevation: 14 };
/** Labels on round containers face the camera. */
export const labelled = { elevation: 20, azimuth: 20 };

export const sackModels: ProductModels = {
  ciment: { draw: sackOf("CIMENT", 1), ...upright },
  "ciment-blanc": { draw: sackOf("CIMENT BLANC", 0), ...upright },
  "ciment-prompt": {
    draw: (look) => bucket(look, "Ciment prompt", "#8d8a84", plastic("#8d8a84", 0.4)),
    ...labelled,
  },
  "mortier-colle": { draw: sackOf("MORTIER-COLLE", 2), ...upright },
  "enduit-de-lissage": { draw: sackOf("Enduit de lissage", 0), ...upright },
  "enduit-de-facade": { draw: sackOf("Enduit de façade", 1), ...upright },
  "enduit-de-rebouchage": {
    draw: (look) => bucket(look, "Enduit de rebouchage", "#F4B223", matt("#f6f4ee")),
    ...labelled,
  },
  platre: { draw: sackOf("PLÂTRE", 2), ...upright },
};
