/** Locks and protective gear. */
import { type Brand, brands } from "../brands.ts";
import { brass, chrome, matt, plastic, rubber, steel } from "../render/material.ts";
import { type Model, move, repeat, scale, settle, turnX, turnY, turnZ } from "../render/mesh.ts";
import { type Corner, circle, wound } from "../render/outline.ts";
import { bar, box, curve, cylinder, extrude, lathe, ring, tube } from "../render/shapes.ts";
import { block, ellipsoid, joined, limb, solid, without } from "../render/solid.ts";
import type { Vec } from "../render/vector.ts";
import { type Kind, kindOf, plate } from "../scene.ts";

const { serrurex, prokraft, sahelis, ferlion, batiforce, koudou, tengawa } = brands;
const locksmiths = [serrurex, ferlion, sahelis, prokraft, batiforce, serrurex];

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
      holes: [wound(circle(0.1, 20, -0.12, 0), -1)],
    }),
    ...extrude(metal, blade, { depth: 0.05, bevel: 0.014 }),
  ];
}

const keys = (): Model =>
  settle([
    ...turnX(ring(steel(), 0.24, 0.025), 0),
    ...move(turnX(turnZ(key(), -30), -90), 0.34, 0, 0.14),
    ...move(turnX(turnZ(key(), -80), -90), 0.02, 0.06, 0.38),
  ]);

function padlock(brand: Brand, index: number): Model {
  const metal =
    [brass(), steel("#3a4047", 0.35), brass(), plastic(brand.color), steel(), brass()][index] ?? brass();
  const long = index === 1 || index === 4 ? 0.75 : 0.42;
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
  const body =
    index === 1 || index === 3
      ? turnX(move(cylinder(metal, 0.58, 0.46, 0.08), 0, -0.23, 0), 90)
      : index === 4
        ? move(turnX(cylinder(metal, 0.01, 0.01), 0), 0, 0, 0).concat(box(metal, 1.1, 0.9, 0.44, 0.16))
        : box(metal, 1.06, 0.94, 0.44, 0.07);
  return [
    ...body,
    ...repeat(
      box(steel("#6d7276"), 1.0, 0.025, 0.45, 0.01),
      index % 2 ? [] : [-0.26, -0.13, 0.13, 0.26].map((y) => [0, y - 0.06, 0] as const),
    ),
    ...tube(chrome(), shackle, 0.1),
    ...move(plate(metal === undefined ? brass() : metal, brand, 0.6), 0, 0.1, 0.236),
    ...turnX(move(cylinder(steel("#55595d"), 0.1, 0.02, 0.008), 0, 0.222, 0.22), 90),
    ...(index === 5 || index === 0 ? move(turnY(turnX(turnZ(key(), -20), -90), 0), 0.9, -0.44, 0.5) : []),
  ];
}

