/** Screwdrivers. */
import type { Brand } from "#image-generator/brands.ts";
import { brandPlate, type Look, openCase, type ProductModels } from "#image-generator/product-model.ts";
import { chrome, type Material, plastic, rubber, steel } from "#image-generator/render/material.ts";
import { type Model, move, repeat, turnY } from "#image-generator/render/mesh.ts";
import type { Corner } from "#image-generator/render/outline.ts";
import { bar, box, cylinder, extrude, lathe } from "#image-generator/render/shapes.ts";
import { lying } from "./tool-parts.ts";

/** A screwdriver, upright, its tip down; insulated ones are coated to the tip. */
function screwdriver(brand: Brand, long: number, cross: boolean, coat: Material | null = null): Model {
  const tip: Corner[] = [
    [-0.06, 0],
    [0.06, 0],
    [0.09, -0.2],
    [0.05, -0.3],
    [-0.05, -0.3],
    [-0.09, -0.2],
  ];
  return [
    ...lathe(
      plastic(coat ? "#c22f1e" : brand.color, 0.18),
      [
        [0, 1.3],
        [0.16, 1.28, 0.06],
        [0.2, 1.16],
        [0.17, 0.94],
        [0.2, 0.7],
        [0.2, 0.5],
        [0.13, 0.38],
        [0.16, 0.3],
        [0.12, 0.26],
        [0, 0.26],
      ],
      0.06,
      12,
    ),
    ...repeat(cylinder(coat ? plastic("#F4B223") : rubber(), 0.206, 0.07, 0.02, 40), [
      [0, 0.56, 0],
      [0, 0.68, 0],
    ]),
    ...bar(coat ?? chrome(), [0, 0.3, 0], [0, -long, 0], coat ? 0.07 : 0.055),
    ...(cross
      ? [
          ...bar(steel("#3a3d40"), [0, -long, 0], [0, -long - 0.2, 0], 0.05),
          ...move(
            lathe(
              steel("#3a3d40"),
              [
                [0, -0.12],
                [0.05, 0],
                [0, 0],
              ],
              0,
            ),
            0,
            -long - 0.2,
            0,
          ),
        ]
      : move(extrude(steel("#3a3d40"), tip, { depth: 0.07, bevel: 0.02 }), 0, -long, 0)),
  ];
}

/** A graded set of screwdrivers, flat and cross by turns. */
const screwdrivers =
  (insulated: boolean) =>
  ({ brand, pieces }: Look): Model =>
    lying(
      Array.from({ length: pieces }, (_, i) =>
        move(
          screwdriver(brand, 0.5 + i * 0.13, i % 2 === 1, insulated ? plastic("#c22f1e") : null),
          i * 0.5,
          -i * 0.05,
          0,
        ),
      ).flat(),
      16,
    );

/** A voltage tester: a clear handle with its neon lamp, a thin sleeved blade. */
function tester(look: Look): Model {
  return lying(
    [
      ...lathe(
        plastic("#f2d9a0", 0.08),
        [
          [0, 0],
          [0.12, 0.02],
          [0.13, 0.3],
          [0.11, 0.5],
          [0.13, 0.9],
          [0.1, 1.1],
          [0, 1.1],
        ],
        0.05,
        10,
      ),
      ...move(cylinder(plastic("#e0661f"), 0.135, 0.1, 0.03), 0, 0.34, 0),
      ...move(cylinder(steel(), 0.07, 0.16, 0.03), 0, 1.08, 0),
      ...bar(plastic("#c22f1e"), [0, 0.02, 0], [0, -0.9, 0], 0.05),
      ...bar(steel(), [0, -0.9, 0], [0, -1.06, 0], 0.035),
      ...move(box(steel(), 0.1, 0.14, 0.03, 0.01), 0, -1.08, 0),
      ...move(box(steel(), 0.04, 0.5, 0.03, 0.01), 0.13, 0.86, 0),
      ...move(brandPlate(plastic("#f2d9a0"), look, 0.2), 0, 0.72, 0.128),
    ],
    -140,
  );
}

/** A ratchet screwdriver before its case of bits. */
function ratchet(look: Look): Model {
  const bit: Model = [
    ...cylinder(steel("#8b9196", 0.3), 0.05, 0.16, 0.01, 6),
    ...move(cylinder(steel("#c3c8cc"), 0.028, 0.12, 0.01), 0, 0.15, 0),
  ];
  const bits = Array.from({ length: look.pieces }, (_, i) =>
    move(bit, -0.75 + (i % 8) * 0.215, 0, -0.3 + Math.floor(i / 8) * 0.2),
  ).flat();
  return [
    ...turnY(
      lying(
        [
          ...screwdriver(look.brand, 0.55, true),
          ...move(cylinder(plastic("#2b2d30"), 0.17, 0.14, 0.03), 0, 0.2, 0),
        ],
        90,
      ),
      8,
    ),
    ...move(openCase({ ...look, print: [] }, 1.9, 0.86, bits), 0, 0.16, -1.1),
  ];
}

const lyingLow = { elevation: 38 };

export const screwdriverModels: ProductModels = {
  tournevis: { draw: screwdrivers(false), elevation: 44 },
  "tournevis-isoles": { draw: screwdrivers(true), elevation: 44 },
  "tournevis-testeur": { draw: tester, ...lyingLow },
  "tournevis-a-cliquet": { draw: ratchet, elevation: 28, frontal: true },
};
