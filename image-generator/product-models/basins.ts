/** Washbasins and sinks. */
import { finish, type Look, type ProductModels } from "#image-generator/product-model.ts";
import { chrome, gloss, matt, steel } from "#image-generator/render/material.ts";
import { type Model, move, repeat, scale, turnX } from "#image-generator/render/mesh.ts";
import { box, curve, cylinder, lathe, tube } from "#image-generator/render/shapes.ts";
import {
  block,
  drum,
  ellipsoid,
  meshField,
  smoothSubtract,
  smoothUnion,
} from "#image-generator/render/solid.ts";
import type { Vec } from "#image-generator/render/vector.ts";

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

/** A washbasin on its pedestal, or a round bowl on a board. */
function basin(look: Look, round: boolean): Model {
  const white = finish(look, gloss("#f7f5f0"));
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
  const foot = !round
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
    : move(box(matt("#b97a45"), 2, 0.14, 1.5, 0.04), 0, -0.06, 0);
  return [...bowl, ...drain, ...tapHigh, ...foot];
}

/** A small basin for a corner: two straight walls, a rounded front. */
function cornerBasin(look: Look): Model {
  const white = finish(look, gloss("#f7f5f0"));
  // A quarter of a drum whose corner is at the back.
  const quarter =
    (radius: number, high: number) =>
    (p: Vec): number =>
      Math.max(drum([0, 0, -0.62], 1, radius, high, 0.1)(p), (-p[2] - 0.62 + Math.abs(p[0])) * 0.7);
  const bowl = meshField(
    white,
    smoothSubtract(quarter(1.28, 0.22), ellipsoid([0, 0.2, 0.08], [0.5, 0.34, 0.36]), 0.06),
    { min: [-1.1, -0.3, -0.75], max: [1.1, 0.35, 0.8] },
    0.03,
  );
  return [
    ...bowl,
    ...move(cylinder(chrome(), 0.07, 0.02, 0.008), 0, -0.13, 0.08),
    ...move(scale(smallTap(), 0.9), 0, 0.2, -0.36),
  ];
}

/** A steel sink with two bowls and a drainer's rim. */
function sink(look: Look): Model {
  const metal = finish(look, steel("#d0d5d8", 0.2));
  const body = meshField(
    metal,
    smoothSubtract(
      smoothUnion(
        0.03,
        block([0, 0.5, 0], [1.5, 0.045, 0.62], 0.03),
        block([0.06, 0.26, 0.06], [0.42, 0.26, 0.48], 0.1),
        block([0.98, 0.26, 0.06], [0.42, 0.26, 0.48], 0.1),
      ),
      smoothUnion(
        0.02,
        block([0.06, 0.36, 0.06], [0.38, 0.3, 0.44], 0.12),
        block([0.98, 0.36, 0.06], [0.38, 0.3, 0.44], 0.12),
      ),
      0.04,
    ),
    { min: [-1.6, -0.05, -0.7], max: [1.6, 0.6, 0.7] },
    0.036,
  );
  return [
    ...body,
    ...repeat(cylinder(steel("#7d8388", 0.3), 0.11, 0.02, 0.008), [
      [0.06, 0.06, 0.06],
      [0.98, 0.06, 0.06],
    ]),
    // The draining board.
    ...repeat(
      box(metal, 0.05, 0.04, 0.86, 0.02),
      Array.from({ length: 8 }, (_, i) => [-1.36 + i * 0.12, 0.545, 0.06] as const),
    ),
    ...move(cylinder(steel("#9aa0a5"), 0.07, 0.02), 0.52, 0.54, -0.5),
  ];
}

const above = { elevation: 26 };

export const basinModels: ProductModels = {
  "lavabo-sur-colonne": { draw: (look) => basin(look, false), ...above },
  "vasque-a-poser": { draw: (look) => basin(look, true), ...above },
  "lave-mains-d-angle": { draw: cornerBasin, elevation: 30 },
  evier: { draw: sink, elevation: 34 },
};
