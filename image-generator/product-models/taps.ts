/** Taps and mixers. */
import { finish, type Look, type ProductModels } from "#image-generator/product-model.ts";
import { brass, chrome, plastic, steel } from "#image-generator/render/material.ts";
import { type Model, move, repeat, turnX, turnY, turnZ } from "#image-generator/render/mesh.ts";
import { ball, bar, box, curve, cylinder, lathe, pipe, ring, tube } from "#image-generator/render/shapes.ts";
import { ellipsoid, limb, meshField, smoothUnion } from "#image-generator/render/solid.ts";

/** A garden tap: brass body, lever, ribbed nose for a hose. */
function tap(look: Look): Model {
  const metal = finish(look, brass());
  const body = meshField(
    metal,
    smoothUnion(
      0.1,
      limb([-0.6, 0, 0], [0.3, 0, 0], 0.17, 0.17),
      limb([0.3, 0, 0], [0.62, -0.1, 0], 0.16, 0.14),
      limb([0.62, -0.1, 0], [0.68, -0.45, 0], 0.14, 0.13),
      limb([0, 0, 0], [0, 0.42, 0], 0.17, 0.14),
      ellipsoid([0, 0, 0], [0.28, 0.24, 0.24]),
    ),
    { min: [-0.8, -0.62, -0.3], max: [0.9, 0.6, 0.3] },
    0.024,
  );
  const hex = (radius: number, height: number): Model =>
    lathe(
      metal,
      [
        [0, 0],
        [radius, 0],
        [radius, height],
        [0, height],
      ],
      0.03,
      6,
    );
  const handle = [
    ...move(box(plastic("#B8391A"), 0.86, 0.09, 0.2, 0.045), 0.2, 0.66, 0),
    ...move(cylinder(steel(), 0.1, 0.1), 0, 0.64, 0),
  ];
  return [
    ...body,
    ...move(turnZ(hex(0.25, 0.18), 90), -0.42, 0, 0),
    ...move(turnZ(pipe(metal, 0.19, 0.34, 0.05), 90), -0.6, 0, 0),
    ...repeat(
      turnZ(ring(metal, 0.19, 0.018), 90),
      [0, 1, 2, 3].map((i) => [-0.68 - i * 0.06, 0, 0] as const),
    ),
    ...move(hex(0.2, 0.14), 0, 0.34, 0),
    ...cylinder(metal, 0.07, 0.66),
    ...handle,
    ...move(pipe(metal, 0.16, 0.2, 0.05), 0.68, -0.62, 0),
    ...repeat(ring(metal, 0.16, 0.016), [
      [0.68, -0.48, 0],
      [0.68, -0.55, 0],
    ]),
  ];
}

/** A concealed stop valve: the body with its two ends, the long spindle, the rose and the handle. */
function stopValve(look: Look): Model {
  const raw = brass();
  const metal = finish(look, chrome());
  return turnX(
    [
      ...meshField(
        raw,
        smoothUnion(
          0.1,
          limb([-0.5, 0, 0], [0.5, 0, 0], 0.2),
          ellipsoid([0, 0, 0], [0.32, 0.3, 0.3]),
          limb([0, 0, 0], [0, 0, 0.5], 0.2, 0.17),
        ),
        { min: [-0.8, -0.4, -0.4], max: [0.8, 0.4, 0.8] },
        0.03,
      ),
      ...repeat(
        turnZ(
          lathe(
            raw,
            [
              [0, -0.14],
              [0.29, -0.14],
              [0.29, 0.14],
              [0, 0.14],
            ],
            0.03,
            6,
          ),
          90,
        ),
        [
          [-0.58, 0, 0],
          [0.58, 0, 0],
        ],
      ),
      ...turnX(move(cylinder(raw, 0.1, 0.6), 0, 0.4, 0), 90),
      ...move(
        turnX(
          lathe(
            metal,
            [
              [0, 0],
              [0.46, 0],
              [0.42, 0.06],
              [0.2, 0.14],
              [0.14, 0.3],
              [0, 0.3],
            ],
            0.03,
          ),
          90,
        ),
        0,
        0,
        0.72,
      ),
      ...[45, 135].flatMap((angle) => turnZ(bar(metal, [-0.34, 0, 1.1], [0.34, 0, 1.1], 0.075, true), angle)),
      ...move(turnX(cylinder(plastic("#1F5FA8"), 0.08, 0.02, 0.006), 90), 0, 0, 1.17),
    ],
    -24,
  );
}

