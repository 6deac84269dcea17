/** Bathroom ceramics and showers. */
import type { Brand } from "#image-generator/brands.ts";
import { defineProductModel, type ProductModel } from "#image-generator/product-model.ts";
import { chrome, gloss, matt, plastic, steel } from "#image-generator/render/material.ts";
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
import { bar, box, curve, cylinder, lathe, ring, tube } from "#image-generator/render/shapes.ts";
import {
  block,
  drum,
  ellipsoid,
  limb,
  meshField,
  smoothSubtract,
  smoothUnion,
} from "#image-generator/render/solid.ts";

const glaze = (index: number) =>
  gloss(["#f7f5f0", "#f4efe4", "#f7f5f0", "#eef2f2", "#f7f5f0", "#3a3d40"][index] ?? "#f7f5f0");

const smallTap = (): Model => [
  ...lathe(
    chrome(),
    [
      [0, 0],
      [0.12, 0],
      [0.08, 0.05],
      [0.075, 0.3],
      [0, 0.34],
    ],
    0.03,
  ),
  ...tube(
    chrome(),
    curve([
      [0, 0.2, 0],
      [0, 0.3, 0.12],
      [0, 0.26, 0.34],
    ]),
    0.055,
  ),
  ...move(turnX(box(chrome(), 0.06, 0.03, 0.24, 0.014), -18), 0, 0.37, 0.08),
];

function basin(_: Brand, index: number): Model {
  const white = glaze(index);
  const round = index === 1 || index === 5;
  const bowl = round
    ? meshField(
        white,
        smoothSubtract(
          smoothSubtract(
            ellipsoid([0, 0.42, 0], [0.82, 0.44, 0.66]),
            ellipsoid([0, 0.5, 0], [0.72, 0.4, 0.56]),
            0.05,
          ),
          block([0, 0.9, 0], [2, 0.38, 2], 0),
          0.04,
        ),
        { min: [-0.95, -0.05, -0.8], max: [0.95, 0.6, 0.8] },
        0.026,
      )
    : meshField(
        white,
        smoothSubtract(
          smoothUnion(
            0.12,
            block([0, 0.42, 0], [0.86, 0.13, 0.62], 0.12),
            ellipsoid([0, 0.3, 0.02], [0.66, 0.32, 0.5]),
          ),
          ellipsoid([0, 0.58, 0.1], [0.64, 0.4, 0.4]),
          0.07,
        ),
        { min: [-0.95, -0.08, -0.7], max: [0.95, 0.62, 0.7] },
        0.026,
      );
  const drain = move(cylinder(chrome(), 0.08, 0.02, 0.008), 0, round ? 0.11 : 0.19, round ? 0 : 0.1);
  const tapHigh = round ? [] : move(smallTap(), 0, 0.54, -0.44);
  const foot =
    index % 2 === 0
      ? move(
          lathe(
            white,
            [
              [0, 0],
              [0.34, 0],
              [0.34, 0.08],
              [0.24, 0.2],
              [0.2, 0.9],
              [0.3, 1.5],
              [0, 1.5],
            ],
            0.08,
          ),
          0,
          -1.34,
          0,
        )
      : round
        ? move(box(matt("#b97a45"), 2, 0.14, 1.5, 0.04), 0, -0.06, 0)
        : [];
  return [...bowl, ...drain, ...tapHigh, ...foot];
}

function toilet(_: Brand, index: number): Model {
  const white = glaze(index);
  const bowl = meshField(
    white,
    smoothSubtract(
      smoothUnion(
        0.2,
        ellipsoid([0, 0.72, 0.22], [0.44, 0.26, 0.6]),
        limb([0, 0.1, 0.02], [0, 0.55, 0.1], 0.3, 0.3),
        block([0, 0.06, 0.02], [0.34, 0.06, 0.5], 0.05),
        block([0, 0.6, -0.5], [0.36, 0.2, 0.24], 0.08),
      ),
      block([0, 1.14, 0], [2, 0.3, 2], 0.01),
      0.05,
    ),
    { min: [-0.6, -0.04, -0.85], max: [0.6, 1, 0.95] },
    0.028,
  );
  const oval = (y: number, k: number): Model =>
    move(
      scale(
        lathe(
          gloss("#fbfaf7"),
          [
            [0, 0],
            [0.45 * k, 0],
            [0.45 * k, 0.07],
            [0, 0.09],
          ],
          0.035,
        ),
        1,
        1,
        1.34,
      ),
      0,
      y,
      0.22,
    );
  const open = index === 1 || index === 5;
  const seat = open
    ? [
        ...move(scale(ring(gloss("#fbfaf7"), 0.36, 0.075), 1, 0.6, 1.38), 0, 0.88, 0.22),
        ...move(scale(cylinder(plastic("#cfe3e8", 0.08), 0.32, 0.01, 0.004), 1, 1, 1.4), 0, 0.84, 0.22),
        ...move(turnX(move(oval(0, 1), 0, 0, 0.38), -96), 0, 0.9, -0.34),
      ]
    : [...oval(0.86, 1), ...oval(0.94, 0.98)];
  return [
    ...bowl,
    ...seat,
    ...move(box(white, 0.92, 0.74, 0.4, 0.09), 0, 1.2, -0.56),
    ...move(box(white, 0.98, 0.1, 0.46, 0.05), 0, 1.6, -0.56),
    ...move(cylinder(chrome(), 0.1, 0.05, 0.02), 0, 1.64, -0.56),
  ];
}

