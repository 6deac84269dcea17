/** PVC pipes and fittings. */
import type { Brand } from "#image-generator/brands.ts";
import { defineProductModel, type ProductModel } from "#image-generator/product-model.ts";
import { plastic } from "#image-generator/render/material.ts";
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
import { ball, box, cylinder, lathe, pipe, tube } from "#image-generator/render/shapes.ts";
import type { Vec } from "#image-generator/render/vector.ts";

const pvc = (index: number): string =>
  ["#aeb4b8", "#f1efe9", "#b7bcc0", "#e0762a", "#f1efe9", "#9da4a9"][index] ?? "#aeb4b8";

/** Lengths of pipe, lying along z, in a pile. */
function pipes(_: Brand, index: number): Model {
  const [radius, long] = [
    [0.2, 2.2],
    [0.14, 2.2],
    [0.17, 2],
    [0.26, 2],
    [0.12, 2.2],
    [0.22, 2],
  ][index] ?? [0.2, 2];
  const r = radius ?? 0.2;
  const l = long ?? 2;
  const one = move(turnX(pipe(plastic(pvc(index)), r, l, r * 0.16), 90), 0, r, -l / 2);
  const socket = move(
    turnX(pipe(plastic(pvc(index)), r * 1.14, r * 1.5, r * 0.16), 90),
    0,
    r,
    l / 2 - r * 1.5,
  );
  const rows = [3, 4, 2, 2, 4, 3][index] ?? 3;
  const places: [number, number, number][] = [];
  for (let row = 0; row < rows; row++) {
    for (let i = 0; i < rows - row; i++)
      places.push([(i - (rows - row - 1) / 2) * r * 2.3, row * r * 2, ((i * 3 + row * 5) % 4) * 0.07]);
  }
  return turnY(repeat([...one, ...socket], places), [38, -34, 30, -20, 70, 44][index] ?? 30);
}

function elbow(hex: string): Model {
  const line = Array.from({ length: 17 }, (_, i): Vec => {
    const angle = (i / 16) * (Math.PI / 2);
    return [0.5 - 0.5 * Math.cos(angle), 0.5 * Math.sin(angle), 0];
  });
  const mouth = pipe(plastic(hex), 0.36, 0.34, 0.08);
  return [
    ...tube(plastic(hex), line, 0.3, { round: false, steps: 40 }),
    ...move(mouth, 0, -0.3, 0),
    ...move(turnZ(mouth, -90), 0.46, 0.5, 0),
  ];
}

function tee(hex: string): Model {
  const mouth = pipe(plastic(hex), 0.36, 0.3, 0.08);
  return [
    ...turnZ(move(cylinder(plastic(hex), 0.3, 1.0), 0, -0.5, 0), 90),
    ...cylinder(plastic(hex), 0.3, 0.5),
    ...move(mouth, 0, 0.4, 0),
    ...move(turnZ(mouth, -90), 0.42, 0, 0),
    ...move(turnZ(mouth, 90), -0.42, 0, 0),
  ];
}

const coupling = (hex: string): Model => [
  ...pipe(plastic(hex), 0.36, 0.9, 0.07),
  ...move(pipe(plastic(hex), 0.385, 0.12, 0.05), 0, 0.39, 0),
];

const valve = (hex: string): Model => [
  ...turnZ(move(cylinder(plastic(hex), 0.3, 1.1), 0, -0.55, 0), 90),
  ...ball(plastic(hex), 0.38),
  ...repeat(
    turnZ(
      lathe(
        plastic(hex),
        [
          [0, 0],
          [0.4, 0],
          [0.4, 0.24],
          [0, 0.24],
        ],
        0.04,
        8,
      ),
      90,
    ),
    [
      [-0.42, 0, 0],
      [0.66, 0, 0],
    ],
  ),
  ...cylinder(plastic("#2b2d30"), 0.13, 0.5),
  ...move(box(plastic("#B8391A"), 1.0, 0.12, 0.24, 0.06), 0.12, 0.54, 0),
];

function fitting(_: Brand, index: number): Model {
  const hex = pvc(index);
  switch (index) {
    case 0:
      return [...elbow(hex), ...move(turnY(turnX(coupling(hex), 0), 0), 1.45, -0.3, 0.3)];
    case 1:
      return tee(hex);
    case 2:
      return valve(hex);
    case 3:
      return [...elbow(hex), ...move(tee(hex), 1.7, 0, -0.2), ...move(coupling(hex), 0.9, -0.3, 0.9)];
    case 4:
      return turnX(elbow(hex), -20);
    default:
      return [...tee(hex), ...move(turnZ(coupling(hex), 90), 0.6, 0.02, 0.95)];
  }
}

export const sealTape = (): Model =>
  settle([
    ...lathe(
      plastic("#ffffff", 0.5),
      [
        [0.22, 0],
        [0.44, 0],
        [0.44, 0.26],
        [0.22, 0.26],
        [0.22, 0],
      ],
      0.02,
    ),
    ...repeat(pipe(plastic("#1F5FA8"), 0.5, 0.04, 0.3), [
      [0, -0.03, 0],
      [0, 0.25, 0],
    ]),
  ]);

export const elbows = (): Model => settle(scale(elbow("#b7bcc0"), 0.8));

export const pipesModels: readonly ProductModel[] = [
  defineProductModel({
    name: "tube-pvc",
    piece: pipes,
    carton: [1, 0.9, 0.8],
    extra: elbows,
    elevation: 24,
    apart: 0.2,
    back: 0.8,
  }),
  defineProductModel({
    name: "raccord-pvc",
    piece: fitting,
    carton: [1.6, 1.2, 0.9],
    extra: sealTape,
    elevation: 24,
  }),
];
