/** Spanners, wrenches and sockets. */
import { type Look, openCase, type ProductModels, sticker } from "#image-generator/product-model.ts";
import { chrome, type Material, paint, plastic, steel } from "#image-generator/render/material.ts";
import { type Model, move, repeat, scale, turnZ } from "#image-generator/render/mesh.ts";
import { type Corner, circle, withWinding } from "#image-generator/render/outline.ts";
import { bar, box, cylinder, extrude, lathe } from "#image-generator/render/shapes.ts";
import { lying, softGrip } from "./tool-parts.ts";

const jaw = (size: number): Corner[] => [
  [-0.11, 0],
  [0.11, 0],
  [0.14, 0.24, 0.1],
  [size, 0.42, 0.12],
  [size * 0.98, 0.86, 0.1],
  [size * 0.56, 1.0, 0.05],
  [size * 0.5, 0.6, 0.1],
  [-size * 0.5, 0.6, 0.1],
  [-size * 0.56, 1.0, 0.05],
  [-size * 0.98, 0.86, 0.1],
  [-size, 0.42, 0.12],
  [-0.14, 0.24, 0.1],
];

/** A combination spanner, upright. */
function combination(metal: Material, k: number): Model {
  const long = 1.7;
  const body: Corner[] = [
    [-0.1, 0],
    [0.1, 0],
    [0.1, -long],
    [-0.1, -long],
  ];
  return scale(
    [
      ...turnZ(move(extrude(metal, jaw(0.38), { depth: 0.16, bevel: 0.026 }), 0, -0.2, 0), -15),
      ...extrude(metal, body, { depth: 0.12, bevel: 0.045, rounding: 0.04 }),
      ...move(
        extrude(metal, circle(0.28, 40), {
          depth: 0.2,
          bevel: 0.05,
          holes: [withWinding(circle(0.15, 12), -1)],
        }),
        0,
        -long - 0.14,
        0,
      ),
    ],
    k,
    k,
    k,
  );
}

/** A graded set of spanners, side by side. */
const spanners = ({ pieces }: Look): Model =>
  lying(
    Array.from({ length: pieces }, (_, i) =>
      move(combination(chrome(), 1.15 - i * 0.06), i * 0.66 - i * i * 0.012, -i * 0.06, 0),
    ).flat(),
    8,
  );

/** An adjustable spanner. */
function adjustable(look: Look): Model {
  const { brand } = look;
  const metal = chrome();
  const upper: Corner[] = [
    [-0.1, 0],
    [0.12, 0],
    [0.3, 0.3, 0.1],
    [0.36, 0.62, 0.1],
    [0.1, 0.78, 0.02],
    [0.04, 0.52],
    [-0.34, 0.5, 0.05],
    [-0.36, 0.36, 0.08],
    [-0.16, 0.2],
  ];
  const lower: Corner[] = [
    [-0.36, 0.82, 0.03],
    [-0.08, 0.88, 0.03],
    [-0.02, 0.56],
    [-0.34, 0.54],
  ];
  return lying(
    [
      ...extrude(metal, upper, { depth: 0.2, bevel: 0.026 }),
      ...move(extrude(metal, lower, { depth: 0.18, bevel: 0.026 }), -0.02, 0.02, 0),
      ...move(turnZ(cylinder(steel("#6d7378"), 0.08, 0.2, 0.02), 90), 0.08, 0.36, 0.06),
      ...extrude(
        metal,
        [
          [-0.1, 0.1],
          [0.12, 0.1],
          [0.13, -1.6, 0.1],
          [-0.13, -1.6, 0.1],
        ],
        { depth: 0.14, bevel: 0.03, holes: [circle(0.05, 20, 0, -1.46)] },
      ),
      ...scale(softGrip(brand, 0.15, -1.4, -0.4), 1, 1, 0.85),
    ],
    -130,
  );
}

/** A pipe wrench: the cast body with its fixed jaw, the hook jaw with its nut. */
function pipeWrench(look: Look): Model {
  const cast = paint("#B8391A");
  const body: Corner[] = [
    [-0.13, -1.9, 0.06],
    [0.13, -1.9, 0.06],
    [0.12, -0.3],
    [0.34, 0.1, 0.08],
    [0.34, 0.34, 0.04],
    [-0.34, 0.34, 0.04],
    [-0.26, 0, 0.08],
  ];
  const hook: Corner[] = [
    [0.1, -0.3],
    [0.3, -0.3],
    [0.3, 0.86],
    [-0.36, 0.9, 0.08],
    [-0.42, 0.72, 0.04],
    [0.02, 0.62],
    [0.1, 0.5],
  ];
  return lying(
    [
      ...extrude(cast, body, {
        depth: 0.2,
        bevel: 0.04,
        holes: [withWinding(circle(0.06, 20, 0, -1.76), -1)],
      }),
      ...move(extrude(steel("#6d7378", 0.35), hook, { depth: 0.15, bevel: 0.02 }), 0.06, 0, 0.02),
      ...move(box(steel("#4d5256", 0.4), 0.46, 0.08, 0.18, 0.02), -0.1, 0.37, 0),
      ...repeat(
        box(steel("#2f3336", 0.4), 0.02, 0.05, 0.19, 0.005),
        Array.from({ length: 7 }, (_, i) => [-0.28 + i * 0.06, 0.4, 0] as const),
      ),
      ...move(cylinder(steel("#8b9196", 0.3), 0.2, 0.14, 0.03), 0.24, -0.02, 0.02),
      ...move(turnZ(sticker(look.print, 0.7, 0.16, "#B8391A", "#ffffff"), 90), 0, -0.95, 0.102),
    ],
    -130,
  );
}

/** A case of sockets with its ratchet. */
function socketCase(look: Look): Model {
  const socket = (k: number): Model => [
    ...lathe(
      chrome(),
      [
        [0, 0],
        [0.11 * k, 0],
        [0.13 * k, 0.24 * k],
        [0.09 * k, 0.24 * k],
        [0.08 * k, 0.12 * k],
        [0, 0.12 * k],
      ],
      0.01,
      24,
    ),
  ];
  const ratchetHandle: Model = [
    ...cylinder(chrome(), 0.17, 0.12, 0.04),
    ...bar(chrome(), [0.1, 0.06, 0], [0.8, 0.06, 0], 0.055),
    ...bar(plastic(look.brand.color), [0.8, 0.06, 0], [1.45, 0.06, 0], 0.09, true),
  ];
  const sockets = Array.from({ length: look.pieces - 1 }, (_, i) => {
    const [row, column] = i < 12 ? [0, i] : [1, i - 12];
    return move(
      socket(row ? 0.9 + column * 0.045 : 0.66 + column * 0.028),
      -1.08 + column * (row ? 0.215 : 0.196),
      0,
      row ? 0.02 : -0.36,
    );
  }).flat();
  return openCase({ ...look, print: look.print }, 2.5, 1.2, [
    ...sockets,
    ...move(ratchetHandle, -0.7, 0, 0.4),
  ]);
}

const lyingLow = { elevation: 38 };

export const spannerModels: ProductModels = {
  "cles-mixtes": { draw: spanners, elevation: 46 },
  "cle-a-molette": { draw: adjustable, ...lyingLow },
  "cle-a-griffe": { draw: pipeWrench, ...lyingLow },
  "coffret-de-douilles": { draw: socketCase, elevation: 32, frontal: true },
};
