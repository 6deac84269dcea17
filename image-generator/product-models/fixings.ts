/** Screws and bolts, loose and by the box. */
import type { Brand } from "#image-generator/brands.ts";
import { createPrint, defineProductModel, type ProductModel } from "#image-generator/product-model.ts";
import { brass, matt, steel } from "#image-generator/render/material.ts";
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
import { circle, type Point } from "#image-generator/render/outline.ts";
import { box, cylinder, extrude, label, lathe, tube } from "#image-generator/render/shapes.ts";
import type { Vec } from "#image-generator/render/vector.ts";
import { textPath } from "#image-generator/text-path.ts";

function screw(metal: ReturnType<typeof steel>, k = 1): Model {
  const thread = Array.from({ length: 140 }, (_, i): Vec => {
    const t = i / 139;
    const r = 0.11 * Math.min(1, (1 - t) * 5 + 0.1);
    return [r * Math.cos(i * 0.62), 0.95 - t * 1.15, r * Math.sin(i * 0.62)];
  });
  const cross = box(matt("#3a3530"), 0.22, 0.04, 0.05, 0.012);
  return scale(
    [
      ...lathe(
        metal,
        [
          [0, -0.26],
          [0.09, 0],
          [0.1, 1.0],
          [0.26, 1.2],
          [0.26, 1.25],
          [0, 1.27],
        ],
        0.02,
      ),
      ...tube(metal, thread, 0.026, { steps: 8 }),
      ...move(cross, 0, 1.26, 0),
      ...move(turnY(cross, 90), 0, 1.26, 0),
    ],
    k,
  );
}

const finishes = [
  () => brass(),
  () => steel(),
  () => steel("#4a4d50", 0.4),
  () => brass(),
  () => steel(),
  () => steel("#c9a15a", 0.3),
];

/** Fixings: a scatter, a few standing, or an open box of them. */
function scatter(one: Model, count: number): Model {
  return Array.from({ length: count }, (_, i) => {
    const angle = i * 2.4;
    const r = 0.34 * Math.sqrt(i);
    const level = i % 4 === 3 ? 0.22 : 0;
    return move(
      turnY(settle(turnX(one, 90 - (i % 4 === 3 ? 12 : 0))), i * 67),
      r * Math.cos(angle),
      level,
      r * Math.sin(angle),
    );
  }).flat();
}

function openBox(brand: Brand, words: string, contents: Model): Model {
  const art = createPrint(
    240,
    100,
    `<rect width="240" height="100" fill="${brand.color}"/><rect y="80" width="240" height="20" fill="${brand.accent}"/>${textPath(brand.printedName, { size: 40, x: 120, y: 42, fit: 200, fill: brand.textColor, typeface: brand.typeface })}${textPath(words, { size: 20, x: 120, y: 70, fill: brand.textColor })}`,
  );
  const card = matt(brand.color);
  return [
    ...move(box(card, 1.5, 0.62, 0.05, 0.015), 0, 0.31, 0.5),
    ...move(box(card, 1.5, 0.62, 0.05, 0.015), 0, 0.31, -0.5),
    ...repeat(box(card, 0.05, 0.62, 1.0, 0.015), [
      [-0.74, 0.31, 0],
      [0.74, 0.31, 0],
    ]),
    ...move(box(matt("#d9c39a"), 1.46, 0.34, 0.98, 0.01), 0, 0.17, 0),
    ...move(label(card, art, 1.48, 0.6), 0, 0.31, 0.527),
    ...move(turnX(box(card, 1.5, 0.9, 0.04, 0.015), -24), 0, 0.98, -0.68),
    ...move(contents, 0, 0.32, 0),
  ];
}

function screws(brand: Brand, index: number): Model {
  const metal = (finishes[index] ?? finishes[0])?.() ?? steel();
  const one = screw(metal);
  if (index === 3) return openBox(brand, "Vis à bois", scale(scatter(screw(metal, 0.62), 13), 0.78, 1, 0.6));
  if (index === 1 || index === 5) return scatter(one, 9);
  return repeat(
    turnX(turnZ(one, 12), -6),
    index === 2
      ? [[0, 0, 0]]
      : [
          [0, 0, 0],
          [0.62, 0, -0.2],
          [0.3, 0, 0.5],
        ],
  ).concat(index === 2 ? [] : move(settle(turnX(one, 90)), -0.5, -0.2, 0.7));
}

function bolt(metal: ReturnType<typeof steel>): Model {
  const hex = lathe(
    metal,
    [
      [0, 0],
      [0.42, 0],
      [0.42, 0.26],
      [0.36, 0.3],
      [0, 0.3],
    ],
    0.02,
    6,
  );
  const thread = Array.from(
    { length: 180 },
    (_, i): Vec => [0.19 * Math.cos(i * 0.45), -0.1 - (i / 179) * 1.15, 0.19 * Math.sin(i * 0.45)],
  );
  const outline: Point[] = Array.from(
    { length: 6 },
    (_, i): Point => [0.42 * Math.cos((i * Math.PI) / 3), 0.42 * Math.sin((i * Math.PI) / 3)],
  );
  const nut = turnX(extrude(metal, outline, { depth: 0.3, bevel: 0.04, holes: [circle(0.2, 28)] }), 90);
  return [
    ...hex,
    ...move(cylinder(metal, 0.185, 1.32, 0.03), 0, -1.3, 0),
    ...tube(metal, thread, 0.028, { steps: 8 }),
    ...move(turnY(nut, 14), 0, -0.82, 0),
    ...move(
      lathe(
        metal,
        [
          [0.2, 0],
          [0.46, 0],
          [0.46, 0.05],
          [0.2, 0.05],
          [0.2, 0],
        ],
        0.015,
      ),
      0,
      -0.62,
      0,
    ),
  ];
}

function bolts(brand: Brand, index: number): Model {
  const metal = index === 1 || index === 4 ? brass() : index === 3 ? steel("#5b6064", 0.35) : steel();
  const one = bolt(metal);
  if (index === 3) return openBox(brand, "Boulons M12", scale(scatter(scale(one, 0.42), 12), 0.9, 1, 0.7));
  if (index === 2 || index === 5) return scatter(scale(one, 0.9), 5);
  const upside = turnX(one, 180);
  return index === 0
    ? [...upside, ...move(settle(turnZ(one, 80)), 0.9, -0.3, 0.6)]
    : repeat(upside, [
        [0, 0, 0],
        [1.0, 0, -0.3],
        [0.45, 0, 0.75],
      ]);
}

export const nails = (): Model => settle(scale(scatter(screw(steel(), 0.7), 5), 0.8, 1, 0.8));

export const nutsAround = (): Model => settle(scale(scatter(scale(bolt(steel()), 0.5), 3), 1));

export const fixingsModels: readonly ProductModel[] = [
  defineProductModel({ name: "vis", piece: screws, carton: [1, 0.9, 0.8], elevation: 26 }),
  defineProductModel({
    name: "boulon",
    piece: bolts,
    carton: [1.3, 1, 0.8],
    elevation: 22,
  }),
];
