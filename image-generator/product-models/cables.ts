/** Cables, as coils and on reels. */
import type { Brand } from "#image-generator/brands.ts";
import { brandPlate, defineProductModel, type ProductModel } from "#image-generator/product-model.ts";
import { copper, matt, plastic, steel, wood } from "#image-generator/render/material.ts";
import { type Model, move, scale, settle, turnX, turnY } from "#image-generator/render/mesh.ts";
import { bar, curve, cylinder, lathe, ring, tube } from "#image-generator/render/shapes.ts";
import type { Vec } from "#image-generator/render/vector.ts";

const wires = ["#B8391A", "#1F5FA8", "#1B7F4B", "#2b2a2c", "#F4B223", "#7b4a2d"];

/** A coil of wire, or a wooden reel in two of the images. */
function cable(brand: Brand, index: number): Model {
  const hex = wires[index] ?? "#B8391A";
  if (index === 2 || index === 4) {
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
        ...tube(plastic(hex), wound, 0.046, { steps: 10 }),
        ...move(turnX(cylinder(steel("#6d7276"), 0.1, 0.03), 90), 0, 0.62, 0.42),
        ...move(brandPlate(matt(brand.color), brand, 0.5), 0, 0.9, 0.436),
        ...tube(
          plastic(hex),
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
    ...tube(plastic(hex), turns, 0.05, { steps: 10 }),
    ...tube(plastic(hex), end, 0.05),
    ...bar(copper(), tip, [tip[0] + 0.12, tip[1], tip[2] + 0.08], 0.028),
    ...tie(20),
    ...tie(140),
    ...tie(260),
    ...move(turnX(brandPlate(matt(brand.color), brand, 0.42), -8), 0, 0.3, 0.7),
  ];
}

export const tape = (): Model => {
  const roll = lathe(
    plastic("#B8391A", 0.25),
    [
      [0.2, 0],
      [0.4, 0],
      [0.4, 0.24],
      [0.2, 0.24],
      [0.2, 0],
    ],
    0.02,
  );
  return settle([
    ...roll,
    ...move(
      lathe(
        plastic("#1F5FA8", 0.25),
        [
          [0.2, 0],
          [0.4, 0],
          [0.4, 0.24],
          [0.2, 0.24],
          [0.2, 0],
        ],
        0.02,
      ),
      0.04,
      0.25,
      0.02,
    ),
  ]);
};

export const wiring = (): Model =>
  settle(
    ["#B8391A", "#1F5FA8", "#1B7F4B"].flatMap((hex, i) =>
      tube(
        plastic(hex),
        curve([
          [0, 0.05, i * 0.16],
          [0.4, 0.05, i * 0.16 + 0.1],
          [0.7, 0.05, i * 0.2 - 0.1],
          [1.1, 0.05, i * 0.16],
        ]),
        0.05,
      ),
    ),
  );

export const cableModels: readonly ProductModel[] = [
  defineProductModel({
    name: "cable",
    piece: cable,
    carton: [1, 0.9, 0.9],
    extra: tape,
    elevation: 28,
  }),
];
