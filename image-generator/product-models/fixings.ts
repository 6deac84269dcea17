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
import { box, curve, cylinder, extrude, label, lathe, pipe, tube } from "#image-generator/render/shapes.ts";
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

/** A heap of `count` lying fixings, whose middles are within an ellipse. */
function heap(one: Model, count: number, width: number, depth: number): Model {
  const lying = settle(turnX(one, 90));
  return Array.from({ length: count }, (_, i) => {
    const r = Math.sqrt((i + 0.5) / count);
    return move(
      turnY(lying, i * 67),
      width * r * Math.cos(i * 2.4),
      0.07 * (1 - r) + 0.03 * (i % 3),
      depth * r * Math.sin(i * 2.4),
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
    ...move(box(matt("#d9c39a"), 1.46, 0.4, 0.98, 0.01), 0, 0.2, 0),
    ...move(label(card, art, 1.48, 0.6), 0, 0.31, 0.527),
    ...move(turnX(box(card, 1.5, 0.9, 0.04, 0.015), -24), 0, 0.98, -0.68),
    ...move(contents, 0, 0.4, 0),
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
  const film = plastic("#e9eef0", 0.16);
  const screws = heap(screw(metal, 0.34), 50, 0.5, 0.36);
  const seam: Vec[] = [
    [-0.84, 0.06, -0.62],
    [-0.84, 0.06, 0.74],
    [0.84, 0.06, 0.74],
    [0.84, 0.06, -0.62],
  ];
  return [
    ...move(box(film, 1.8, 0.03, 1.5, 0.015), 0, 0.015, 0.06),
    ...tube(film, curve(seam, 1), 0.05, { steps: 10 }),
    ...move(screws, 0, 0.04, 0.06),
    ...move(turnX(box(matt(brand.color), 1.84, 0.84, 0.03, 0.01), -84), 0, 0.1, -1.0),
    ...move(turnX(label(matt(brand.color), card, 1.82, 0.82), -84), 0, 0.119, -1.0),
  ];
}

/** A box of fixings, and one before it that shows their shape. */
const boxOf =
  (words: string, one: (look: Look) => Model) =>
  (look: Look): Model => {
    const piece = one(look);
    return [
      ...openBox(look, words, heap(scale(piece, 0.32), 34, 0.45, 0.24)),
      ...move(flatOn(scale(piece, 0.5), -58), 0.1, 0, 1.2),
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
  const ridge = cylinder(metal, 0.084, 0.026, 0.006, 28);
  const ridges = Array.from({ length: 60 }, (_, i) => move(ridge, 0, i * 0.05 - 1.5, 0)).flat();
  return turnY(
    [
      ...turnZ([...move(cylinder(steel("#8d9399"), 0.07, 3, 0.01, 28), 0, -1.51, 0), ...ridges], 90),
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
  const cells = Array.from({ length: 16 }, (_, i) => {
    const [x, z] = [-0.96 + (i % 4) * 0.64, -0.57 + Math.floor(i / 4) * 0.38];
    const pieces = Array.from({ length: 5 }, (_, k) =>
      move(
        turnY(scale(i % 3 === 2 ? nut : one, 0.6 + (i % 4) * 0.06), k * 71 + i * 20),
        x + Math.cos(k * 2.4) * 0.15,
        0.04 + k * 0.03,
        z + Math.sin(k * 2.4) * 0.05,
      ),
    );
    return pieces.flat();
  }).flat();
  const wall = (w: number, d: number, x: number, z: number): Model =>
    move(box(plastic("#dfe6e9", 0.2), w, 0.24, d, 0.01), x, 0.12, z);
  return [
    ...move(box(shell, 2.7, 0.1, 1.7, 0.05), 0, -0.03, 0),
    ...[-1.28, -0.64, 0, 0.64, 1.28].flatMap((x) => wall(0.03, 1.54, x, 0)),
    ...[-0.77, -0.38, 0, 0.38, 0.77].flatMap((z) => wall(2.56, 0.03, 0, z)),
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
