/** Padlocks and door locks. */
import {
  brandPlate,
  createPrint,
  finish,
  type Look,
  type ProductModels,
  sticker,
} from "#image-generator/product-model.ts";
import { brass, chrome, lamp, paint, plastic, rubber, steel } from "#image-generator/render/material.ts";
import { type Model, move, repeat, settle, turnX, turnY, turnZ } from "#image-generator/render/mesh.ts";
import { type Corner, circle, withWinding } from "#image-generator/render/outline.ts";
import { bar, box, curve, cylinder, extrude, label, ring, tube } from "#image-generator/render/shapes.ts";
import { textPath } from "#image-generator/text-path.ts";

/** A key lying in the x-y plane, its bow at the origin. */
function key(): Model {
  const metal = brass();
  const blade: Corner[] = [
    [0.2, 0.07],
    [0.98, 0.07, 0.03],
    [1.04, 0, 0.02],
    [0.98, -0.06],
    [0.9, -0.02],
    [0.84, -0.09],
    [0.76, -0.03],
    [0.68, -0.1],
    [0.6, -0.04],
    [0.52, -0.09],
    [0.44, -0.06],
    [0.2, -0.06],
  ];
  return [
    ...extrude(metal, circle(0.3, 32), {
      depth: 0.07,
      bevel: 0.02,
      holes: [withWinding(circle(0.1, 20, -0.12, 0), -1)],
    }),
    ...extrude(metal, blade, { depth: 0.05, bevel: 0.014 }),
  ];
}

/** Keys on a ring, fanned out on the floor. */
const keys = (count: number): Model =>
  settle([
    ...ring(steel(), 0.3, 0.025),
    ...Array.from({ length: count }, (_, i) => {
      const angle = ((i - (count - 1) / 2) * 190) / Math.max(4, count);
      return turnY(move(turnX(key(), -90), 0.56, 0.03 + i * 0.025, 0), angle - 40);
    }).flat(),
  ]);

/** A padlock without its keys: square in brass, or round and armoured. */
function padlock(look: Look, round: boolean): Model {
  const metal = finish(look, round ? steel("#4a5057", 0.34) : brass());
  const long = round ? 0.12 : 0.42;
  const shackle = curve(
    [
      [-0.34, 0.5, 0],
      [-0.34, 0.6 + long, 0],
      [-0.24, 0.86 + long, 0],
      [0, 0.96 + long, 0],
      [0.24, 0.86 + long, 0],
      [0.34, 0.6 + long, 0],
      [0.34, 0.5, 0],
    ],
    8,
  );
  const body = round
    ? turnX(move(cylinder(metal, 0.6, 0.5, 0.1), 0, -0.25, 0), 90)
    : box(metal, 1.06, 0.94, 0.44, 0.07);
  const front = round ? 0.252 : 0.2225;
  return [
    ...body,
    ...repeat(
      box(steel("#6d7276"), 1.0, 0.025, 0.45, 0.01),
      round ? [] : [-0.26, -0.13, 0.13, 0.26].map((y) => [0, y - 0.06, 0] as const),
    ),
    ...tube(chrome(), shackle, round ? 0.13 : 0.1),
    ...move(brandPlate(metal, look, 0.6), 0, 0.1, front + 0.012),
    ...turnX(move(cylinder(steel("#55595d"), 0.1, 0.02, 0.008), 0, front, 0.22), 90),
  ];
}

const withKeys = (lock: Model, count: number, x: number, z: number): Model => [
  ...settle(lock),
  ...move(keys(count), x, 0, z),
];

/** Padlocks in a row. */
const padlocks = (look: Look): Model =>
  Array.from({ length: look.pieces }, (_, i) =>
    move(settle(padlock(look, false)), (i % 2) * 1.3, 0, -Math.floor(i / 2) * 1.2 + (i % 2) * 0.1),
  ).flat();

