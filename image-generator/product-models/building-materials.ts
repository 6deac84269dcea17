/** Building materials: bars, blocks, roofing, tiles, timber. */
import {
  createPrint,
  finish,
  inRows,
  type Look,
  type ProductModels,
  sticker,
  toNumber,
} from "#image-generator/product-model.ts";
import { type Material, plastic, printed, steel, stone, wood } from "#image-generator/render/material.ts";
import { type Model, move, repeat, turnX, turnY } from "#image-generator/render/mesh.ts";
import { type Corner, rounded, withWinding } from "#image-generator/render/outline.ts";
import { bar, box, extrude, label, surface, tube } from "#image-generator/render/shapes.ts";
import type { Vec } from "#image-generator/render/vector.ts";

/** A tag tied around a bar, with its diameter. */
const tag = ({ print }: Look, radius: number): Model => [
  ...move(box(plastic("#f7f3ea", 0.5), 0.66, 0.3, 0.02, 0.008), 0, radius + 0.2, 0),
  ...move(sticker(print, 0.62, 0.26, "#f7f3ea", "#B8391A"), 0, radius + 0.2, 0.012),
  ...tube(steel("#54585c", 0.4), circleLine(radius * 1.25), 0.014, { closed: true, steps: 6 }),
];

const circleLine = (radius: number): Vec[] =>
  Array.from(
    { length: 32 },
    (_, i): Vec => [0, radius * Math.cos((i / 32) * 2 * Math.PI), radius * Math.sin((i / 32) * 2 * Math.PI)],
  );

/** One reinforcing bar, folded once as it is carried, along x; ribbed or plain. */
function rebar(look: Look, ribbed: boolean): Model {
  const metal = steel(ribbed ? "#857d76" : "#8f959a", 0.42);
  const radius = 0.035 + toNumber(look.print[0]) * 0.0045;
  const straight = Array.from({ length: 150 }, (_, i): Vec => [1.5 - (i / 149) * 2.7, 0, 0.34]);
  const bend = Array.from({ length: 30 }, (_, i): Vec => {
    const angle = Math.PI / 2 + (i / 29) * Math.PI;
    return [-1.2 + 0.34 * Math.cos(angle), 0, 0.34 * Math.sin(angle)];
  });
  const back = Array.from({ length: 130 }, (_, i): Vec => [-1.2 + (i / 129) * 2.3, 0, -0.34]);
  const line = [...straight, ...bend, ...back];
  const last = line.length - 1;
  return turnY(
    [
      ...tube(metal, line, (t) => radius * (ribbed && Math.round(t * last) % 3 === 0 ? 1.16 : 1), {
        steps: 12,
        round: false,
      }),
      ...move(tag(look, radius), 0.5, 0, 0.34),
    ],
    24,
  );
}

/** A welded mesh panel, leaning. */
function mesh(look: Look): Model {
  const metal = steel("#8a8f94", 0.42);
  const [columns, rows] = [13, 8];
  const gap = 0.2;
  const [w, h] = [columns * gap, rows * gap];
  return turnX(
    [
      ...Array.from({ length: columns }, (_, i) =>
        bar(metal, [(i + 0.5) * gap - w / 2, 0, 0.03], [(i + 0.5) * gap - w / 2, h, 0.03], 0.018),
      ).flat(),
      ...Array.from({ length: rows }, (_, i) =>
        bar(metal, [-w / 2, (i + 0.5) * gap, 0], [w / 2, (i + 0.5) * gap, 0], 0.018),
      ).flat(),
      ...move(sticker(look.print, 0.7, 0.2, "#f7f3ea", "#B8391A"), 0.6, 0.9, 0.06),
    ],
    -38,
  );
}

const blockHole = (x: number, w: number, h: number) =>
  withWinding(
    rounded(
      [
        [x - w, -h],
        [x + w, -h],
        [x + w, h],
        [x - w, h],
      ],
      0.05,
    ),
    -1,
  );

