/** Toilets and their parts. */
import { brandPlate, finish, type Look, type ProductModels } from "#image-generator/product-model.ts";
import { chrome, gloss, plastic, rubber } from "#image-generator/render/material.ts";
import { type Model, move, repeat, scale, turnX, turnY } from "#image-generator/render/mesh.ts";
import { bar, box, cylinder, lathe, ring } from "#image-generator/render/shapes.ts";
import {
  block,
  ellipsoid,
  limb,
  meshField,
  smoothSubtract,
  smoothUnion,
} from "#image-generator/render/solid.ts";

/** A toilet with its cistern behind, or in one piece with its lid up. */
function toilet(look: Look, monobloc: boolean): Model {
  const white = finish(look, gloss("#f7f5f0"));
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
  const seat = monobloc
    ? [
        ...move(scale(ring(gloss("#fbfaf7"), 0.36, 0.075), 1, 0.6, 1.38), 0, 0.88, 0.22),
        ...move(scale(cylinder(plastic("#cfe3e8", 0.08), 0.32, 0.01, 0.004), 1, 1, 1.4), 0, 0.84, 0.22),
        ...move(turnX(move(oval(0, 1), 0, 0, 0.38), -96), 0, 0.9, -0.34),
      ]
    : [...oval(0.86, 1), ...oval(0.94, 0.98)];
  return [
    ...bowl,
    ...seat,
    ...(monobloc
      ? meshField(
          white,
          smoothUnion(
            0.16,
            block([0, 1.06, -0.6], [0.42, 0.56, 0.2], 0.14),
            block([0, 0.6, -0.5], [0.38, 0.3, 0.26], 0.12),
          ),
          { min: [-0.6, 0.2, -0.95], max: [0.6, 1.75, -0.1] },
          0.03,
        )
      : [
          ...move(box(white, 0.92, 0.74, 0.4, 0.09), 0, 1.2, -0.56),
          ...move(box(white, 0.98, 0.1, 0.46, 0.05), 0, 1.6, -0.56),
        ]),
    ...move(cylinder(chrome(), 0.1, 0.05, 0.02), 0, 1.64, -0.56),
  ];
}

/** A squatting pan: a tray with ribbed foot rests around its bowl. */
function squatPan(look: Look): Model {
  const white = finish(look, gloss("#f7f5f0"));
  const pan = meshField(
    white,
    smoothSubtract(
      smoothSubtract(
        block([0, 0.14, 0], [0.86, 0.16, 1.05], 0.1),
        block([0, 0.34, 0], [0.76, 0.16, 0.95], 0.1),
        0.06,
      ),
      smoothUnion(
        0.1,
        limb([0, 0.26, -0.45], [0, 0.26, 0.4], 0.2, 0.26),
        ellipsoid([0, 0.2, 0.45], [0.26, 0.22, 0.26]),
      ),
      0.06,
    ),
    { min: [-0.95, -0.05, -1.15], max: [0.95, 0.4, 1.15] },
    0.032,
  );
  const rest: Model = [
    ...move(box(white, 0.3, 0.1, 0.72, 0.05), 0, 0.2, 0),
    ...repeat(
      box(white, 0.24, 0.03, 0.04, 0.012),
      Array.from({ length: 7 }, (_, i) => [0, 0.255, -0.27 + i * 0.09] as const),
    ),
  ];
  return [
    ...pan,
    ...move(rest, -0.54, 0, 0.04),
    ...move(rest, 0.54, 0, 0.04),
    ...move(cylinder(rubber("#26282a"), 0.15, 0.02, 0.008), 0, 0.03, 0.45),
  ];
}

/** A flush valve for a cistern: the column, its double button and the float fill valve beside it. */
function flushValve(look: Look): Model {
  const white = plastic("#f4f2ec", 0.3);
  const blue = plastic(look.brand.color);
  return [
    ...move(
      lathe(
        rubber(),
        [
          [0, 0],
          [0.42, 0],
          [0.42, 0.08],
          [0.2, 0.12],
          [0, 0.12],
        ],
        0.02,
      ),
      0,
      0.16,
      0,
    ),
    ...cylinder(white, 0.2, 0.2),
    ...move(
      lathe(
        white,
        [
          [0, 0],
          [0.34, 0],
          [0.36, 0.3],
          [0.3, 0.8],
          [0, 0.8],
        ],
        0.05,
      ),
      0,
      0.26,
      0,
    ),
    ...[0, 60, 120, 180, 240, 300].flatMap((angle) =>
      turnY(move(box(rubber("#55595d"), 0.08, 0.18, 0.02, 0.008), 0, 0.44, 0.355), angle),
    ),
    ...move(brandPlate(white, look, 0.4), 0, 0.86, 0.345),
    ...bar(white, [-0.2, 1.0, 0], [-0.2, 1.7, 0], 0.05),
    ...bar(blue, [0.2, 1.0, 0], [0.2, 1.5, 0], 0.06),
    ...move(box(blue, 0.6, 0.12, 0.3, 0.04), 0, 1.4, 0),
    ...move(cylinder(white, 0.1, 0.3), 0, 1.44, 0),
    ...move(
      lathe(
        chrome(),
        [
          [0, 0],
          [0.3, 0],
          [0.3, 0.08],
          [0, 0.1],
        ],
        0.02,
      ),
      0,
      1.74,
      0,
    ),
    ...move(box(rubber("#55595d"), 0.012, 0.02, 0.5, 0.004), 0.06, 1.84, 0),
    ...move(
      [
        ...cylinder(white, 0.1, 1.3),
        ...move(cylinder(blue, 0.24, 0.36, 0.05), 0, 0.72, 0),
        ...move(cylinder(white, 0.16, 0.16, 0.03), 0, 1.24, 0),
        ...move(
          lathe(
            white,
            [
              [0, 0],
              [0.16, 0],
              [0.16, 0.12],
              [0, 0.12],
            ],
            0.02,
            6,
          ),
          0,
          0.1,
          0,
        ),
        ...bar(white, [0, 1.32, 0], [-0.34, 1.34, 0], 0.04),
      ],
      0.86,
      0,
      -0.06,
    ),
  ];
}

export const toiletModels: ProductModels = {
  "pack-wc": { draw: (look) => toilet(look, false), elevation: 20 },
  "wc-monobloc": { draw: (look) => toilet(look, true), elevation: 20 },
  "wc-a-la-turque": { draw: squatPan, elevation: 36 },
  "mecanisme-de-chasse": { draw: flushValve },
};