/** A shackle lock for motorcycles: the U and its crossbar. */
function shackleLock(look: Look): Model {
  const bow = curve(
    [
      [-0.62, 0.1, 0],
      [-0.62, 1.2, 0],
      [-0.56, 1.74, 0],
      [-0.3, 2.02, 0],
      [0, 2.08, 0],
      [0.3, 2.02, 0],
      [0.56, 1.74, 0],
      [0.62, 1.2, 0],
      [0.62, 0.1, 0],
    ],
    6,
  );
  const upright: Model = [
    ...tube(rubber("#33363a"), bow, 0.12),
    ...turnZ(move(cylinder(paint(look.brand.color), 0.24, 1.9, 0.06), 0, -0.95, 0), 90),
    ...[-0.95, 0.95].flatMap((x) =>
      move(turnZ(cylinder(steel("#8b9196"), 0.2, 0.06, 0.02), 90), x + 0.03, 0, 0),
    ),
    ...move(brandPlate(paint(look.brand.color), look, 0.62), 0, 0, 0.246),
  ];
  return turnX(upright, -14);
}

const lever = (metal: ReturnType<typeof chrome>): Model => {
  return [
    ...turnX(cylinder(metal, 0.15, 0.16, 0.04), 90),
    ...tube(
      metal,
      curve([
        [0, 0, 0.1],
        [0, 0, 0.3],
        [0.14, 0, 0.4],
        [0.5, 0.02, 0.4],
        [0.86, -0.02, 0.38],
      ]),
      (t) => 0.09 - 0.02 * t,
    ),
  ];
};

/** A mortise lock with its two plates and handles. */
function mortiseLock(look: Look): Model {
  const metal = finish(look, steel("#d3d8dc", 0.32));
  const slab = (height: number): Model => [
    ...box(metal, 0.42, height, 0.08, 0.04),
    ...move(lever(metal), 0, height / 2 - 0.5, 0.02),
    ...move(turnX(cylinder(brass(), 0.085, 0.05, 0.01), 90), 0, -0.2, 0.02),
    ...move(box(rubber("#222"), 0.025, 0.1, 0.02, 0.008), 0, -0.2, 0.075),
  ];
  const caseLock: Model = [
    ...box(steel("#8f959a", 0.35), 0.9, 1.3, 0.18, 0.03),
    ...move(box(brass(), 0.05, 1.9, 0.26, 0.015), 0.47, 0, 0),
    ...move(box(brass(), 0.2, 0.2, 0.14, 0.04), 0.56, 0.3, 0),
    ...move(box(steel("#d0d4d7"), 0.26, 0.26, 0.12, 0.02), 0.56, -0.25, 0),
    ...move(brandPlate(steel("#8f959a", 0.35), look, 0.6), -0.1, -0.4, 0.092),
  ];
  return [...slab(1.9), ...move(caseLock, -1.1, 0, -0.3), ...move(slab(1.9), 0.9, 0, -0.9)];
}

/** A rim lock for a gate: the case on its plate, rods that go up and down. */
function rimLock(look: Look): Model {
  const skin = finish(look, paint("#5b646b"));
  return [
    ...box(skin, 1.5, 1.1, 0.34, 0.05),
    ...bar(steel("#b9bec2"), [-0.36, 0.5, 0], [-0.36, 1.5, 0], 0.07, true),
    ...bar(steel("#b9bec2"), [-0.36, -0.5, 0], [-0.36, -1.5, 0], 0.07, true),
    ...repeat(box(skin, 0.3, 0.16, 0.24, 0.03), [
      [-0.36, 1.0, 0],
      [-0.36, -1.0, 0],
    ]),
    ...repeat(turnZ(cylinder(steel("#c9ced2"), 0.08, 0.5, 0.02), 90), [
      [1.16, 0.2, 0],
      [1.16, 0, 0],
      [1.16, -0.2, 0],
    ]),
    ...move(turnX(cylinder(brass(), 0.17, 0.16, 0.03), 90), 0.3, 0.1, 0.16),
    ...move(box(rubber("#222"), 0.03, 0.14, 0.02, 0.006), 0.3, 0.1, 0.325),
    ...move(brandPlate(skin, look, 0.66), -0.24, -0.28, 0.173),
    ...repeat(turnX(cylinder(steel("#9aa0a5"), 0.05, 0.03, 0.01), 90), [
      [-0.64, 0.44, 0.17],
      [0.64, 0.44, 0.17],
      [-0.64, -0.44, 0.17],
      [0.64, -0.44, 0.17],
    ]),
  ];
}

