/** Hoses, reels and drip pipes. */
import {
  brandPlate,
  finish,
  type Look,
  nameplate,
  type ProductModels,
} from "#image-generator/product-model.ts";
import { matt, paint, plastic, rubber, steel } from "#image-generator/render/material.ts";
import { type Model, move, repeat, turnX, turnY, turnZ } from "#image-generator/render/mesh.ts";
import {
  bar,
  box,
  curve,
  cylinder,
  lathe,
  ring,
  surface,
  tube,
  wrap,
} from "#image-generator/render/shapes.ts";
import { add, type Vec } from "#image-generator/render/vector.ts";

const connector = (accent: string): Model => [
  ...lathe(
    plastic("#2b2d30"),
    [
      [0, 0],
      [0.12, 0],
      [0.14, 0.2],
      [0.11, 0.34],
      [0, 0.34],
    ],
    0.03,
  ),
  ...move(cylinder(plastic(accent), 0.15, 0.1, 0.03), 0, 0.06, 0),
];

/** A coiled hose with its coupling. */
function hose(look: Look, hex: string): Model {
  const stripe = plastic("#f3e6a8");
  const turns = Array.from({ length: 340 }, (_, i): Vec => {
    // Nine turns and a quarter end at the front, where the loose end leaves the coil in the same direction.
    const angle = (i / 339) * 2 * Math.PI * 9.25;
    const r = 0.72 + 0.09 * Math.sin(i * 0.11);
    return [r * Math.cos(angle), 0.1 + (i / 340) * 0.5, r * Math.sin(angle)];
  });
  const last = turns.at(-1) ?? [0, 0, 0];
  const tail = curve([last, [-0.4, 0.62, 0.84], [-0.9, 0.36, 1.0], [-1.22, 0.1, 0.8], [-1.24, 0.1, 0.3]]);
  return [
    ...tube(plastic(hex), turns, 0.085, { steps: 14 }),
    ...tube(plastic(hex), tail, 0.085),
    ...tube(
      stripe,
      tail.map((p) => add(p, [0, 0.062, 0])),
      0.03,
      { steps: 8 },
    ),
    ...move(turnX(connector("#E0661F"), -90), -1.24, 0.12, 0.34),
    ...move(turnX(brandPlate(matt(look.brand.color), look, 0.6), -8), 0.1, 0.34, 0.94),
  ];
}

/** A hose with its spray gun and couplings before it. */
const hoseSet = (look: Look): Model => [
  ...hose(look, "#1F7FBF"),
  ...move(
    [
      ...tube(
        plastic("#2b2d30"),
        curve([
          [0, 0.1, 0],
          [0.3, 0.12, 0],
          [0.62, 0.12, 0],
        ]),
        (t) => 0.09 + 0.05 * t,
      ),
      ...bar(plastic("#E0661F"), [0.62, 0.12, 0], [0.78, 0.12, 0], 0.15),
      ...tube(
        rubber(),
        curve([
          [0.1, 0.1, 0],
          [-0.1, 0.08, 0.24],
          [-0.2, 0.08, 0.5],
        ]),
        0.09,
      ),
    ],
    0.3,
    0,
    1.35,
  ),
  ...move(connector("#E0661F"), -0.5, 0, 1.5),
  ...move(connector("#F4B223"), -0.1, 0, 1.75),
];

/** A hose on a reel that hangs from a wall bracket. */
function wallReel(look: Look): Model {
  const { brand } = look;
  const hex = "#2E9A5F";
  const flange = (z: number): Model => [
    ...move(turnX(ring(paint(brand.color), 0.7, 0.06), 90), 0, 0.86, z),
    ...[0, 60, 120].flatMap((a) =>
      move(turnZ(bar(paint(brand.color), [-0.68, 0, 0], [0.68, 0, 0], 0.04), a), 0, 0.86, z),
    ),
  ];
  const turns = Array.from({ length: 300 }, (_, i): Vec => {
    const layer = Math.floor(i / 100);
    const across = layer % 2 ? 1 - (i % 100) / 100 : (i % 100) / 100;
    const r = 0.36 + layer * 0.12;
    return [r * Math.cos(i * 0.42), 0.86 + r * Math.sin(i * 0.42), (across - 0.5) * 0.66];
  });
  return turnY(
    [
      ...move(box(plastic("#2b2d30"), 0.9, 2.0, 0.1, 0.05), 0, 0.86, -0.72),
      ...[-0.3, 0.3].flatMap((x) => bar(plastic("#2b2d30"), [x, 0.86, -0.7], [x * 0.3, 0.86, -0.4], 0.08)),
      ...flange(-0.42),
      ...flange(0.42),
      ...tube(plastic(hex), turns, 0.068, { steps: 12 }),
      ...move(turnX(cylinder(plastic("#2b2d30"), 0.1, 0.3, 0.04), 90), 0.3, 1.1, 0.5),
      ...move(turnX(cylinder(plastic("#2b2d30"), 0.3, 0.06, 0.02), 90), 0, 0.86, 0.44),
      ...move(brandPlate(plastic("#2b2d30"), look, 0.44), 0, 0.86, 0.506),
      ...tube(
        plastic(hex),
        curve([
          [0.5, 0.5, 0.2],
          [0.8, 0.1, 0.3],
          [0.74, -0.3, 0.3],
          [0.5, -0.36, 0.3],
        ]),
        0.068,
      ),
      ...move(turnZ(connector("#E0661F"), 100), 0.5, -0.36, 0.3),
    ],
    -24,
  );
}

