/** Cables: coils, reels and single lengths. */
import {
  brandPlate,
  finish,
  type Look,
  type ProductModels,
  sticker,
} from "#image-generator/product-model.ts";
import { copper, type Material, matt, plastic, steel, wood } from "#image-generator/render/material.ts";
import { type Model, move, scale, settle, turnX, turnY } from "#image-generator/render/mesh.ts";
import { bar, curve, cylinder, ring, tube } from "#image-generator/render/shapes.ts";
import type { Vec } from "#image-generator/render/vector.ts";

/** A coil of wire tied in three places, with a label. */
function coil(look: Look, skin: Material): Model {
  const turns: Vec[] = Array.from({ length: 400 }, (_, i) => {
    const angle = i * 0.2;
    const wobble = Math.sin(i * 1.7) * 0.02;
    const r = 0.56 + 0.07 * Math.sin(i * 0.041 * 3) + wobble;
    return [r * Math.cos(angle), 0.06 + (i / 400) * 0.42, r * Math.sin(angle)];
  });
  const end: Vec[] = curve([
    turns.at(-1) ?? [0, 0, 0],
    [0.55, 0.5, 0.4],
    [0.62, 0.5, 0.75],
    [0.5, 0.2, 1.0],
    [0.8, 0.05, 1.2],
  ]);
  const tip = end.at(-1) ?? [0, 0, 0];
  const tie = (angle: number): Model =>
    turnY(move(turnX(scale(ring(plastic("#f5f2ea"), 0.26, 0.02), 0.62, 1, 1.05), 90), 0.56, 0.27, 0), angle);
  return [
    ...tube(skin, turns, 0.05, { steps: 10 }),
    ...tube(skin, end, 0.05),
    ...bar(copper(), tip, [tip[0] + 0.12, tip[1], tip[2] + 0.08], 0.028),
    ...tie(20),
    ...tie(140),
    ...tie(260),
    ...move(turnX(brandPlate(matt(look.brand.color), look, 0.42), -8), 0, 0.3, 0.7),
  ];
}

/** A wooden reel. */
function reel(look: Look): Model {
  const skin = finish(look, plastic("#f4f2ec"));
  const flange = move(turnX(cylinder(wood("#cf9a5c"), 0.62, 0.07, 0.02), 90), 0, 0.62, 0);
  const wound: Vec[] = Array.from({ length: 340 }, (_, i) => {
    const angle = i * 0.32;
    const layer = Math.floor(i / 170);
    const across = (layer ? 170 - (i - 170) : i) / 170 - 0.5;
    const r = 0.36 + layer * 0.075;
    return [r * Math.cos(angle), 0.62 + r * Math.sin(angle), across * 0.62];
  });
  return turnY(
    [
      ...move(flange, 0, 0, -0.38),
      ...move(flange, 0, 0, 0.36),
      ...move(turnX(cylinder(wood("#b9824a"), 0.32, 0.7), 90), 0, 0.62, -0.35),
      ...tube(skin, wound, 0.046, { steps: 10 }),
      ...move(turnX(cylinder(steel("#6d7276"), 0.1, 0.03), 90), 0, 0.62, 0.42),
      ...move(brandPlate(matt(look.brand.color), look, 0.5), 0, 0.9, 0.436),
      ...tube(
        skin,
        curve([
          [0.42, 0.6, 0.1],
          [0.46, 0.3, 0.1],
          [0.7, 0.05, 0.2],
          [1.1, 0.05, 0.5],
        ]),
        0.046,
      ),
    ],
    -30,
  );
}

/** A length of service cable: two thick cores, their ends bare aluminium. */
function serviceCable(look: Look): Model {
  const skin = finish(look, plastic("#2b2d30", 0.5));
  const core = (offset: number): Model => {
    const line = curve([
      [-1.5, 0.16, offset],
      [-0.6, 0.16, offset + 0.3],
      [0.3, 0.16, offset - 0.2],
      [1.1, 0.16, offset],
    ]);
    const tip = line.at(-1) ?? [0, 0, 0];
    return [
      ...tube(skin, line, 0.15, { round: false }),
      ...[0, 60, 120, 180, 240, 300].flatMap((angle) => {
        const [y, z] = [0.055 * Math.cos((angle * Math.PI) / 180), 0.055 * Math.sin((angle * Math.PI) / 180)];
        return bar(
          steel("#d3d8dc", 0.3),
          [tip[0] - 0.1, tip[1] + y, tip[2] + z],
          [tip[0] + 0.42, tip[1] + y, tip[2] + z],
          0.03,
        );
      }),
    ];
  };
  return [
    ...core(0),
    ...core(0.31),
    ...move(
      turnX(sticker([look.brand.printedName, look.print.join(" ")], 0.7, 0.26, "#f7f3ea"), -90),
      -0.1,
      0.316,
      0.2,
    ),
  ];
}

/** Two coils side by side, red and black. */
const solarCable = (look: Look): Model => [
  ...settle(coil(look, plastic("#c22f1e", 0.28))),
  ...move(settle(coil(look, plastic("#2b2d30", 0.4))), 1.75, 0, -0.3),
];

const flat = { elevation: 28 };

export const cableModels: ProductModels = {
  "fil-electrique": { draw: (look) => coil(look, finish(look, plastic("#c22f1e"))), ...flat },
  "cable-souple": { draw: reel, ...flat },
  "cable-solaire": { draw: solarCable, ...flat },
  "cable-de-branchement": { draw: serviceCable, ...flat },
};