/** A cylinder for a door, a key in it. */
function profileCylinder(look: Look): Model {
  const metal = finish(look, steel("#d2d0c6", 0.2));
  return turnY(
    [
      ...turnX(move(cylinder(metal, 0.17, 1.1, 0.02), 0, -0.55, 0), 90),
      ...move(box(metal, 0.2, 0.3, 1.1, 0.05), 0, -0.2, 0),
      ...move(turnX(cylinder(steel("#b8bdc1"), 0.12, 0.02, 0.006), 90), 0, 0, 0.55),
      ...move(box(steel("#54585c"), 0.3, 0.14, 0.16, 0.03), 0, -0.06, 0),
      ...move(turnY(key(), -90), 0, 0, 0.78),
    ],
    64,
  );
}

/** A lock with a keypad and a handle. */
function smartLock(look: Look): Model {
  const keypad = createPrint(
    120,
    170,
    `<rect width="120" height="170" rx="10" fill="#14181c"/>${["1", "2", "3", "4", "5", "6", "7", "8", "9", "", "0"].map((digit, i) => textPath(digit, { size: 24, x: 28 + (i % 3) * 32, y: 42 + Math.floor(i / 3) * 38, fill: "#cfe6ff" })).join("")}`,
  );
  const body = plastic("#2b2d30", 0.3);
  return [
    ...box(body, 0.92, 2.7, 0.26, 0.14),
    ...move(label(lamp("#14181c", 0.1), keypad, 0.66, 0.94), 0, 0.66, 0.133),
    ...move(brandPlate(body, look, 0.5), 0, 0.02, 0.133),
    ...move(turnX(ring(lamp("#3fa0ff", 0.5), 0.15, 0.02), 90), 0, -0.28, 0.13),
    ...move(lever(chrome()), 0.05, -0.68, 0.1),
    ...move(turnX(cylinder(chrome(), 0.09, 0.03, 0.01), 90), 0, -1.08, 0.12),
    ...move(
      [
        ...box(plastic("#f4f2ec"), 0.62, 0.4, 0.03, 0.06),
        ...move(sticker(["BADGE"], 0.4, 0.12, "#f4f2ec", "#26364A"), 0, 0, 0.017),
      ],
      1.0,
      -1.1,
      0.3,
    ),
  ];
}

/** A rim bolt with its knob. */
const knobBolt = (look: Look): Model => [
  ...box(steel("#8d7a54", 0.35), 1.2, 0.9, 0.3, 0.06),
  ...move(box(brass(), 0.4, 0.2, 0.2, 0.04), 0.75, 0.16, 0),
  ...move(turnX(cylinder(brass(), 0.2, 0.12, 0.05), 90), -0.2, 0, 0.14),
  ...move(box(brass(), 0.1, 0.3, 0.1, 0.04), -0.2, 0, 0.3),
  ...move(brandPlate(steel("#8d7a54", 0.35), look, 0.5), 0.24, -0.28, 0.152),
];

const low = { elevation: 14 };

export const lockModels: ProductModels = {
  "cadenas-laiton": { draw: (look) => withKeys(padlock(look, false), 3, 0.8, 0.55), ...low },
  "cadenas-blinde": { draw: (look) => padlock(look, true), ...low },
  cadenas: { draw: padlocks, elevation: 20 },
  "antivol-moto": { draw: shackleLock, ...low },
  "serrure-a-encastrer": { draw: mortiseLock, ...low },
  "serrure-en-applique": { draw: rimLock, ...low },
  "cylindre-europeen": { draw: (look) => withKeys(profileCylinder(look), 4, 0.9, 0.7), elevation: 22 },
  "serrure-connectee": { draw: smartLock, ...low, frontal: true },
  verrou: { draw: knobBolt, ...low },
};
