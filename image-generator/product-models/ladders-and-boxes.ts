/** Stepladders and tool boxes. */
import type { Brand } from "#image-generator/brands.ts";
import { brandPlate, defineProductModel, type ProductModel } from "#image-generator/product-model.ts";
import { matt, paint, plastic, rubber, steel, wood } from "#image-generator/render/material.ts";
import { type Model, move, repeat, scale, settle, turnX, turnY } from "#image-generator/render/mesh.ts";
import { withWinding } from "#image-generator/render/outline.ts";
import { bar, box, extrude } from "#image-generator/render/shapes.ts";
import { screwdriver, spanner } from "./hand-tools.ts";
import { tapeMeasure } from "./measuring.ts";

function ladder(brand: Brand, index: number): Model {
  const metal = index === 1 ? wood("#d09a5b") : steel("#cfd4d8", 0.32);
  const high = index === 2 || index === 5 ? 1.9 : 2.7;
  const steps = Math.round(high / 0.42);
  const side = (lean: number, rungs: boolean): Model => {
    const rails = [-1, 1].flatMap((x) => bar(metal, [x * 0.42, 0, 0], [x * 0.32, high, 0], 0.055));
    const treads = rungs
      ? Array.from({ length: steps }, (_, i) => {
          const y = 0.34 + i * 0.4;
          return move(box(metal, 0.82 - (y / high) * 0.2, 0.05, 0.2, 0.02), 0, y, 0.02);
        }).flat()
      : [0.5, 1.3].flatMap((y) => bar(metal, [-0.4, y, 0], [0.4, y, 0], 0.035));
    return turnX(
      [
        ...rails,
        ...treads,
        ...repeat(box(rubber(), 0.16, 0.14, 0.16, 0.04), [
          [-0.42, 0.04, 0],
          [0.42, 0.04, 0],
        ]),
      ],
      lean,
    );
  };
  return [
    ...move(side(-13, true), 0, 0, 0.62),
    ...move(side(13, false), 0, 0, -0.62),
    ...move(box(plastic(brand.color), 0.86, 0.12, 0.4, 0.05), 0, high * 0.975, 0),
    ...move(brandPlate(plastic(brand.color), brand, 0.36), 0, high * 0.975, 0.202),
    ...[-0.36, 0.36].flatMap((x) => bar(steel("#55595d"), [x, 0.9, 0.42], [x, 0.9, -0.42], 0.02)),
  ];
}

function toolbox(brand: Brand, index: number): Model {
  const shell = index === 1 || index === 4 ? paint(brand.color) : plastic(brand.color, 0.36);
  const dark = plastic("#2b2d30", 0.4);
  const open = index === 5;
  const lid: Model = [
    ...box(open ? shell : dark, 1.94, 0.28, 0.96, 0.1),
    ...extrude(
      dark,
      [
        [-0.5, 0.1],
        [-0.44, 0.44, 0.12],
        [0.44, 0.44, 0.12],
        [0.5, 0.1],
      ],
      {
        depth: 0.16,
        bevel: 0.03,
        holes: [
          withWinding(
            [
              [-0.34, 0.18],
              [0.34, 0.18],
              [0.32, 0.32],
              [-0.32, 0.32],
            ],
            -1,
          ),
        ],
      },
    ),
  ];
  return [
    ...move(box(shell, 1.9, 0.72, 0.92, 0.09), 0, 0.36, 0),
    ...move(box(dark, 1.96, 0.12, 0.98, 0.05), 0, 0.7, 0),
    ...(open
      ? [
          ...move(turnX(lid, -78), 0, 1.1, -0.62),
          ...move(box(matt("#1f2022"), 1.8, 0.02, 0.84, 0.01), 0, 0.755, 0),
          ...move(turnY(settle(screwdriver(brand, 0)), 20), -0.1, 0.72, 0.1),
          ...move(turnY(settle(scale(spanner(brand, 0), 0.5)), 60), 0.5, 0.72, -0.05),
        ]
      : move(lid, 0, 0.9, 0)),
    ...repeat(box(plastic(brand.accent === "#FFFFFF" ? "#d9d9d9" : brand.accent), 0.2, 0.3, 0.08, 0.03), [
      [-0.6, 0.68, 0.47],
      [0.6, 0.68, 0.47],
    ]),
    ...move(brandPlate(shell, brand, 0.9), 0, 0.34, 0.4625),
  ];
}

export const laddersAndBoxesModels: readonly ProductModel[] = [
  defineProductModel({
    name: "echelle",
    piece: ladder,
    carton: [0.9, 0.9, 0.6],
    elevation: 12,
    apart: 0.9,
  }),
  defineProductModel({
    name: "boite-a-outils",
    piece: toolbox,
    carton: [1.6, 1.2, 0.9],
    extra: (brand) => scale(tapeMeasure(brand, 0), 0.45),
    elevation: 20,
    apart: 0.5,
    back: 1.2,
  }),
];