/** A float valve: the brass body, the arm and its ball. */
function floatValve(look: Look): Model {
  const metal = finish(look, brass());
  return [
    ...turnZ(
      [
        ...move(cylinder(metal, 0.15, 0.7), 0, -0.35, 0),
        ...repeat(
          ring(metal, 0.15, 0.018),
          [0, 1, 2, 3].map((i) => [0, 0.06 + i * 0.07, 0] as const),
        ),
        ...move(
          lathe(
            metal,
            [
              [0, 0],
              [0.26, 0],
              [0.26, 0.14],
              [0, 0.14],
            ],
            0.02,
            6,
          ),
          0,
          -0.12,
          0,
        ),
      ],
      90,
    ),
    ...move(pipe(metal, 0.13, 0.4, 0.03), 0.42, -0.34, 0),
    ...move(turnX(cylinder(metal, 0.07, 0.3), 90), 0.44, 0.1, -0.15),
    ...bar(metal, [0.44, 0.1, 0], [1.7, 0.02, 0], 0.035),
    ...move(ball(plastic("#1F5FA8", 0.24), 0.42), 2.0, -0.02, 0),
    ...move(ring(plastic("#184c86", 0.3), 0.42, 0.014), 2.0, -0.02, 0),
  ];
}

/** A self-closing basin tap: a pillar with a push button. */
function pushTap(look: Look): Model {
  const metal = finish(look, chrome());
  return turnY(
    [
      ...lathe(
        metal,
        [
          [0, 0],
          [0.36, 0],
          [0.36, 0.06],
          [0.24, 0.12],
          [0.23, 0.9],
          [0, 0.9],
        ],
        0.05,
      ),
      ...move(
        lathe(
          metal,
          [
            [0, 0],
            [0.2, 0],
            [0.2, 0.06],
            [0.26, 0.1],
            [0.26, 0.26],
            [0, 0.3],
          ],
          0.05,
        ),
        0,
        0.92,
        0,
      ),
      ...move(cylinder(plastic("#1F5FA8"), 0.1, 0.015, 0.004), 0, 1.215, 0),
      ...meshField(
        metal,
        smoothUnion(
          0.14,
          limb([0, 0.6, 0], [0, 0.66, 0.72], 0.14, 0.11),
          limb([0, 0.66, 0.72], [0, 0.5, 0.8], 0.11, 0.1),
        ),
        { min: [-0.3, 0.3, -0.2], max: [0.3, 0.9, 1] },
        0.026,
      ),
    ],
    52,
  );
}

/** A hand shower seen from its side, its rose towards +z. */
export function handShower(metal: ReturnType<typeof chrome>): Model {
  return [
    ...turnX(
      lathe(
        metal,
        [
          [0, 0],
          [0.26, 0],
          [0.28, 0.05],
          [0.22, 0.14],
          [0.1, 0.2],
          [0, 0.2],
        ],
        0.03,
      ),
      -90,
    ),
    ...turnX(cylinder(plastic("#dfe3e5", 0.4), 0.22, 0.02, 0.006), 90),
    ...tube(
      metal,
      curve([
        [0, -0.1, -0.1],
        [0, -0.4, -0.14],
        [0, -0.95, -0.1],
      ]),
      0.07,
    ),
  ];
}

