/** Gloves, helmets, ear defenders. */
import { brandPlate, finish, type Look, type ProductModels } from "#image-generator/product-model.ts";
import { matt, plastic, rubber, steel } from "#image-generator/render/material.ts";
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
import { bar, curve, cylinder, lathe, ring, tube } from "#image-generator/render/shapes.ts";
import {
  block,
  ellipsoid,
  limb,
  meshField,
  smoothSubtract,
  smoothUnion,
} from "#image-generator/render/solid.ts";
import type { Vec } from "#image-generator/render/vector.ts";

/** A work glove standing on its cuff: knit hand, dipped palm. */
function glove(hex: string, dip: string, cuff: string, long = 0.5): Model {
  const finger = (x: number, top: number, lean: number): ReturnType<typeof limb> =>
    limb([x, 0.7, 0], [x + lean, top, 0.06], 0.125, 0.105);
  const hand = smoothUnion(
    0.09,
    block([0, 0.46, 0], [0.4, 0.38, 0.15], 0.14),
    finger(-0.3, 1.24, -0.08),
    finger(-0.1, 1.4, -0.02),
    finger(0.11, 1.36, 0.03),
    finger(0.3, 1.16, 0.1),
    limb([-0.3, 0.34, 0.04], [-0.68, 0.72, 0.16], 0.15, 0.115),
  );
  const limits = { min: [-0.95, -0.1, -0.3], max: [0.65, 1.62, 0.36] } as const;
  const dipped = smoothUnion(0.02, hand);
  const front = smoothSubtract(
    (p) => dipped(p) - 0.012,
    (p) => p[2] + 0.02 - (p[1] < 0.24 ? 9 : 0) * -1,
    0.02,
  );
  return [
    ...meshField(matt(hex), hand, limits, 0.026),
    ...meshField(rubber(dip), front, limits, 0.026),
    ...scale(
      lathe(
        matt(cuff),
        [
          [0, 0.16 - long],
          [0.36, 0.16 - long, 0.05],
          [0.33, -0.1],
          [0.35, 0.16, 0.05],
          [0, 0.16],
        ],
        0.05,
      ),
      1.04,
      1,
      0.52,
    ),
    ...repeat(
      scale(ring(matt(hex), 0.35, 0.022), 1.05, 1, 0.55),
      long > 0.6
        ? [[0, 0.2 - long, 0]]
        : [
            [0, -0.3, 0],
            [0, -0.2, 0],
            [0, -0.1, 0],
            [0, 0, 0],
          ],
    ),
  ];
}

/** Gloves in pairs: hand, coating, cuff, and the cuff's length. */
const gloves =
  (hex: string, dip: string, cuff: string, long?: number) =>
  ({ brand, pieces }: Look): Model => {
    const one = glove(hex, dip, cuff, long);
    const pair: Model = [
      ...turnZ(one, 6),
      ...move(turnZ(scale(one, -1, 1, 1), -8), 0.95, 0, -0.24),
      ...move(brandPlate(matt(cuff), { brand, print: [], pieces: 1 }, 0.34), 0, -0.1, 0.2),
    ];
    return Array.from({ length: pieces }, (_, i) => move(settle(pair), i * 2.05, 0, -i * 0.3)).flat();
  };

/** A safety helmet with its ridge, brim and chin strap. */
function helmet(look: Look): Model {
  const shell = finish(look, plastic("#F4B223", 0.22));
  const dome = meshField(
    shell,
    smoothUnion(
      0.07,
      smoothSubtract(
        smoothUnion(
          0.06,
          ellipsoid([0, 0, 0], [0.76, 0.74, 0.9]),
          ellipsoid([0, 0.03, 0.1], [0.9, 0.07, 1.1]),
        ),
        block([0, -0.55, 0], [2, 0.52, 2], 0.01),
        0.03,
      ),
      ellipsoid([0, 0, 0], [0.1, 0.83, 0.88]),
      ellipsoid([-0.27, 0, 0], [0.055, 0.755, 0.8]),
      ellipsoid([0.27, 0, 0], [0.055, 0.755, 0.8]),
    ),
    { min: [-0.95, -0.1, -1.1], max: [0.95, 0.9, 1.3] },
    0.03,
  );
  const strap: Vec[] = curve([
    [-0.7, 0, 0.1],
    [-0.6, -0.3, 0.2],
    [0, -0.52, 0.3],
    [0.6, -0.3, 0.2],
    [0.7, 0, 0.1],
  ]);
  return turnY(
    [
      ...dome,
      ...tube(rubber(), strap, 0.022),
      ...move(turnX(brandPlate(shell, look, 0.4), -26), 0, 0.3, 0.862),
    ],
    24,
  );
}

/** Ear defenders: two cups on a padded headband. */
function earDefenders(look: Look): Model {
  const shell = plastic(look.brand.color);
  const cup = (side: 1 | -1): Model =>
    move(
      turnZ(
        [
          ...scale(cylinder(rubber("#26282a"), 0.46, 0.2, 0.09), 1, 1, 0.8),
          ...move(
            scale(
              lathe(
                shell,
                [
                  [0, 0],
                  [0.48, 0],
                  [0.5, 0.1],
                  [0.36, 0.28, 0.1],
                  [0, 0.32],
                ],
                0.05,
              ),
              1,
              1,
              0.8,
            ),
            0,
            0.18,
            0,
          ),
        ],
        -side * 84,
      ),
      side * 0.52,
      0,
      0,
    );
  const band = curve([
    [-0.86, 0.1, 0],
    [-0.96, 0.6, 0],
    [-0.7, 1.22, 0],
    [0, 1.46, 0],
    [0.7, 1.22, 0],
    [0.96, 0.6, 0],
    [0.86, 0.1, 0],
  ]);
  return turnY(
    [
      ...cup(1),
      ...cup(-1),
      ...scale(
        tube(rubber("#2b2d30"), band, (t) => 0.045 + 0.07 * Math.sin(t * Math.PI)),
        1,
        1,
        1.5,
      ),
      ...[-1, 1].flatMap((side) => bar(steel(), [side * 0.9, 0.06, 0.12], [side * 0.96, 0.62, 0.08], 0.02)),
      ...move(turnY(brandPlate(shell, look, 0.44), 84), 0.925, 0, 0),
    ],
    -34,
  );
}

const onHead = { elevation: 20 };
const standing = { elevation: 14 };

export const protectionModels: ProductModels = {
  "gants-de-manutention": { draw: gloves("#e9e2d2", "#e0661f", "#e9e2d2"), ...standing },
  "gants-de-soudeur": { draw: gloves("#cf9a5c", "#b9793c", "#d8a867", 1.1), ...standing },
  "gants-isolants": { draw: gloves("#d2552b", "#c9481f", "#d2552b", 0.95), ...standing },
  "gants-anti-coupure": { draw: gloves("#8d979e", "#33363a", "#8d979e"), elevation: 22 },
  "casque-de-chantier": { draw: helmet, ...onHead },
  "casque-antibruit": { draw: earDefenders, ...standing },
};