/** A shower set: rail with hand shower and hose, or a rain head with its column. */
function shower(_: Brand, index: number): Model {
  const metal = index === 2 || index === 5 ? steel("#2d2f31", 0.35) : chrome();
  const rose = (radius: number): Model => [
    ...lathe(
      metal,
      [
        [0, 0.16],
        [0.06, 0.14],
        [0.1, 0.06],
        [radius, 0.045],
        [radius, 0],
        [0, 0],
      ],
      0.02,
    ),
    ...move(cylinder(plastic("#dfe3e5", 0.4), radius * 0.9, 0.012, 0.004), 0, -0.01, 0),
    ...[0.25, 0.5, 0.75].flatMap((k) =>
      Array.from({ length: Math.round(22 * k) }, (_, i) => {
        const angle = (i / Math.round(22 * k)) * Math.PI * 2;
        return move(
          cylinder(plastic("#565b5f"), 0.02, 0.015, 0.004, 8),
          radius * k * Math.cos(angle),
          -0.018,
          radius * k * Math.sin(angle),
        );
      }).flat(),
    ),
  ];
  const hand = turnX(
    [
      ...move(turnX(rose(0.3), 0), 0, 0, 0),
      ...tube(
        metal,
        curve([
          [0, 0.1, 0],
          [0, 0.16, -0.2],
          [0, 0.1, -0.5],
          [0, 0.02, -0.95],
        ]),
        (t) => 0.07 + 0.02 * t,
      ),
    ],
    -38,
  );
  const hose = (x: number): Model =>
    tube(
      metal,
      curve([
        [0, 1.42, 0.1],
        [0.15, 0.7, 0.2],
        [0.4, 0.2, 0.25],
        [0.62, 0.5, 0.2],
        [x, 1.0, 0.06],
      ]),
      (t) => 0.04 + 0.006 * Math.sin(t * 420),
      { steps: 12 },
    );
  if (index === 1 || index === 4) {
    const coil = repeat(ring(metal, 0.42, 0.045), [
      [0, 0, 0],
      [0.03, 0.09, 0.02],
    ]);
    return settle([...turnY(turnX(hand, 218), 200), ...move(coil, 0.66, -0.12, 0.1)]);
  }
  const column = bar(metal, [0, 0, 0], [0, 2.7, 0], 0.055, true);
  const head = [
    ...tube(
      metal,
      curve([
        [0, 2.66, 0],
        [0, 2.86, 0.06],
        [0, 2.9, 0.3],
        [0, 2.84, 0.72],
        [0, 2.7, 0.74],
      ]),
      0.05,
    ),
    ...move(rose(index === 3 ? 0.42 : 0.5), 0, 2.58, 0.74),
  ];
  const body = [
    ...turnZ(move(cylinder(metal, 0.13, 1.1, 0.05), 0, -0.55, 0), 90).flatMap((p) =>
      move([p], 0, 0.95, 0.05),
    ),
    ...repeat(turnZ(move(cylinder(metal, 0.16, 0.18, 0.04), 0, -0.09, 0), 90), [
      [-0.56, 0.95, 0.05],
      [0.56, 0.95, 0.05],
    ]),
  ];
  return [
    ...column,
    ...head,
    ...body,
    ...hose(0),
    ...move(hand, 0, 1.72, 0.34),
    ...move(cylinder(metal, 0.13, 0.04, 0.015), 0, -0.01, 0),
  ];
}

const mirror = (): Model =>
  settle([
    ...turnX(
      lathe(
        steel("#2d2f31", 0.3),
        [
          [0, 0],
          [0.52, 0],
          [0.52, 0.06],
          [0, 0.06],
        ],
        0.02,
      ),
      82,
    ),
    ...move(turnX(cylinder(chrome(), 0.48, 0.01, 0.004), 82), 0, 0.008, 0.062),
  ]);

const rolls = (): Model => {
  const roll = lathe(
    matt("#fbf9f4"),
    [
      [0.1, 0],
      [0.3, 0],
      [0.3, 0.5],
      [0.1, 0.5],
      [0.1, 0],
    ],
    0.04,
  );
  return settle([...roll, ...move(roll, 0.64, 0, 0.1), ...move(roll, 0.3, 0.51, 0.02)]);
};

const soap = (): Model =>
  settle(
    meshField(
      plastic("#7FB8A4"),
      smoothUnion(
        0.08,
        drum([0, 0.4, 0], 1, 0.26, 0.4, 0.1),
        drum([0, 0.86, 0], 1, 0.1, 0.12, 0.03),
        limb([0, 1.0, 0], [0.3, 1.02, 0], 0.06, 0.04),
      ),
      { min: [-0.3, -0.05, -0.3], max: [0.4, 1.12, 0.3] },
      0.024,
    ),
  );

export const bathroomModels: readonly ProductModel[] = [
  defineProductModel({
    name: "lavabo",
    piece: basin,
    carton: [1.6, 1.1, 1],
    extra: mirror,
    elevation: 26,
  }),
  defineProductModel({
    name: "wc",
    piece: toilet,
    carton: [1.3, 1.4, 1],
    extra: rolls,
    elevation: 20,
    apart: 0.85,
  }),
  defineProductModel({
    name: "douche",
    piece: shower,
    carton: [0.9, 2, 0.5],
    extra: soap,
    elevation: 10,
    apart: 0.9,
  }),
];