/** A hollow block; `wide` is its thickness as a share of its length of 40 cm. */
function hollowBlock(look: Look): Model {
  const half = toNumber(look.print[0]) / 50;
  const inner = half - 0.13;
  return turnX(
    extrude(
      stone("#b3aea5"),
      [
        [-0.8, -half],
        [0.8, -half],
        [0.8, half],
        [-0.8, half],
      ],
      {
        depth: 0.8,
        bevel: 0.025,
        rounding: 0.03,
        holes: [blockHole(-0.37, 0.27, inner), blockHole(0.37, 0.27, inner)],
      },
    ),
    -90,
  );
}

/** A floor block: a trapezium with wings and two hollows, lying between two joists. */
function floorBlock(): Model {
  const outline: Corner[] = [
    [-1.05, 0],
    [-1.05, 0.14],
    [-0.92, 0.16],
    [-0.8, 0.62, 0.06],
    [0.8, 0.62, 0.06],
    [0.92, 0.16],
    [1.05, 0.14],
    [1.05, 0],
  ];
  const hollow = (x: number) => blockHole(x, 0.32, 0.2).map(([a, b]): [number, number] => [a, b + 0.32]);
  return extrude(stone("#b0aba2"), outline, {
    depth: 0.9,
    bevel: 0.025,
    rounding: 0.03,
    holes: [hollow(-0.42), hollow(0.42)],
  });
}

/** Interlocking pavers, laid. */
function pavers(look: Look): Model {
  const zigzag: Corner[] = [
    [-0.5, -0.26],
    [-0.26, -0.34],
    [0, -0.26],
    [0.26, -0.34],
    [0.5, -0.26],
    [0.42, 0],
    [0.5, 0.26],
    [0.26, 0.18],
    [0, 0.26],
    [-0.26, 0.18],
    [-0.5, 0.26],
    [-0.42, 0],
  ];
  const one = turnX(
    extrude(finish(look, stone("#a8a49c", 2)), zigzag, { depth: 0.3, bevel: 0.03, rounding: 0.02 }),
    -90,
  );
  return inRows(() => one, 12, 3, 1.03, 0.55);
}

type Wave = (u: number) => number;

const ripple: Wave = (u) => 0.055 * Math.cos(u * 9 * 2 * Math.PI);
const flat: Wave = () => 0;
const trapeze: Wave = (u) => {
  const t = (u * 6) % 1;
  return 0.11 * Math.max(0, Math.min(1, (0.5 - Math.abs(t - 0.5)) * 9 - 2.4)) - 0.05;
};

/** One roofing sheet of the given profile, propped at the back. */
const roofing =
  (wave: Wave) =>
  (look: Look): Model => {
    const base = finish(look, steel());
    const long = wave === flat ? 1.9 : 2.3;
    const sheet = (lift: number): Model =>
      surface(base, (u, v) => [(u - 0.5) * 1.5, wave(u) + lift, (v - 0.5) * long], 180, 6, 25);
    const end = (z: number): Model =>
      surface(base, (u, v) => [(u - 0.5) * 1.5, wave(u) + (v - 0.5) * 0.024, z], 180, 1, 25);
    const side = (x: number, u: number): Model =>
      surface(base, (v, t) => [x, wave(u) + (t - 0.5) * 0.024, (v - 0.5) * long], 4, 1);
    return turnX(
      [
        ...sheet(0.012),
        ...sheet(-0.012),
        ...end(-long / 2),
        ...end(long / 2),
        ...side(-0.75, 0),
        ...side(0.75, 1),
      ],
      30,
    );
  };

const marble = createPrint(
  200,
  200,
  `<rect width="200" height="200" fill="#f1eee8"/><path d="M-10 60 C60 20 90 120 210 70 M-10 150 C50 110 130 190 210 130 M60 -10 C80 60 30 120 80 210 M0 20 C40 40 50 80 40 120" stroke="#8d8378" stroke-width="2.6" fill="none" opacity=".5"/>`,
);
const pimples = createPrint(
  200,
  200,
  `<rect width="200" height="200" fill="#96999a"/>${Array.from({ length: 100 }, (_, i) => `<circle cx="${(i % 10) * 20 + 10}" cy="${Math.floor(i / 10) * 20 + 10}" r="5.5" fill="#aeb1b2"/>`).join("")}`,
);