/** A flat lay hose, rolled up and lying: the folded hose is a band with a rounded upper edge. */
function flatHose(look: Look): Model {
  const skin = finish(look, plastic("#1F5FA8", 0.4));
  const turns = 8;
  const [inner, pitch] = [0.16, 0.1];
  const high = 0.5;
  const band = (offset: (v: number) => readonly [out: number, up: number]): Model =>
    surface(
      skin,
      (u, v) => {
        const angle = u * turns * 2 * Math.PI;
        const [out, up] = offset(v);
        const r = inner + u * turns * pitch + out;
        return [r * Math.cos(angle), up, r * Math.sin(angle)];
      },
      turns * 44,
      6,
      60,
    );
  const outer = inner + turns * pitch;
  return [
    ...band((v) => [0.04, v * high]),
    ...band((v) => [0.04 * Math.cos(v * Math.PI), high + 0.04 * Math.sin(v * Math.PI)]),
    ...band((v) => [-0.04, v * high]),
    ...move(box(skin, 0.08, high, 0.9, 0.03), outer, high / 2, 0.44),
    ...move(bar(steel("#8b9196"), [0, 0, 0], [0, 0, 0.16], 0.2), outer, high / 2, 0.88),
    ...turnY(wrap(plastic("#f4f2ec"), nameplate(look), outer + 0.02, 0.06, high - 0.04, 56), -50),
  ];
}

/** A drip kit: the rolled pipe, drippers, connectors and a filter. */
function dripKit(look: Look): Model {
  const black = plastic("#2b2d30", 0.45);
  const turns: Vec[] = Array.from({ length: 300 }, (_, i) => {
    const angle = (i / 299) * 2 * Math.PI * 9;
    const r = 0.74 + 0.1 * Math.sin(i * 0.11);
    return [r * Math.cos(angle), 0.06 + (i / 300) * 0.42, r * Math.sin(angle)];
  });
  const dripper: Model = [
    ...cylinder(plastic("#2b2d30"), 0.1, 0.1, 0.02),
    ...move(cylinder(plastic("#c22f1e"), 0.075, 0.07, 0.02), 0, 0.1, 0),
    ...move(cylinder(black, 0.03, 0.1), 0, 0.15, 0),
  ];
  const joint: Model = [
    ...bar(black, [-0.22, 0.07, 0], [0.22, 0.07, 0], 0.055),
    ...bar(black, [0, 0.07, 0], [0, 0.07, 0.2], 0.055),
    ...[-0.18, 0.18].flatMap((x) => move(turnZ(move(ring(black, 0.06, 0.02), 0, -x, 0), 90), 0, 0.07, 0)),
  ];
  return [
    ...tube(black, turns, 0.065, { steps: 10 }),
    ...move(turnX(brandPlate(matt(look.brand.color), look, 0.62), -8), 0, 0.3, 0.9),
    ...repeat(dripper, [
      [-0.9, 0, 1.2],
      [-0.6, 0, 1.36],
      [-0.3, 0, 1.24],
      [0.02, 0, 1.4],
      [0.34, 0, 1.26],
      [-0.74, 0, 1.62],
      [-0.2, 0, 1.7],
    ]),
    ...repeat(joint, [
      [0.8, 0, 1.2],
      [1.2, 0, 0.9, 40],
      [0.6, 0, 1.66, 20],
    ]),
    ...move(
      [
        ...lathe(
          plastic(look.brand.color),
          [
            [0, 0],
            [0.2, 0],
            [0.24, 0.5],
            [0.16, 0.62],
            [0, 0.62],
          ],
          0.04,
        ),
        ...move(cylinder(black, 0.26, 0.14, 0.03), 0, 0.58, 0),
        ...bar(black, [-0.42, 0.66, 0], [0.42, 0.66, 0], 0.08),
      ],
      1.36,
      0,
      0.2,
    ),
  ];
}

const coiled = { elevation: 26 };

export const hoseModels: ProductModels = {
  "tuyau-d-arrosage": { draw: (look) => hose(look, "#2E9A5F"), ...coiled },
  "tuyau-d-arrosage-avec-lance": { draw: hoseSet, elevation: 32 },
  "kit-goutte-a-goutte": { draw: dripKit, elevation: 32 },
  "tuyau-plat": { draw: flatHose, elevation: 32 },
  "devidoir-mural": { draw: wallReel, elevation: 16 },
};
