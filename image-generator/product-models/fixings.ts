/** Screws, plugs, bolts: loose by the piece, or in the pack in which they are sold. */
import {
  createPrint,
  finish,
  type Look,
  type ProductModels,
  sticker,
} from "#image-generator/product-model.ts";
import { brass, type Material, matt, plastic, steel } from "#image-generator/render/material.ts";
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
import { box, cylinder, extrude, label, lathe, pipe, surface, tube } from "#image-generator/render/shapes.ts";
import type { Vec } from "#image-generator/render/vector.ts";
import { textPath } from "#image-generator/text-path.ts";

/** A countersunk screw with a cross recess, upright; few steps, because there are many of them. */
function screw(metal: Material, k = 1): Model {
  const thread = Array.from({ length: 90 }, (_, i): Vec => {
    const t = i / 89;
    const r = 0.11 * Math.min(1, (1 - t) * 5 + 0.1);
    return [r * Math.cos(i * 0.84), 0.95 - t * 1.15, r * Math.sin(i * 0.84)];
  });
  const cross = box(matt("#3a3530"), 0.22, 0.04, 0.05, 0.012);
  return scale(
    [
      ...lathe(
        metal,
        [
          [0, -0.26],
          [0.09, 0],
          [0.085, 1.0],
          [0.26, 1.2],
          [0.26, 1.25],
          [0, 1.27],
        ],
        0.02,
      ),
      ...tube(metal, thread, 0.026, { steps: 5 }),
      ...move(cross, 0, 1.26, 0),
      ...move(turnY(cross, 90), 0, 1.26, 0),
    ],
    k,
  );
}

/** A scatter of `count` fixings, lying. */
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

