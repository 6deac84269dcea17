/** Secateurs, shears and machetes. */
import { brandPlate, type Look, type ProductModels } from "#image-generator/product-model.ts";
import { brass, type Material, plastic, rubber, steel, wood } from "#image-generator/render/material.ts";
import { type Model, move, repeat, scale, turnX, turnY, turnZ } from "#image-generator/render/mesh.ts";
import type { Corner } from "#image-generator/render/outline.ts";
import { bar, box, curve, cylinder, extrude, tube } from "#image-generator/render/shapes.ts";
import { limb, meshField, smoothUnion } from "#image-generator/render/solid.ts";
import type { Vec } from "#image-generator/render/vector.ts";

/** Secateurs: the blade, the hook, two grips with a spring between. */
function secateurs(look: Look): Model {
  const { brand } = look;
  const long = 0.72;
  const bladeOut: Corner[] = [
    [-0.06, 0],
    [0.24, 0.1, 0.1],
    [0.3, long * 0.5, 0.2],
    [0.1, long, 0.03],
    [-0.02, long * 0.9],
    [0.04, long * 0.4, 0.2],
  ];
  const hook: Corner[] = [
    [-0.22, 0],
    [0.06, 0.05],
    [-0.02, long * 0.4, 0.1],
    [-0.04, long * 0.82],
    [-0.12, long * 0.86, 0.03],
    [-0.24, long * 0.4, 0.12],
  ];
  const grip = (side: 1 | -1, hex: string): Model =>
    tube(
      plastic(hex, 0.3),
      curve([
        [side * 0.02, 0, 0],
        [side * 0.22, -0.3, 0],
        [side * 0.34, -0.8, 0],
        [side * 0.26, -1.3, 0],
        [side * 0.3, -1.46, 0],
      ]),
      (t) => 0.09 + 0.05 * Math.sin(t * Math.PI),
    );
  const body = [
    ...move(turnZ(extrude(steel("#d3d8db", 0.2), bladeOut, { depth: 0.07, bevel: 0.02 }), -6), 0, 0, 0.05),
    ...move(
      turnZ(
        extrude(steel("#6d7378", 0.3), hook, {
          depth: 0.09,
          bevel: 0.03,
        }),
        8,
      ),
      0,
      0,
      -0.04,
    ),
    ...grip(1, brand.color),
    ...grip(-1, brand.color),
    ...turnX(move(cylinder(steel("#b9bec2"), 0.15, 0.26, 0.04), 0, -0.13, 0), 90),
    ...turnX(move(cylinder(plastic("#F4B223"), 0.08, 0.29, 0.02), 0, -0.145, 0), 90),
    ...tube(
      steel("#9aa0a5"),
      Array.from(
        { length: 60 },
        (_, i): Vec => [-0.16 + (i / 59) * 0.32, -0.42 + 0.05 * Math.cos(i * 0.7), 0.06 * Math.sin(i * 0.7)],
      ),
      0.016,
      { steps: 6 },
    ),
  ];
  return turnY(turnX(body, -90), 30);
}

/** A long-handled cutter, lying: two blades, a pivot, two straight arms with grips. */
function loppers(look: Look, arms: Material, blade: "hook" | "hedge"): Model {
  const hedge = blade === "hedge";
  const edge: Corner[] = hedge
    ? [
        [0.0, 0],
        [0.16, 0.04, 0.04],
        [0.18, 0.9, 0.2],
        [0.04, 1.3, 0.03],
        [-0.01, 1.28],
      ]
    : [
        [-0.02, 0],
        [0.22, 0.06, 0.06],
        [0.24, 0.36, 0.16],
        [0.06, 0.66, 0.03],
        [-0.02, 0.5],
      ];
  const hook: Corner[] = [
    [-0.2, 0],
    [0.02, 0.04],
    [-0.04, 0.24, 0.1],
    [0.0, 0.6, 0.04],
    [-0.12, 0.62, 0.04],
    [-0.24, 0.3, 0.1],
  ];
  const arm = (side: 1 | -1): Model => {
    const foot: Vec = hedge ? [side * 0.62, -1.1, 0] : [side * 0.5, -2.2, 0];
    const grip: Vec = hedge ? [side * 0.66, -1.62, 0] : [side * 0.56, -2.75, 0];
    return [
      ...tube(arms, curve([[side * 0.05, -0.06, 0], [side * 0.3, -0.34, 0], foot]), 0.075),
      ...bar(hedge ? arms : plastic(look.brand.color), foot, grip, 0.1, true),
    ];
  };
  const body: Model = [
    ...move(turnZ(extrude(steel("#d3d8db", 0.2), edge, { depth: 0.06, bevel: 0.02 }), -5), 0, 0, 0.04),
    ...move(
      turnZ(
        extrude(steel("#6d7378", 0.3), hedge ? edge.map(([x, y, r]): Corner => [-x, y, r]) : hook, {
          depth: 0.07,
          bevel: 0.02,
        }),
        5,
      ),
      0,
      0,
      -0.04,
    ),
    ...arm(1),
    ...arm(-1),
    ...turnX(move(cylinder(steel("#b9bec2"), 0.13, 0.26, 0.04), 0, -0.13, 0), 90),
    ...move(brandPlate(arms, look, 0.3), 0, -0.02, 0.135),
  ];
  return turnY(turnX(body, -90), 26);
}

