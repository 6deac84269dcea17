/** Paint and waterproofing. */
import type { Brand } from "#image-generator/brands.ts";
import { createPrint, type ProductModel } from "#image-generator/product-model.ts";
import {
  linear,
  type Material,
  matt,
  plastic,
  rubber,
  steel,
  stone,
  wood,
} from "#image-generator/render/material.ts";
import { type Model, move, settle, turnX, turnY, turnZ } from "#image-generator/render/mesh.ts";
import type { Corner } from "#image-generator/render/outline.ts";
import { box, cylinder, extrude, lathe, pipe, surface, tube, wrap } from "#image-generator/render/shapes.ts";
import type { Vec } from "#image-generator/render/vector.ts";
import { textPath } from "#image-generator/text-path.ts";
import { defineBulkProductModel } from "./bulk-product.ts";

/** A tin with a lid, a handle and a wrapped label; the paint inside shows when it is open. */
function tin(brand: Brand, shade: string, open: boolean, words: string): Model {
  const art = createPrint(
    600,
    170,
    `<rect width="600" height="170" fill="#fbf7ef"/><rect width="600" height="104" fill="${brand.color}"/><path d="M0 104 Q75 150 150 104 T300 104 T450 104 T600 104 V122 Q525 168 450 122 T300 122 T150 122 T0 122Z" fill="${shade}"/>${textPath(brand.printedName, { size: 48, x: 300, y: 62, fit: 152, fill: brand.textColor, typeface: brand.typeface })}${textPath(words, { size: 23, x: 300, y: 94, fit: 150, fill: brand.textColor })}${textPath("10 L", { size: 24, x: 300, y: 158, fill: "#1D1A17" })}`,
  );
  const handle = Array.from({ length: 25 }, (_, i): Vec => {
    const angle = Math.PI * (i / 24);
    return [0.54 * Math.cos(angle), 0.84 + 0.46 * Math.sin(angle), -0.3 * Math.sin(angle)];
  });
  return [
    ...cylinder(plastic("#fbf7ef"), 0.5, 0.96, 0.04),
    ...wrap(plastic("#fbf7ef"), art, 0.503, 0.07, 0.88),
    ...move(pipe(steel("#cfd4d8"), 0.525, 0.07, 0.05), 0, 0.92, 0),
    ...(open
      ? move(cylinder(plastic(shade, 0.12), 0.47, 0.02, 0.006), 0, 0.945, 0)
      : move(cylinder(steel("#dde1e4", 0.24), 0.48, 0.045, 0.016), 0, 0.945, 0)),
    ...tube(steel("#b5babf"), handle, 0.018, { steps: 10 }),
  ];
}

/** Turns a cylinder so that its label faces the camera of the image. */
const towards = [-28, -24, -14, 30, -50, -14];

const shades = ["#1F7FBF", "#D6452B", "#2E9A5F", "#F4B223", "#7A4FA0", "#E98A2B"];

function roller(shade: string): Model {
  return settle([
    ...turnZ(cylinder(plastic(shade, 0.85), 0.13, 0.6, 0.04), -90),
    ...tube(
      steel(),
      [
        [0.58, 0, 0],
        [0.74, 0, 0],
        [0.74, 0.04, 0.3],
        [0.3, 0.05, 0.36],
        [0.3, 0.05, 0.6],
      ],
      0.025,
    ),
    ...turnX(
      move(
        lathe(
          plastic("#B8391A"),
          [
            [0, 0],
            [0.06, 0.02],
            [0.075, 0.3],
            [0.06, 0.5],
            [0, 0.54],
          ],
          0.03,
        ),
        0.3,
        0.55,
        -0.05,
      ),
      90,
    ),
  ]);
}

function paintTins(brand: Brand, index: number): Model {
  const shade = shades[index] ?? "#1F7FBF";
  const words =
    ["Peinture à eau", "Satinée", "Mate", "Façade", "Glycéro", "Antirouille"][index] ?? "Peinture";
  const one = turnY(tin(brand, shade, index % 2 === 0, words), towards[index] ?? 0);
  if (index === 4)
    return [
      ...one,
      ...move(tin(brand, shades[1] ?? shade, true, words), 1.12, 0, -0.3),
      ...move(tin(brand, shades[3] ?? shade, true, words), 0.55, 0, 0.95),
    ];
  if (index === 5) return [...one, ...move(turnY(roller(shade), 25), 1.1, 0, 0.5)];
  return one;
}

/** Bitumen roll, or a bucket of waterproofing for odd indexes. */
function sealing(brand: Brand, index: number): Model {
  if (index % 2 === 1) return turnY(tin(brand, "#5b5f66", index === 3, "Étanchéité"), towards[index] ?? 0);
  const profile: Corner[] = [
    [0.1, 0],
    [0.4, 0, 0.02],
    [0.4, 1.3, 0.02],
    [0.1, 1.3, 0.02],
    [0.1, 0],
  ];
  const skin: Material = {
    ...stone(index === 4 ? "#6d7a4f" : "#4a4c50", 1.4),
    color: linear(index === 4 ? "#5d6b52" : "#47494d"),
  };
  const art = createPrint(
    400,
    120,
    `<rect width="400" height="120" fill="${brand.color}"/><rect y="96" width="400" height="24" fill="${brand.accent}"/>${textPath(brand.printedName, { size: 46, x: 200, y: 64, fit: 112, fill: brand.textColor, typeface: brand.typeface })}`,
  );
  const roll = [...lathe(skin, profile, 0.02), ...wrap(matt("#fff"), art, 0.405, 0.45, 0.85)];
  const spiral = Array.from({ length: 90 }, (_, i): Vec => {
    const angle = i * 0.24;
    const r = 0.12 + i * 0.003;
    return [r * Math.cos(angle), 1.3, r * Math.sin(angle)];
  });
  const whole = [...roll, ...tube(rubber("#2b2c2f"), spiral, 0.012, { steps: 6 })];
  if (index === 2)
    return [...whole, ...move(whole, 0.84, 0, -0.2), ...move(turnZ(whole, 90), 1.1, 0.4, 0.62)];
  if (index === 4) {
    const mat = surface(
      skin,
      (u, v) => [(u - 0.5) * 1.3, 0.02 + 0.012 * Math.sin(v * 5), v * 1.7 + 0.05],
      4,
      16,
    );
    return [...move(turnZ(whole, 90), 0.65, 0.41, 0), ...mat];
  }
  return turnY(whole, towards[index] ?? 0);
}

const brush = (): Model =>
  settle([
    ...turnX(
      extrude(
        matt("#3a2c20"),
        [
          [-0.2, 0],
          [0.2, 0],
          [0.22, 0.4],
          [-0.22, 0.4],
        ],
        { depth: 0.12, rounding: 0.03 },
      ),
      90,
    ),
    ...move(box(steel(), 0.44, 0.15, 0.16, 0.02), 0, 0, -0.06),
    ...turnX(
      move(
        lathe(
          wood("#c98d4f"),
          [
            [0, 0],
            [0.12, 0.02],
            [0.07, 0.16],
            [0.06, 0.5],
            [0, 0.56],
          ],
          0.05,
        ),
        0,
        0.12,
        0,
      ),
      -90,
    ),
  ]);

export const paintModels: readonly ProductModel[] = [
  defineBulkProductModel({
    name: "peinture",
    piece: paintTins,
    extra: brush,
    elevation: 20,
  }),
  defineBulkProductModel({
    name: "etancheite",
    piece: sealing,
    extra: brush,
    elevation: 18,
    apart: 0.9,
  }),
];