/** An open cardboard box; the figures on its front say what it contains. */
function openBox(look: Look, words: string, contents: Model): Model {
  const { brand } = look;
  const art = createPrint(
    240,
    100,
    `<rect width="240" height="100" fill="${brand.color}"/><rect y="80" width="240" height="20" fill="${brand.accent}"/>${textPath(brand.printedName, { size: 30, x: 120, y: 30, fit: 200, fill: brand.textColor, typeface: brand.typeface })}${textPath(words, { size: 23, x: 120, y: 54, fit: 226, fill: brand.textColor })}${textPath(look.print.join("  "), { size: 22, x: 120, y: 76, fit: 230, fill: brand.textColor })}`,
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

/** A hexagon bolt with its nut and washer, head up. */
function bolt(metal: Material): Model {
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
    { length: 90 },
    (_, i): Vec => [0.19 * Math.cos(i * 0.9), -0.1 - (i / 89) * 1.15, 0.19 * Math.sin(i * 0.9)],
  );
  const outline: Point[] = Array.from(
    { length: 6 },
    (_, i): Point => [0.42 * Math.cos((i * Math.PI) / 3), 0.42 * Math.sin((i * Math.PI) / 3)],
  );
  const nut = turnX(extrude(metal, outline, { depth: 0.3, bevel: 0.04, holes: [circle(0.2, 18)] }), 90);
  return [
    ...hex,
    ...move(cylinder(metal, 0.185, 1.32, 0.03, 20), 0, -1.3, 0),
    ...tube(metal, thread, 0.028, { steps: 5 }),
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

/** A screw with a hexagon head: with a washer and a drill point, or a long one for timber. */
function hexScrew(metal: Material, long: number, washer: boolean): Model {
  const thread = Array.from({ length: 70 }, (_, i): Vec => {
    const t = i / 69;
    const r = 0.11 * Math.min(1, (1 - t) * 5 + 0.2);
    return [r * Math.cos(i * 0.9), -0.1 - t * (long - 0.2), r * Math.sin(i * 0.9)];
  });
  return [
    ...lathe(
      metal,
      [
        [0, 0],
        [0.22, 0],
        [0.22, 0.17],
        [0, 0.17],
      ],
      0.02,
      6,
    ),
    ...(washer
      ? [
          ...move(cylinder(metal, 0.31, 0.03, 0.01, 24), 0, -0.03, 0),
          ...move(cylinder(plastic("#2b2d30"), 0.29, 0.04, 0.01, 24), 0, -0.07, 0),
        ]
      : []),
    ...lathe(
      metal,
      [
        [0, -long],
        [0.06, -long + 0.16],
        [0.085, -long + 0.2],
        [0.085, 0],
        [0, 0],
      ],
      0.01,
      16,
    ),
    ...tube(metal, thread, 0.024, { steps: 5 }),
  ];
}

const flatOn = (one: Model, turned: number): Model => settle(turnY(settle(turnX(one, 90)), turned));

/** Pieces laid out in rows, so that they can be counted. */
function laidOut(one: Model, count: number, columns: number, across: number, along: number): Model {
  return Array.from({ length: count }, (_, i) =>
    move(flatOn(one, ((i * 13) % 9) - 4), (i % columns) * across, 0, -Math.floor(i / columns) * along),
  ).flat();
}

/** A pouch with a header card: screws under film. */
function pouch(look: Look): Model {
  const { brand } = look;
  const metal = finish(look, brass());
  const card = createPrint(
    240,
    110,
    `<rect width="240" height="110" fill="${brand.color}"/><rect y="96" width="240" height="14" fill="${brand.accent}"/>${textPath(brand.printedName, { size: 40, x: 120, y: 42, fit: 200, fill: brand.textColor, typeface: brand.typeface })}${textPath(look.print.join("  "), { size: 30, x: 120, y: 82, fit: 210, fill: brand.textColor })}`,
  );
  const pillow = surface(
    plastic("#e9eef0", 0.16),
    (u, v) => {
      const [a, b] = [u * 2 - 1, v * 2 - 1];
      return [a * 0.9, 0.16 * (1 - a ** 4) * (1 - b ** 4) + 0.02, b * 0.8];
    },
    24,
    24,
  );
  const one = screw(metal, 0.34);
  const inside = Array.from({ length: 24 }, (_, i) =>
    move(
      turnY(settle(turnX(one, 90)), i * 67),
      -0.62 + (i % 6) * 0.25,
      0.13 + ((i * 7) % 3) * 0.015,
      -0.5 + Math.floor(i / 6) * 0.3,
    ),
  ).flat();
  return [
    ...pillow,
    ...inside,
    ...move(turnX(box(matt(brand.color), 1.84, 0.84, 0.03, 0.01), -84), 0, 0.06, -1.12),
    ...move(turnX(label(matt(brand.color), card, 1.82, 0.82), -84), 0, 0.079, -1.12),
    ...move(settle(turnY(turnX(screw(metal, 0.5), 90), 30)), 1.1, 0, 0.6),
  ];
}

/** A box of fixings with some on top and two before it. */
const boxOf =
  (words: string, one: (look: Look) => Model) =>
  (look: Look): Model => {
    const piece = one(look);
    return [
      ...openBox(look, words, scale(scatter(scale(piece, 0.5), 14), 0.72, 1, 0.56)),
      ...move(flatOn(scale(piece, 0.62), 24), -0.62, 0, 1.5),
      ...move(flatOn(scale(piece, 0.62), -30), 0.5, 0, 1.5),
    ];
  };

/** A nylon plug with a screw beside it. */
function plug(): Model {
  const nylon = plastic("#b9bec2", 0.4);
  return [
    ...lathe(
      nylon,
      [
        [0.05, 0],
        [0.12, 0],
        [0.12, 0.06],
        [0.16, 0.2],
        [0.12, 0.26],
        [0.16, 0.42],
        [0.12, 0.48],
        [0.16, 0.64],
        [0.13, 0.9],
        [0.19, 0.94],
        [0.19, 1.0],
        [0.08, 1.0],
      ],
      0.02,
      20,
    ),
    ...move(screw(brass(), 0.8), 0.5, 0, 0),
  ];
}

/** An anchor bolt: threaded rod with nut and washer, its sleeve and cone. */
function anchor(look: Look): Model {
  const metal = finish(look, steel());
  const thread = Array.from(
    { length: 60 },
    (_, i): Vec => [0.12 * Math.cos(i * 0.9), 1.2 + (i / 59) * 0.7, 0.12 * Math.sin(i * 0.9)],
  );
  const hexagon: Point[] = Array.from(
    { length: 6 },
    (_, i): Point => [0.26 * Math.cos((i * Math.PI) / 3), 0.26 * Math.sin((i * Math.PI) / 3)],
  );
  return [
    ...lathe(
      metal,
      [
        [0, 0],
        [0.16, 0],
        [0.12, 0.2],
        [0.12, 1.9],
        [0, 1.92],
      ],
      0.01,
      20,
    ),
    ...move(pipe(steel("#9aa0a5", 0.3), 0.145, 0.4, 0.02, 20), 0, 0.2, 0),
    ...tube(metal, thread, 0.018, { steps: 5 }),
    ...move(turnX(extrude(metal, hexagon, { depth: 0.18, bevel: 0.03 }), 90), 0, 1.58, 0),
    ...move(cylinder(metal, 0.32, 0.03, 0.01, 24), 0, 1.45, 0),
  ];
}

/** One threaded rod, lying. */
function rod(look: Look): Model {
  const metal = finish(look, steel());
  const thread = Array.from(
    { length: 900 },
    (_, i): Vec => [0.075 * Math.cos(i * 0.8), (i / 899) * 3 - 1.5, 0.075 * Math.sin(i * 0.8)],
  );
  return turnY(
    [
      ...turnZ(
        [
          ...move(cylinder(metal, 0.075, 3, 0.01, 20), 0, -1.5, 0),
          ...tube(metal, thread, 0.016, { steps: 5 }),
        ],
        90,
      ),
      ...move(turnX(sticker(look.print, 0.5, 0.2, "#f7f3ea", "#B8391A"), -70), 0.6, 0.09, 0.16),
    ],
    26,
  );
}

/** A clear case with compartments of bolts, nuts and washers. */
function assortment(look: Look): Model {
  const shell = plastic(look.brand.color);
  const small: Model = [
    ...lathe(
      steel(),
      [
        [0, 0],
        [0.11, 0],
        [0.11, 0.08],
        [0, 0.08],
      ],
      0.01,
      6,
    ),
    ...move(cylinder(steel(), 0.05, 0.34, 0.01, 10), 0, -0.34, 0),
  ];
  const one = settle(turnX(small, 90));
  const nut = settle(
    turnX(
      extrude(steel(), circle(0.17, 6), { depth: 0.12, bevel: 0.02, holes: [circle(0.08, 12).toReversed()] }),
      90,
    ),
  );
  const cells = Array.from({ length: 15 }, (_, i) => {
    const [x, z] = [-1.0 + (i % 5) * 0.5, -0.5 + Math.floor(i / 5) * 0.5];
    const pieces = Array.from({ length: 5 }, (_, k) =>
      move(
        turnY(i % 3 === 2 ? nut : scale(one, 0.8 + (i % 5) * 0.08), k * 71 + i * 20),
        x + Math.cos(k * 2.4) * 0.09,
        0.04 + k * 0.03,
        z + Math.sin(k * 2.4) * 0.08,
      ),
    );
    return pieces.flat();
  }).flat();
  const wall = (w: number, d: number, x: number, z: number): Model =>
    move(box(plastic("#dfe6e9", 0.2), w, 0.24, d, 0.01), x, 0.12, z);
  return [
    ...move(box(shell, 2.7, 0.1, 1.7, 0.05), 0, -0.03, 0),
    ...[-1.27, -0.75, -0.25, 0.25, 0.75, 1.27].flatMap((x) => wall(0.03, 1.54, x, 0)),
    ...[-0.77, -0.25, 0.25, 0.77].flatMap((z) => wall(2.56, 0.03, 0, z)),
    ...cells,
    ...move(
      turnX(
        [
          ...box(shell, 2.7, 1.7, 0.08, 0.04),
          ...move(
            sticker([look.brand.printedName, ...look.print], 1.3, 0.6, "#ffffff", look.brand.color),
            0,
            0.1,
            0.045,
          ),
        ],
        -14,
      ),
      0,
      0.86,
      -1.05,
    ),
  ];
}

const above = { elevation: 30 };

export const fixingModels: ProductModels = {
  "vis-a-bois": { draw: pouch, elevation: 40 },
  "vis-a-placo": {
    draw: boxOf("Vis à placo", (look) => screw(finish(look, plastic("#2b2d30", 0.42)))),
    ...above,
  },
  "vis-autoforeuses": { draw: boxOf("Vis autoforeuses", () => hexScrew(steel(), 0.9, true)), ...above },
  chevilles: { draw: boxOf("Chevilles avec vis", plug), ...above },
  tirefonds: {
    draw: (look) =>
      laidOut(hexScrew(finish(look, steel("#b0b7bc", 0.4)), 1.5, false), look.pieces, 10, 0.52, 1.9),
    elevation: 48,
  },
  boulons: {
    draw: (look) => laidOut(bolt(finish(look, steel())), look.pieces, 5, 1.05, 2.15),
    elevation: 46,
  },
  "goujons-d-ancrage": { draw: (look) => laidOut(anchor(look), look.pieces, 5, 0.78, 2.2), elevation: 46 },
  "tige-filetee": { draw: rod, ...above },
  "assortiment-boulons": { draw: assortment, elevation: 34, frontal: true },
};
