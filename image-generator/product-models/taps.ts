/** Taps and mixers. */
import type { Brand } from "#image-generator/brands.ts";
import { defineProductModel, type ProductModel } from "#image-generator/product-model.ts";
import { brass, chrome, plastic, steel } from "#image-generator/render/material.ts";
import { type Model, move, repeat, turnX, turnY, turnZ } from "#image-generator/render/mesh.ts";
import { bar, box, curve, cylinder, lathe, pipe, ring, tube } from "#image-generator/render/shapes.ts";
import { ellipsoid, limb, meshField, smoothUnion } from "#image-generator/render/solid.ts";
import { sealTape } from "./pipes.ts";

/** A garden tap: brass or chrome body with a lever or a cross handle. */
function tap(_: Brand, index: number): Model {
  const metal = index % 2 ? chrome() : brass();
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
  const handle =
    index % 3 === 0
      ? [
          ...move(box(plastic("#B8391A"), 0.86, 0.09, 0.2, 0.045), 0.2, 0.66, 0),
          ...move(cylinder(steel(), 0.1, 0.1), 0, 0.64, 0),
        ]
      : [0, 90].flatMap((angle) =>
          turnY(
            bar(index % 3 === 1 ? plastic("#1F5FA8") : metal, [-0.34, 0.68, 0], [0.34, 0.68, 0], 0.07, true),
            angle + 20,
          ),
        );
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

/** A basin mixer with one lever; matt black and brass finishes among the chrome ones. */
function mixer(_: Brand, index: number): Model {
  const metal =
    [chrome(), steel("#2d2f31", 0.35), chrome(), brass(), chrome(), steel("#2d2f31", 0.35)][index] ??
    chrome();
  const tall = index === 2 || index === 5 ? 1.5 : 0.8;
  const spout =
    tall > 1
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
            limb([0, 0.52, 0], [0, 0.74, 0.82], 0.13, 0.085),
            limb([0, 0.74, 0.82], [0, 0.62, 0.94], 0.085, 0.08),
          ),
          { min: [-0.3, 0.3, -0.25], max: [0.3, 0.95, 1.1] },
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
    ...(tall > 1
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

export const tapsModels: readonly ProductModel[] = [
  defineProductModel({
    name: "robinet",
    piece: tap,
    carton: [1, 1.1, 0.7],
    extra: sealTape,
    elevation: 14,
    apart: 0.5,
    back: 1.4,
  }),
  defineProductModel({
    name: "mitigeur",
    piece: mixer,
    carton: [0.9, 1.2, 0.7],
    elevation: 16,
    apart: 0.9,
  }),
];
