/** Bulbs, battens and panels. */
import { finish, inRows, type Look, type ProductModels, sticker } from "#image-generator/product-model.ts";
import { lamp, type Material, plastic, rubber, steel } from "#image-generator/render/material.ts";
import { type Model, move, repeat, scale, turnX, turnY, turnZ } from "#image-generator/render/mesh.ts";
import type { Corner } from "#image-generator/render/outline.ts";
import { box, curve, cylinder, lathe, ring, tube } from "#image-generator/render/shapes.ts";
import type { Vec } from "#image-generator/render/vector.ts";

/** A profile without corners. */
const smoothed = (corners: readonly Corner[]): Corner[] =>
  curve(
    corners.map(([x, y]): Vec => [x, y, 0]),
    6,
  ).map(([x, y]): Corner => [Math.max(0, x), y]);

/** An LED bulb with its E27 cap of ribbed metal; the large one holds a battery in its neck. */
function bulb(look: Look, large: boolean): Model {
  const own = finish(look, plastic("#ffffff"));
  const lit: Material = { ...own, glow: 0.22 };
  const cap: Model = [
    ...cylinder(rubber("#2a2a2a"), 0.08, 0.05),
    ...lathe(
      steel("#cfd3d6", 0.22),
      [
        [0, 0.03],
        [0.16, 0.05],
        [0.2, 0.1],
        [0.2, 0.42],
        [0, 0.42],
      ],
      0.02,
    ),
    ...repeat(
      ring(steel("#b4b9bd", 0.22), 0.2, 0.024),
      [0, 1, 2, 3].map((i) => [0, 0.13 + i * 0.075, 0] as const),
    ),
  ];
  const neck = lathe(
    plastic("#f6f4ef", 0.32),
    [
      [0, 0.4],
      [0.21, 0.4],
      [0.24, 0.5],
      [0.38, 0.86],
      [0.4, 0.92],
      [0, 0.92],
    ],
    0.03,
  );
  const globe: Corner[] = large
    ? [
        [0.39, 0.92],
        [0.62, 1.1],
        [0.7, 1.42],
        [0.62, 1.74],
        [0.4, 1.95],
        [0, 2.03],
      ]
    : [
        [0.395, 0.92],
        [0.46, 1.06],
        [0.5, 1.24],
        [0.46, 1.46],
        [0.34, 1.62],
        [0.18, 1.7],
        [0, 1.72],
      ];
  return [
    ...cap,
    ...neck,
    ...lathe(lit, smoothed(globe), 0),
    ...move(
      scale(sticker([look.brand.printedName, look.print.join(" ")], 0.36, 0.2, "#f6f4ef", "#6b655c"), 1),
      0,
      0.72,
      0.345,
    ),
  ];
}

/** A batten with its tube, slightly raised at the back. */
function batten(look: Look): Model {
  return turnY(
    [
      ...box(plastic("#f7f5f0"), 3.2, 0.12, 0.3, 0.04),
      ...move(turnZ(cylinder(lamp("#ffffff", 0.2), 0.12, 3.0, 0.03), 90), 1.5, 0.14, 0.0),
      ...repeat(box(plastic("#e4e1d9"), 0.14, 0.3, 0.3, 0.04), [
        [-1.54, 0.1, 0],
        [1.54, 0.1, 0],
      ]),
      ...move(sticker([look.brand.printedName], 0.5, 0.09, "#f7f5f0", "#6b655c"), -1.0, 0, 0.153),
      ...move(sticker([look.print.join(" ")], 0.5, 0.09, "#f7f5f0", "#6b655c"), 1.0, 0, 0.153),
    ],
    22,
  );
}

/** A recessed panel: the thin lit square, its clips, and the driver on its wire. */
function panel(look: Look): Model {
  return [
    ...turnX(
      [
        ...box(plastic("#f7f5f0"), 1.9, 1.9, 0.12, 0.04),
        ...move(box(lamp("#ffffff", 0.24), 1.62, 1.62, 0.02, 0.008), 0, 0, 0.056),
        ...repeat(
          tube(
            steel("#9aa0a5"),
            curve([
              [0, 0, 0],
              [0.1, 0.1, -0.2],
              [0.3, 0.1, -0.24],
            ]),
            0.02,
          ),
          [
            [0.9, 0, -0.06],
            [0.9, 0.4, -0.06],
          ],
        ),
      ],
      -34,
    ),
    ...move(
      [
        ...box(plastic("#f1eee6"), 0.7, 0.22, 0.3, 0.04),
        ...move(
          sticker([look.brand.printedName, look.print.join(" ")], 0.6, 0.18, "#f1eee6", "#6b655c"),
          0,
          0,
          0.153,
        ),
      ],
      1.3,
      -0.68,
      0.5,
    ),
    ...tube(
      plastic("#2b2d30"),
      curve([
        [0.9, -0.66, 0.2],
        [1.2, -0.74, 0.1],
        [1.5, -0.74, 0.2],
        [1.66, -0.7, 0.5],
      ]),
      0.03,
    ),
  ];
}

export const bulbModels: ProductModels = {
  "ampoule-led": { draw: (look) => turnZ(bulb(look, false), -8), elevation: 12 },
  "ampoule-led-rechargeable": { draw: (look) => bulb(look, true), elevation: 12 },
  "ampoules-led": {
    draw: (look) => inRows(() => bulb(look, false), look.pieces, 5, 1.1, -1.0),
    elevation: 22,
  },
  "reglette-led": { draw: batten, elevation: 22 },
  "panneau-led": { draw: panel, frontal: true },
};