/** Cordless secateurs: a pistol body with a short blade and a battery in its foot. */
function cordlessSecateurs(look: Look): Model {
  const { brand } = look;
  const body = meshField(
    plastic(brand.color),
    smoothUnion(
      0.12,
      limb([-0.7, 0, 0], [0.5, 0.04, 0], 0.19, 0.17),
      limb([-0.7, 0, 0], [-0.95, -0.2, 0], 0.2, 0.2),
    ),
    { min: [-1.3, -0.5, -0.3], max: [0.8, 0.3, 0.3] },
    0.028,
  );
  return [
    ...body,
    ...move(box(rubber(), 0.34, 0.44, 0.42, 0.06), -1.16, -0.32, 0),
    ...move(box(rubber(), 0.2, 0.36, 0.36, 0.1), 0.62, 0.04, 0),
    ...move(
      turnZ(
        extrude(
          steel("#d3d8db", 0.2),
          [
            [0, -0.05],
            [0.2, -0.12, 0.05],
            [0.62, 0.06, 0.1],
            [0.8, 0.26, 0.02],
            [0.4, 0.14, 0.1],
            [0, 0.1],
          ],
          { depth: 0.05, bevel: 0.015 },
        ),
        4,
      ),
      0.7,
      0.08,
      0,
    ),
    ...move(
      extrude(
        steel("#6d7378", 0.3),
        [
          [0, -0.14],
          [0.4, -0.3, 0.08],
          [0.74, -0.12, 0.04],
          [0.68, -0.02],
          [0.36, -0.14, 0.1],
          [0, 0],
        ],
        { depth: 0.08, bevel: 0.02 },
      ),
      0.7,
      0.04,
      -0.05,
    ),
    ...move(turnX(cylinder(steel("#b9bec2"), 0.09, 0.2, 0.02), 90), 0.76, 0.04, -0.1),
    ...tube(
      plastic(brand.accent === "#FFFFFF" ? "#2b2d30" : brand.accent),
      curve([
        [0.3, -0.14, 0],
        [0.1, -0.3, 0],
        [-0.1, -0.16, 0],
      ]),
      0.05,
    ),
    ...[1, -1].flatMap((side) =>
      scale(move(brandPlate(plastic(brand.color), look, 0.46), -0.15, 0.02, 0.19), 1, 1, side),
    ),
  ];
}

/** A machete: a broad blade, a riveted wooden handle. */
function machete(look: Look): Model {
  const blade: Corner[] = [
    [0, -0.12],
    [1.7, -0.26, 0.3],
    [2.05, -0.1, 0.3],
    [2.1, 0.16, 0.06],
    [1.2, 0.12, 0.4],
    [0, 0.1],
  ];
  return turnY(
    turnX(
      [
        ...extrude(steel("#c3c8cc", 0.26), blade, { depth: 0.04, bevel: 0.015 }),
        ...extrude(
          wood("#a8683a"),
          [
            [-0.75, -0.16, 0.08],
            [-0.6, -0.22, 0.1],
            [0.05, -0.12, 0.03],
            [0.05, 0.1, 0.03],
            [-0.72, 0.1, 0.08],
          ],
          { depth: 0.16, bevel: 0.04 },
        ),
        ...repeat(turnX(cylinder(brass(), 0.03, 0.17, 0.006), 90), [
          [-0.5, -0.05, -0.085],
          [-0.26, -0.03, -0.085],
          [-0.04, -0.01, -0.085],
        ]),
        ...move(brandPlate(steel("#c3c8cc"), look, 0.4), 0.5, -0.02, 0.022),
      ],
      -72,
    ),
    16,
  );
}

const lying = { elevation: 40 };

export const cutterModels: ProductModels = {
  secateur: { draw: secateurs, ...lying },
  "cisaille-a-haie": { draw: (look) => loppers(look, wood("#d09a5b"), "hedge"), ...lying },
  "coupe-branches": { draw: (look) => loppers(look, steel("#c3c8cc"), "hook"), ...lying },
  "secateur-sur-batterie": { draw: cordlessSecateurs, elevation: 18 },
  "coupe-coupe": { draw: machete, elevation: 34 },
};