/** A stack of tiles with one upright behind it; the size gives their proportions. */
const tiles =
  (glaze: (look: Look) => Material, wide = 1, deep = 1) =>
  (look: Look): Model => {
    const skin = glaze(look);
    const one: Model = [
      ...box(stone("#c9b8a3", 2), wide, 0.07, deep, 0.012),
      ...move(box({ ...skin, print: null }, wide * 0.998, 0.012, deep * 0.998, 0.004), 0, 0.033, 0),
      ...(skin.print
        ? move(turnX(label(skin, skin.print, wide * 0.985, deep * 0.985), -90), 0, 0.0402, 0)
        : []),
    ];
    const stack = [0, 1, 2].flatMap((i) => move(turnY(one, ((i * 37) % 7) - 3), 0, i * 0.08, 0));
    return [...stack, ...move(turnX(one, 72), 0.06, 0.5 * deep, -0.5 * deep - 0.24)];
  };

/** One piece of timber, lying; `wide` and `high` in the length's unit. */
const timber =
  (long: number, wide: number, high: number, own: () => Material) =>
  (look: Look): Model =>
    turnY(box(finish(look, own()), long, high, wide, 0.015), 12);

/** A sheet of plywood, propped up, with its plies on the edges. */
function plywood(face: () => Material): (look: Look) => Model {
  return () => {
    const plies = [-0.036, -0.012, 0.012, 0.036].flatMap((y, i) =>
      move(box(wood(i % 2 ? "#c08a52" : "#e2bd86", 0.8), 2.2, 0.024, 1.2, 0.004), 0, y, 0),
    );
    return turnX(
      [
        ...plies,
        ...repeat(box(face(), 2.2, 0.008, 1.2, 0.003), [
          [0, 0.051, 0],
          [0, -0.051, 0],
        ]),
      ],
      28,
    );
  };
}

const low = { elevation: 24 };

export const buildingMaterialModels: ProductModels = {
  "fer-a-beton": { draw: (look) => rebar(look, true), ...low },
  "fer-rond-lisse": { draw: (look) => rebar(look, false), ...low },
  "treillis-soude": { draw: mesh },
  "parpaing-creux": { draw: hollowBlock, ...low },
  hourdis: { draw: floorBlock, ...low },
  "pave-autobloquant": { draw: pavers, elevation: 32 },
  "tole-ondulee": { draw: roofing(ripple), ...low },
  "tole-bac": { draw: roofing(trapeze), ...low },
  "tole-translucide-ondulee": { draw: roofing(ripple), ...low },
  "tole-plane": { draw: roofing(flat), ...low },
  "carrelage-gres-cerame": { draw: tiles((look) => finish(look, stone("#d8c29c", 2))), elevation: 30 },
  "carrelage-antiderapant": {
    draw: tiles((look) => printed(finish(look, stone("#96999a")), pimples)),
    elevation: 30,
  },
  "carrelage-poli": {
    draw: tiles((look) => printed(finish(look, plastic("#efece6", 0.1)), marble)),
    elevation: 30,
  },
  "faience-murale": {
    draw: tiles((look) => finish(look, plastic("#fbfaf7", 0.08)), 1.3, 0.82),
    elevation: 30,
  },
  chevron: { draw: timber(2.6, 0.28, 0.2, () => wood("#a4532f")), ...low },
  "planche-de-coffrage": { draw: timber(2.6, 0.6, 0.08, () => wood("#d9b076")), ...low },
  contreplaque: { draw: plywood(() => wood("#dcae74", 0.5)), elevation: 20 },
  "contreplaque-filme": { draw: plywood(() => plastic("#3f2a22", 0.16)), elevation: 20 },
};
