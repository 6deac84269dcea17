/** Building materials: sacks, bars, blocks, sheets, tiles, tins. */
import { type Brand, brands } from "../brands.ts";
import { lettering } from "../lettering.ts";
import {
  linear,
  type Material,
  matt,
  paint,
  plastic,
  printed,
  rubber,
  steel,
  stone,
  wood,
} from "../render/material.ts";
import { type Model, move, repeat, scale, settle, turnX, turnY, turnZ } from "../render/mesh.ts";
import { type Corner, rounded, wound } from "../render/outline.ts";
import {
  bar,
  box,
  curve,
  cylinder,
  extrude,
  label,
  lathe,
  pipe,
  surface,
  tube,
  wrap,
} from "../render/shapes.ts";
import type { Vec } from "../render/vector.ts";
import { beside, type Kind, kindOf, print } from "../scene.ts";

const { sahelis, batiforce, naaba, ferlion, tengawa, prokraft, koudou } = brands;

interface SackText {
  title: string;
  grade: string;
  weight: string;
}

function sackPrint(
  brand: Brand,
  { title, grade, weight }: SackText,
  index: number,
): ReturnType<typeof print> {
  const paper = index % 2 ? "#efe3cb" : "#f6f1e6";
  const bands = [
    `<rect y="70" width="300" height="120" fill="${brand.color}"/>`,
    `<path d="M0 96 L300 60 V186 L0 206Z" fill="${brand.color}"/>`,
    `<circle cx="150" cy="130" r="96" fill="${brand.color}"/>`,
  ];
  return print(
    300,
    420,
    `<rect width="300" height="420" fill="${paper}"/><rect width="300" height="26" fill="${brand.accent}"/><rect y="394" width="300" height="26" fill="${brand.accent}"/>${bands[index % 3]}${lettering(brand.word, { size: 56, x: 150, y: 148, fit: index % 3 === 2 ? 168 : 240, fill: brand.ink, face: brand.face })}${lettering(title, { size: 52, x: 150, y: 264, fit: 236, fill: "#1D1A17" })}${lettering(grade, { size: 30, x: 150, y: 306, fit: 236, fill: brand.color === "#F4B223" ? "#1D1A17" : brand.color })}<rect x="100" y="330" width="100" height="44" rx="22" fill="#1D1A17"/>${lettering(weight, { size: 28, x: 150, y: 362, fill: "#fff" })}`,
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

const trowel = (): Model =>
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

/** Ribbed reinforcing bars in a bundle; index decides how many and how they lie. */
function rebar(brand: Brand, index: number): Model {
  const metal = steel(
    ["#8a8f94", "#a27258", "#777d83", "#93705c", "#868c91", "#9b7d69"][index] ?? "#8a8f94",
    0.42,
  );
  const long = 2.6;
  const rod = (radius: number): Model => {
    const line = Array.from({ length: 161 }, (_, i): Vec => [0, 0, -long / 2 + (i / 160) * long]);
    return tube(metal, line, (t) => radius * (1 + (Math.round(t * 160) % 3 === 0 ? 0.13 : 0)), {
      steps: 14,
      round: false,
    });
  };
  const radius = [0.07, 0.1, 0.085, 0.06, 0.075, 0.12][index] ?? 0.08;
  const one = rod(radius);
  const rows = [4, 3, 4, 5, 4, 3][index] ?? 4;
  const places: [number, number, number][] = [];
  for (let row = 0; row < rows; row++) {
    for (let i = 0; i < rows + 1 - row; i++) {
      places.push([
        (i - (rows - row) / 2) * radius * 2.12,
        row * radius * 1.86,
        ((i * 7 + row * 3) % 5) * 0.03,
      ]);
    }
  }
  const width = (rows + 1) * radius * 1.1;
  const tie = (z: number): Model =>
    tube(
      steel("#5a5f63", 0.4),
      curve(
        [
          [-width, -radius, z],
          [width, -radius, z],
          [width * 0.3, rows * radius * 1.75, z],
          [-width * 0.3, rows * radius * 1.75, z],
        ],
        8,
        true,
      ),
      0.022,
      { closed: true, steps: 8 },
    );
  const tag = move(
    turnY(box(paint(brand.color), 0.02, 0.24, 0.4, 0.008), 0),
    width * 0.9,
    radius * rows * 0.7,
    0.5,
  );
  return turnY(
    [...repeat(one, places), ...tie(0.7), ...tie(-0.7), ...tag],
    [74, -62, 40, 66, 84, 40][index] ?? 70,
  );
}

const blockHole = (x: number, w: number, h: number) =>
  wound(
    rounded(
      [
        [x - w, -h],
        [x + w, -h],
        [x + w, h],
        [x - w, h],
      ],
      0.05,
    ),
  );

function breeze(_: Brand, index: number): Model {
  const color = ["#b9b5ad", "#aaa69f", "#b3aca1", "#bdb8ae", "#a9a49b", "#c3a78d"][index] ?? "#b9b5ad";
  const holes =
    index % 2
      ? [blockHole(-0.5, 0.19, 0.2), blockHole(0, 0.19, 0.2), blockHole(0.5, 0.19, 0.2)]
      : [blockHole(-0.36, 0.26, 0.2), blockHole(0.36, 0.26, 0.2)];
  const one = turnX(
    extrude(
      stone(color),
      [
        [-0.8, -0.34],
        [0.8, -0.34],
        [0.8, 0.34],
        [-0.8, 0.34],
      ],
      { depth: 0.8, bevel: 0.025, rounding: 0.03, holes },
    ),
    -90,
  );
  switch (index) {
    case 1:
      return repeat(one, [
        [0, 0, 0],
        [0.1, 0.82, 0, 5],
      ]);
    case 4:
      return repeat(one, [
        [-0.86, 0, 0],
        [0.86, 0, 0],
        [0, 0.82, 0],
      ]);
    case 5:
      return [...one, ...move(turnY(turnX(one, 90), 20), 1.2, -0.06, 0.6)];
    default:
      return one;
  }
}

/** Corrugated (even) or box-profile (odd) roofing sheets, stacked a little askew. */
function roofing(_: Brand, index: number): Model {
  const skin: Material =
    [
      steel("#c9ced3", 0.3),
      paint("#B8391A"),
      paint("#1E5E8C"),
      steel("#c9ced3", 0.3),
      paint("#1B7F4B"),
      paint("#5b5550"),
    ][index] ?? steel();
  const trapeze = index % 2 === 1;
  const wave = (u: number): number => {
    const t = (u * (trapeze ? 6 : 9)) % 1;
    if (!trapeze) return 0.055 * Math.cos(t * 2 * Math.PI);
    return 0.11 * Math.max(0, Math.min(1, (0.5 - Math.abs(t - 0.5)) * 9 - 2.4)) - 0.05;
  };
  const sheet = (base: Material): Model => [
    ...surface(base, (u, v) => [(u - 0.5) * 1.5, wave(u) + 0.012, (v - 0.5) * 2.2], 180, 6, 25),
    ...surface(base, (u, v) => [(u - 0.5) * 1.5, wave(u) - 0.012, (v - 0.5) * 2.2], 180, 6, 25),
    ...[-1.1, 1.1].flatMap((z) =>
      surface(base, (u, v) => [(u - 0.5) * 1.5, wave(u) + (v - 0.5) * 0.024, z], 180, 1, 25),
    ),
  ];
  const count = [3, 2, 4, 5, 2, 3][index] ?? 3;
  const stack = Array.from({ length: count }, (_, i) =>
    move(turnY(sheet(skin), (i * 5) % 7), i * 0.02, i * 0.05, -i * 0.05),
  ).flat();
  return index === 2 || index === 4 ? turnX(stack, 34) : turnX(stack, 12);
}

function tilePrint(index: number) {
  const ground = ["#e9e2d6", "#d8cfc2", "#f3efe8", "#cfd6d8", "#b9653e", "#e6dccb"][index] ?? "#e9e2d6";
  const motif = ["#1E5E8C", "#B8391A", "#1B7F4B"][index % 3] ?? "#1E5E8C";
  const marble = `<path d="M-10 60 C60 20 90 120 210 70 M-10 150 C50 110 130 190 210 130 M60 -10 C80 60 30 120 80 210" stroke="#8d8378" stroke-width="2.4" fill="none" opacity=".38"/>`;
  const flower = `<g fill="${motif}"><path d="M100 18 C125 60 140 75 182 100 C140 125 125 140 100 182 C75 140 60 125 18 100 C60 75 75 60 100 18Z"/></g><circle cx="100" cy="100" r="30" fill="${ground}"/><circle cx="100" cy="100" r="15" fill="#F4B223"/><g fill="${motif}"><path d="M0 0h44A44 44 0 0 1 0 44Z M200 0v44A44 44 0 0 1 156 0Z M0 200v-44A44 44 0 0 1 44 200Z M200 200h-44A44 44 0 0 1 200 156Z"/></g>`;
  return print(200, 200, `<rect width="200" height="200" fill="${ground}"/>${index % 2 ? flower : marble}`);
}

function tiles(_: Brand, index: number): Model {
  const art = tilePrint(index);
  const one = (lift: number): Model => [
    ...move(box(stone("#c9b8a3", 2), 1, 0.07, 1, 0.015), 0, lift, 0),
    ...move(turnX(label(plastic("#e9e2d6", 0.12), art, 0.985, 0.985), -90), 0, lift + 0.0362, 0),
  ];
  const stack = [0, 1, 2, 3, 4].flatMap((i) => turnY(one(i * 0.078), ((i * 37) % 9) - 4));
  switch (index) {
    case 1:
    case 4:
      return repeat(one(0), [
        [-0.51, 0, -0.51],
        [0.51, 0, -0.51],
        [-0.51, 0, 0.51],
        [0.51, 0, 0.51],
      ]);
    case 2:
    case 3:
      return stack;
    default:
      return [...stack, ...move(turnX(one(0), 68), 0.1, 0.5, -0.78)];
  }
}

/** A tin with a lid, a handle and a wrapped label; the paint inside shows when it is open. */
function tin(brand: Brand, shade: string, open: boolean, words: string): Model {
  const art = print(
    600,
    170,
    `<rect width="600" height="170" fill="#fbf7ef"/><rect width="600" height="104" fill="${brand.color}"/><path d="M0 104 Q75 150 150 104 T300 104 T450 104 T600 104 V122 Q525 168 450 122 T300 122 T150 122 T0 122Z" fill="${shade}"/>${lettering(brand.word, { size: 54, x: 300, y: 64, fit: 190, fill: brand.ink, face: brand.face })}${lettering(words, { size: 24, x: 300, y: 94, fit: 190, fill: brand.ink })}${lettering("10 L", { size: 24, x: 300, y: 158, fill: "#1D1A17" })}`,
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

/** Turns a drum so that its label faces the camera of the picture. */
const towards = [-20, -16, -6, 24, -40, -8];

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
  if (index === 5) return [...scale(one, -1, 1, 1), ...move(turnY(roller(shade), 25), 1.1, 0, 0.5)];
  return one;
}

/** Timber: planks, battens, a sheet of plywood. */
function timber(_: Brand, index: number): Model {
  const hex = ["#d9a566", "#b97a45", "#e0b87e", "#c98d4f", "#a8683a", "#d6a468"][index] ?? "#d9a566";
  const length = 2.4;
  const board = (w: number, h: number): Model => box(wood(hex), length, h, w, 0.015);
  if (index === 2 || index === 5) {
    const sheet = (i: number): Model =>
      move(turnY(box(wood(hex, 0.5), 2.1, 0.06, 1.5, 0.012), (i * 3) % 5), 0, i * 0.066, 0);
    return [0, 1, 2, 3, 4].slice(0, index).flatMap(sheet);
  }
  const [w, h] = index === 1 ? [0.26, 0.26] : index === 4 ? [0.5, 0.09] : [0.42, 0.13];
  const places: [number, number, number, number][] = [];
  for (let row = 0; row < 3; row++) {
    for (let i = 0; i < 3 - (index === 3 ? row : 0); i++)
      places.push([
        ((i * 5 + row * 3) % 4) * 0.05,
        row * (h + 0.012),
        (i - 1) * (w + 0.03),
        ((i + row * 2) % 3) - 1,
      ]);
  }
  return turnY(repeat(board(w, h), places), [12, -10, 0, 0, 10, 0][index] ?? 0);
}

/** Bitumen roll, or a bucket of waterproofing for the odd ones. */
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
  const art = print(
    400,
    120,
    `<rect width="400" height="120" fill="${brand.color}"/><rect y="96" width="400" height="24" fill="${brand.accent}"/>${lettering(brand.word, { size: 50, x: 200, y: 66, fit: 170, fill: brand.ink, face: brand.face })}`,
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

const bundle = (): Model =>
  settle(
    repeat(bar(steel("#8a8f94"), [0, 0.05, -0.5], [0, 0.05, 0.5], 0.03), [
      [0, 0, 0],
      [0.08, 0, 0.04],
      [0.16, 0, 0],
    ]),
  );

const cement = { title: "CIMENT", grade: "CPJ 45", weight: "50 kg" };
const plaster = { title: "ENDUIT", grade: "Façade et intérieur", weight: "25 kg" };

const stacked = (spec: Parameters<typeof kindOf>[0]): Kind => {
  const kind = kindOf(spec);
  return {
    ...kind,
    draw(variant) {
      // Goods sold loose have no box beside them: a second lot stands there instead.
      if (variant.index !== 3) return kind.draw(variant);
      const one = settle(spec.piece(variant.brand, 3));
      const extra = spec.extra?.(variant.brand);
      return {
        model: extra ? beside(one, extra, 0.75, 0.1) : one,
        view: { azimuth: 30 + (spec.azimuth ?? 0), elevation: (spec.elevation ?? 16) + 8 },
      };
    },
  };
};

export const materiaux: readonly Kind[] = [
  stacked({
    name: "ciment",
    brands: [sahelis, batiforce, ferlion, tengawa, prokraft, koudou],
    piece: sacks(cement),
    extra: trowel,
    elevation: 14,
    apart: 0.8,
    back: 0.9,
  }),
  stacked({
    name: "fer-a-beton",
    brands: [ferlion, batiforce, sahelis, tengawa, prokraft, koudou],
    piece: rebar,
    extra: bundle,
    elevation: 22,
    apart: 0.1,
    back: 1.6,
  }),
  stacked({
    name: "parpaing",
    brands: [batiforce, sahelis, tengawa, ferlion, prokraft, koudou],
    piece: breeze,
    extra: trowel,
    elevation: 24,
    apart: 0.5,
    back: 1.5,
  }),
  stacked({
    name: "tole",
    brands: [batiforce, sahelis, ferlion, tengawa, prokraft, koudou],
    piece: roofing,
    elevation: 24,
    apart: 0.3,
    back: 0.6,
  }),
  stacked({
    name: "carrelage",
    brands: [tengawa, sahelis, batiforce, ferlion, prokraft, koudou],
    piece: tiles,
    elevation: 30,
  }),
  stacked({
    name: "peinture",
    brands: [naaba, tengawa, naaba, sahelis, naaba, batiforce],
    piece: paintTins,
    extra: brush,
    elevation: 20,
  }),
  stacked({
    name: "enduit",
    brands: [tengawa, naaba, batiforce, sahelis, prokraft, ferlion],
    piece: sacks(plaster),
    extra: trowel,
    elevation: 14,
    apart: 0.8,
    back: 0.9,
  }),
  stacked({
    name: "bois",
    brands: [tengawa, batiforce, sahelis, ferlion, prokraft, koudou],
    piece: timber,
    elevation: 24,
    apart: 0.2,
    back: 1.2,
  }),
  stacked({
    name: "etancheite",
    brands: [batiforce, naaba, sahelis, tengawa, ferlion, prokraft],
    piece: sealing,
    extra: brush,
    elevation: 18,
    apart: 0.9,
  }),
];