/** A bath mixer for the wall: two unions, the body, the spout, and a hand shower on its hose. */
function bathMixer(look: Look): Model {
  const metal = finish(look, chrome());
  return [
    ...turnZ(move(cylinder(metal, 0.17, 1.4, 0.05), 0, -0.7, 0), 90),
    ...[-0.56, 0.56].flatMap((x) => [
      ...move(turnX(cylinder(metal, 0.13, 0.4), -90), x, 0, 0),
      ...move(
        turnX(
          lathe(
            metal,
            [
              [0, 0],
              [0.28, 0],
              [0.22, 0.08],
              [0, 0.1],
            ],
            0.03,
          ),
          -90,
        ),
        x,
        0,
        -0.34,
      ),
    ]),
    ...tube(
      metal,
      curve([
        [0, -0.02, 0.06],
        [0, -0.14, 0.4],
        [0, -0.2, 0.7],
        [0, -0.36, 0.78],
      ]),
      0.1,
    ),
    ...move(
      lathe(
        metal,
        [
          [0, 0],
          [0.17, 0],
          [0.16, 0.16],
          [0, 0.2],
        ],
        0.05,
      ),
      0,
      0.12,
      0,
    ),
    ...move(turnX(box(metal, 0.12, 0.05, 0.6, 0.024), -16), 0, 0.36, 0.26),
    ...tube(
      metal,
      curve([
        [0.4, -0.14, 0],
        [0.42, -0.6, 0.1],
        [0.8, -1.0, 0.2],
        [1.2, -0.6, 0.2],
        [1.1, -0.1, 0.16],
      ]),
      (t) => 0.04 + 0.006 * Math.sin(t * 420),
      { steps: 10 },
    ),
    ...move(turnZ(handShower(metal), -10), 1.0, 0.84, 0.2),
  ];
}

/** A mixer with one lever: low for a basin, tall for a bowl, or with a swan neck for a sink. */
function mixer(look: Look, shape: "low" | "tall" | "swan"): Model {
  const tall = { low: 0.8, tall: 1.7, swan: 1.5 }[shape];
  const metal = finish(look, chrome());
  const spout =
    shape === "swan"
      ? tube(
          metal,
          curve([
            [0, tall - 0.2, 0],
            [0, tall + 0.3, 0.05],
            [0.0, tall + 0.55, 0.4],
            [0, tall + 0.3, 0.8],
            [0, tall + 0.02, 0.85],
          ]),
          0.1,
        )
      : meshField(
          metal,
          smoothUnion(
            0.16,
            limb([0, tall - 0.28, 0], [0, tall - 0.06, 0.82], 0.13, 0.085),
            limb([0, tall - 0.06, 0.82], [0, tall - 0.18, 0.94], 0.085, 0.08),
          ),
          { min: [-0.3, tall - 0.5, -0.25], max: [0.3, tall + 0.15, 1.1] },
          0.024,
        );
  const body = [
    ...lathe(
      metal,
      [
        [0, 0],
        [0.34, 0],
        [0.34, 0.07],
        [0.23, 0.12],
        [0.22, tall],
        [0, tall],
      ],
      0.05,
    ),
    ...spout,
    ...(shape === "swan"
      ? [
          ...bar(metal, [0.18, 0.7, 0], [0.42, 0.7, 0], 0.1, false),
          ...bar(metal, [0.4, 0.68, 0], [0.5, 1.15, 0], 0.045, true),
        ]
      : [
          ...move(
            lathe(
              metal,
              [
                [0, 0],
                [0.225, 0],
                [0.215, 0.2],
                [0, 0.26],
              ],
              0.07,
            ),
            0,
            tall + 0.02,
            0,
          ),
          ...move(turnX(box(metal, 0.14, 0.06, 0.74, 0.03), -14), 0, tall + 0.27, 0.32),
        ]),
    ...move(cylinder(plastic("#B8391A"), 0.03, 0.012, 0.004), 0, tall + 0.29, 0),
  ];
  return turnY(body, 52);
}

const plated = { elevation: 16 };

export const tapModels: ProductModels = {
  "robinet-de-puisage": { draw: tap, elevation: 14 },
  "robinet-d-arret": { draw: stopValve, ...plated },
  "robinet-a-flotteur": { draw: floatValve, ...plated },
  "robinet-temporise": { draw: pushTap, ...plated },
  "mitigeur-lavabo": { draw: (look) => mixer(look, "low"), ...plated },
  "mitigeur-lavabo-haut": { draw: (look) => mixer(look, "tall"), ...plated },
  "mitigeur-evier": { draw: (look) => mixer(look, "swan"), ...plated },
  "mitigeur-bain-douche": { draw: bathMixer, elevation: 12, frontal: true },
};