/** Door hardware: mortise lock, lever set, cylinder, rim lock. */
function lock(brand: Brand, index: number): Model {
  const metal = [chrome(), brass(), steel("#34373a", 0.35), chrome(), brass(), steel()][index] ?? chrome();
  const lever: Model = [
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
  const cylinderLock: Model = [
    ...turnX(move(cylinder(brass(), 0.17, 1.1, 0.02), 0, -0.55, 0), 90),
    ...move(box(brass(), 0.2, 0.3, 1.1, 0.05), 0, -0.2, 0),
    ...move(turnX(cylinder(steel("#b8bdc1"), 0.12, 0.02, 0.006), 90), 0, 0, 0.55),
    ...move(box(steel("#54585c"), 0.3, 0.14, 0.16, 0.03), 0, -0.06, 0),
    ...move(turnY(key(), -90), 0, 0, 0.74).flatMap((p) => scale([p], 1, 1, 1)),
  ];
  if (index === 2) return cylinderLock;
  if (index === 4)
    return [
      ...box(steel("#8d7a54", 0.35), 1.2, 0.9, 0.3, 0.06),
      ...move(box(brass(), 0.4, 0.2, 0.2, 0.04), 0.75, 0.16, 0),
      ...move(turnX(cylinder(brass(), 0.2, 0.12, 0.05), 90), -0.2, 0, 0.14),
      ...move(box(brass(), 0.1, 0.3, 0.1, 0.04), -0.2, 0, 0.3),
      ...move(plate(steel("#8d7a54", 0.35), brand, 0.5), 0.24, -0.28, 0.152),
    ];
  const slab = (height: number): Model => [
    ...box(metal, 0.42, height, 0.08, 0.04),
    ...move(lever, 0, height / 2 - 0.5, 0.02),
    ...move(turnX(cylinder(brass(), 0.085, 0.05, 0.01), 90), 0, -0.2, 0.02),
    ...move(box(rubber("#222"), 0.025, 0.1, 0.02, 0.008), 0, -0.2, 0.075),
  ];
  const caseLock: Model = [
    ...box(steel("#8f959a", 0.35), 0.9, 1.3, 0.18, 0.03),
    ...move(box(brass(), 0.05, 1.9, 0.26, 0.015), 0.47, 0, 0),
    ...move(box(brass(), 0.2, 0.2, 0.14, 0.04), 0.56, 0.3, 0),
    ...move(box(steel("#d0d4d7"), 0.26, 0.26, 0.12, 0.02), 0.56, -0.25, 0),
    ...move(plate(steel("#8f959a", 0.35), brand, 0.6), -0.1, -0.4, 0.092),
  ];
  return index === 3
    ? caseLock
    : [...slab(1.9), ...(index === 0 || index === 5 ? move(caseLock, -1.1, 0, -0.5) : [])];
}

/** A work glove standing on its cuff: knit hand, dipped palm. */
function glove(hex: string, dip: string, cuff: string): Model {
  const finger = (x: number, top: number, lean: number): ReturnType<typeof limb> =>
    limb([x, 0.7, 0], [x + lean, top, 0.06], 0.125, 0.105);
  const hand = joined(
    0.09,
    block([0, 0.46, 0], [0.4, 0.38, 0.15], 0.14),
    finger(-0.3, 1.24, -0.08),
    finger(-0.1, 1.4, -0.02),
    finger(0.11, 1.36, 0.03),
    finger(0.3, 1.16, 0.1),
    limb([-0.3, 0.34, 0.04], [-0.68, 0.72, 0.16], 0.15, 0.115),
  );
  const limits = { min: [-0.95, -0.1, -0.3], max: [0.65, 1.62, 0.36] } as const;
  const dipped = joined(0.02, hand);
  const front = without(
    (p) => dipped(p) - 0.012,
    (p) => p[2] + 0.02 - (p[1] < 0.24 ? 9 : 0) * -1,
    0.02,
  );
  return [
    ...solid(matt(hex), hand, limits, 0.026),
    ...solid(rubber(dip), front, limits, 0.026),
    ...scale(
      lathe(
        matt(cuff),
        [
          [0, -0.34],
          [0.36, -0.34, 0.05],
          [0.33, -0.1],
          [0.35, 0.16, 0.05],
          [0, 0.16],
        ],
        0.05,
      ),
      1.04,
      1,
      0.52,
    ),
    ...repeat(scale(ring(matt(hex), 0.35, 0.022), 1.05, 1, 0.55), [
      [0, -0.3, 0],
      [0, -0.2, 0],
      [0, -0.1, 0],
      [0, 0, 0],
    ]),
  ];
}

function gloves(_: Brand, index: number): Model {
  const [hex, dip, cuff] = [
    ["#e9e2d2", "#e0661f", "#e9e2d2"],
    ["#d8a867", "#b9793c", "#f0e4cc"],
    ["#cfd3d6", "#33363a", "#33363a"],
    ["#f4b223", "#2f8f5b", "#f4b223"],
    ["#d8a867", "#9c5a2b", "#B8391A"],
    ["#b9d3ea", "#1F5FA8", "#1F5FA8"],
  ][index] ?? ["#e9e2d2", "#e0661f", "#e9e2d2"];
  const one = glove(hex ?? "#e9e2d2", dip ?? "#e0661f", cuff ?? "#e9e2d2");
  const pair = [...turnZ(one, 6), ...move(turnZ(scale(one, -1, 1, 1), -8), 0.95, 0, -0.24)];
  return index === 4 ? turnX(pair, -58) : pair;
}

/** A safety helmet with its ridge, brim and chin strap. */
function helmet(brand: Brand, index: number): Model {
  const hex = ["#F4B223", "#f4f2ec", "#E0661F", "#1E5E8C", "#B8391A", "#1B7F4B"][index] ?? "#F4B223";
  const shell = plastic(hex, 0.22);
  const dome = solid(
    shell,
    joined(
      0.07,
      without(
        joined(0.06, ellipsoid([0, 0, 0], [0.76, 0.74, 0.9]), ellipsoid([0, 0.03, 0.1], [0.9, 0.07, 1.1])),
        block([0, -0.55, 0], [2, 0.52, 2], 0.01),
        0.03,
      ),
      ellipsoid([0, 0, 0], [0.1, 0.83, 0.88]),
      ellipsoid([-0.27, 0, 0], [0.055, 0.755, 0.8]),
      ellipsoid([0.27, 0, 0], [0.055, 0.755, 0.8]),
    ),
    { min: [-0.95, -0.1, -1.1], max: [0.95, 0.9, 1.3] },
    0.03,
  );
  const muffs = index === 2 || index === 5;
  const strap: Vec[] = curve([
    [-0.7, 0, 0.1],
    [-0.6, -0.3, 0.2],
    [0, -0.52, 0.3],
    [0.6, -0.3, 0.2],
    [0.7, 0, 0.1],
  ]);
  return turnY(
    [
      ...dome,
      ...(muffs
        ? [-1, 1].flatMap((x) => [
            ...move(turnZ(cylinder(rubber(), 0.3, 0.22, 0.09), x * -90), x * 0.74, -0.12, 0),
            ...move(turnZ(cylinder(plastic("#B8391A"), 0.2, 0.04, 0.02), x * -90), x * 0.95, -0.12, 0),
            ...bar(steel("#3a3d40"), [x * 0.84, -0.1, 0], [x * 0.76, 0.3, 0], 0.03),
          ])
        : tube(rubber(), strap, 0.022)),
      ...move(turnX(plate(shell, brand, 0.4), -26), 0, 0.3, 0.862),
    ],
    [24, -20, 12, 24, 30, -16][index] ?? 20,
  );
}

const goggles = (): Model =>
  settle([
    ...scale(
      tube(
        plastic("#1F5FA8"),
        curve(
          [
            [-0.55, 0, 0],
            [-0.5, 0.26, 0.1],
            [0, 0.28, 0.2],
            [0.5, 0.26, 0.1],
            [0.55, 0, 0],
            [0.4, -0.22, 0.12],
            [0, -0.12, 0.2],
            [-0.4, -0.22, 0.12],
          ],
          8,
          true,
        ),
        0.06,
        { closed: true },
      ),
      1,
    ),
    ...scale(
      solid(
        plastic("#cfe6ee", 0.06),
        ellipsoid([0, 0.03, 0.1], [0.54, 0.26, 0.12]),
        { min: [-0.6, -0.3, -0.1], max: [0.6, 0.35, 0.3] },
        0.03,
      ),
      1,
    ),
    ...tube(
      rubber(),
      curve([
        [-0.55, 0, 0],
        [-0.6, 0, -0.5],
        [0, 0, -0.8],
        [0.6, 0, -0.5],
        [0.55, 0, 0],
      ]),
      0.04,
    ),
  ]);

export const securite: readonly Kind[] = [
  kindOf({
    name: "cadenas",
    brands: locksmiths,
    piece: padlock,
    carton: [1.2, 1.4, 0.6],
    extra: keys,
    elevation: 14,
    apart: 0.85,
  }),
  kindOf({
    name: "serrure",
    brands: locksmiths.toReversed(),
    piece: lock,
    carton: [1.2, 1.5, 0.6],
    extra: keys,
    elevation: 12,
    apart: 0.8,
  }),
  kindOf({
    name: "gants",
    brands: [prokraft, sahelis, batiforce, koudou, tengawa, ferlion],
    piece: gloves,
    carton: [1.2, 1.3, 0.5],
    extra: goggles,
    elevation: 14,
    apart: 0.7,
  }),
  kindOf({
    name: "casque",
    brands: [batiforce, prokraft, koudou, sahelis, tengawa, ferlion],
    piece: helmet,
    carton: [1.4, 1.2, 1],
    extra: goggles,
    elevation: 20,
    apart: 0.6,
  }),
];
