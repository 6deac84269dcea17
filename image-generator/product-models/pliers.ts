/** Pliers and pincers. */
import { finish, type Look, type ProductModels } from "#image-generator/product-model.ts";
import { plastic, steel } from "#image-generator/render/material.ts";
import { type Model, move, scale, turnX } from "#image-generator/render/mesh.ts";
import type { Corner } from "#image-generator/render/outline.ts";
import { curve, cylinder, extrude, tube } from "#image-generator/render/shapes.ts";
import { lying } from "./tool-parts.ts";

type Jaw = "universal" | "cutting" | "pincers" | "crimping";

const jaws: Record<Jaw, readonly Corner[]> = {
  universal: [
    [0.02, 0],
    [0.26, 0.02, 0.08],
    [0.27, 0.4, 0.1],
    [0.16, 0.78, 0.04],
    [0.015, 0.8],
  ],
  cutting: [
    [0.02, 0],
    [0.24, 0.02, 0.06],
    [0.3, 0.24, 0.1],
    [0.12, 0.46, 0.06],
    [0.015, 0.5],
  ],
  pincers: [
    [0.1, 0],
    [0.24, 0.0, 0.06],
    [0.42, 0.3, 0.14],
    [0.3, 0.62, 0.14],
    [0.015, 0.7, 0.02],
    [0.015, 0.6],
    [0.2, 0.5, 0.1],
    [0.24, 0.3, 0.12],
    [0.06, 0.08],
  ],
  crimping: [
    [0.02, 0],
    [0.34, 0.02, 0.08],
    [0.36, 0.5, 0.08],
    [0.2, 0.6, 0.04],
    [0.12, 0.6],
    [0.1, 0.52],
    [0.015, 0.52],
  ],
};

/** Pliers with coated handles. */
function pliers(look: Look, shape: Jaw): Model {
  const { brand } = look;
  const arm = (side: 1 | -1): Model => [
    ...extrude(steel("#8d9398", 0.28), jaws[shape], { depth: 0.2, bevel: 0.018 }).flatMap((p) =>
      scale([p], side, 1, 1),
    ),
    ...tube(
      finish(look, plastic(brand.color, 0.3)),
      curve([
        [-side * 0.06, -0.06, 0],
        [side * 0.24, -0.4, 0],
        [side * 0.34, -0.9, 0],
        [side * 0.24, -1.5, 0],
      ]),
      (t) => 0.085 + 0.035 * Math.sin(t * Math.PI),
    ),
    ...tube(
      plastic(brand.accent === "#FFFFFF" ? "#2b2a2c" : brand.accent, 0.3),
      curve([
        [side * 0.29, -0.5, 0.07],
        [side * 0.37, -0.9, 0.07],
        [side * 0.29, -1.36, 0.07],
      ]),
      0.062,
    ),
  ];
  return lying(
    [
      ...arm(1),
      ...arm(-1),
      ...turnX(move(cylinder(steel("#767c81", 0.3), 0.17, 0.25, 0.04), 0, -0.125, 0), 90),
      ...turnX(move(cylinder(steel("#d0d4d7"), 0.07, 0.28, 0.03), 0, -0.14, 0), 90),
    ],
    angles[shape],
  );
}

const angles: Record<Jaw, number> = { universal: 150, cutting: -150, pincers: 160, crimping: -160 };

export const plierModels: ProductModels = {
  "pince-universelle": { draw: (look) => pliers(look, "universal"), elevation: 42 },
  "pince-coupante": { draw: (look) => pliers(look, "cutting"), elevation: 42 },
  tenaille: { draw: (look) => pliers(look, "pincers"), elevation: 42 },
  "pince-a-sertir": { draw: (look) => pliers(look, "crimping"), elevation: 42 },
};
