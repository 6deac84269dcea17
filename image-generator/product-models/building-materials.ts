/** Building materials: bars, blocks, roofing, timber, tiles. */
import type { Brand } from "#image-generator/brands.ts";
import { createPrint, type ProductModel } from "#image-generator/product-model.ts";
import { type Material, paint, plastic, steel, stone, wood } from "#image-generator/render/material.ts";
import { type Model, move, repeat, settle, turnX, turnY } from "#image-generator/render/mesh.ts";
import { rounded, withWinding } from "#image-generator/render/outline.ts";
import { bar, box, curve, extrude, label, surface, tube } from "#image-generator/render/shapes.ts";
import type { Vec } from "#image-generator/render/vector.ts";
import { defineBulkProductModel } from "./bulk-product.ts";
import { trowel } from "./sacks.ts";

/** Ribbed reinforcing bars in a bundle; the index sets their number and arrangement. */
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

/** Corrugated (even) or box-profile (odd) roofing sheets, stacked slightly askew. */
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
  return createPrint(
    200,
    200,
    `<rect width="200" height="200" fill="${ground}"/>${index % 2 ? flower : marble}`,
  );
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

const bundle = (): Model =>
  settle(
    repeat(bar(steel("#8a8f94"), [0, 0.05, -0.5], [0, 0.05, 0.5], 0.03), [
      [0, 0, 0],
      [0.08, 0, 0.04],
      [0.16, 0, 0],
    ]),
  );

export const buildingMaterialModels: readonly ProductModel[] = [
  defineBulkProductModel({
    name: "fer-a-beton",
    piece: rebar,
    extra: bundle,
    elevation: 22,
    apart: 0.1,
    back: 1.6,
  }),
  defineBulkProductModel({
    name: "parpaing",
    piece: breeze,
    extra: trowel,
    elevation: 24,
    apart: 0.5,
    back: 1.5,
  }),
  defineBulkProductModel({
    name: "tole",
    piece: roofing,
    elevation: 24,
    apart: 0.3,
    back: 0.6,
  }),
  defineBulkProductModel({
    name: "carrelage",
    piece: tiles,
    elevation: 30,
  }),
  defineBulkProductModel({
    name: "bois",
    piece: timber,
    elevation: 24,
    apart: 0.2,
    back: 1.2,
  }),
];
