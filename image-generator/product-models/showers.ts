/** Showers, trays and water heaters. */
import { brandPlate, finish, type Look, type ProductModels } from "#image-generator/product-model.ts";
import { chrome, gloss, plastic } from "#image-generator/render/material.ts";
import { type Model, move, repeat, scale, turnX, turnZ } from "#image-generator/render/mesh.ts";
import { bar, box, curve, cylinder, lathe, pipe, tube } from "#image-generator/render/shapes.ts";
import { block, meshField, smoothSubtract } from "#image-generator/render/solid.ts";
import type { Vec } from "#image-generator/render/vector.ts";
import { handShower } from "./taps.ts";

/** A shower column: rain head, hand shower on its hose, the tap. */
function showerColumn(look: Look): Model {
  const metal = finish(look, chrome());
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
      ...rose(0.3),
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
    ...move(rose(0.5), 0, 2.58, 0.74),
  ];
  const body = [
    ...move(turnZ(move(cylinder(metal, 0.13, 1.1, 0.05), 0, -0.55, 0), 90), 0, 0.95, 0.05),
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

/** A hand shower with its hose coiled beside it. */
function showerSet(look: Look): Model {
  const metal = finish(look, chrome());
  const turns: Vec[] = Array.from({ length: 260 }, (_, i) => {
    const angle = i * 0.085;
    const r = 0.46 + 0.02 * Math.sin(i * 0.4);
    return [r * Math.cos(angle), 0.05 + (i / 260) * 0.2, r * Math.sin(angle)];
  });
  return [
    ...move(turnX(turnZ(handShower(metal), 200), -62), -0.62, 0.5, 0.1),
    ...move(
      tube(metal, turns, (t) => 0.042 + 0.005 * Math.sin(t * 900), { steps: 10 }),
      0.62,
      0,
      0,
    ),
  ];
}

/** A square shower tray with a pimpled floor. */
function showerTray(look: Look): Model {
  const white = finish(look, gloss("#f7f5f0"));
  const tray = meshField(
    white,
    smoothSubtract(
      block([0, 0.16, 0], [1, 0.17, 1], 0.08),
      block([0, 0.36, 0], [0.86, 0.24, 0.86], 0.12),
      0.05,
    ),
    { min: [-1.1, -0.05, -1.1], max: [1.1, 0.4, 1.1] },
    0.034,
  );
  return [
    ...tray,
    ...Array.from({ length: 9 }, (_, i) =>
      repeat(
        cylinder(white, 0.035, 0.02, 0.01, 12),
        Array.from({ length: 9 }, (_, j) => [-0.56 + i * 0.14, 0.12, -0.56 + j * 0.14] as const),
      ),
    ).flat(),
    ...move(cylinder(chrome(), 0.13, 0.035, 0.012), 0.62, 0.12, -0.62),
  ];
}

/** An instant water heater: a white case with its knob and lamp, the hose and hand shower below. */
function waterHeater(look: Look): Model {
  const white = plastic("#f7f6f2", 0.24);
  return [
    ...move(box(white, 1.06, 1.5, 0.36, 0.16), 0, 1.1, 0),
    ...move(
      turnX(
        lathe(
          plastic("#dfe3e6", 0.3),
          [
            [0, 0],
            [0.26, 0],
            [0.24, 0.1],
            [0, 0.12],
          ],
          0.03,
        ),
        90,
      ),
      0,
      0.86,
      0.17,
    ),
    ...move(box(plastic("#B8391A"), 0.03, 0.16, 0.02, 0.008), 0, 0.96, 0.296),
    ...move(turnX(cylinder(plastic("#39d06b"), 0.035, 0.02, 0.008), 90), -0.3, 1.24, 0.175),
    ...move(brandPlate(white, look, 0.62, "#f7f6f2", look.brand.nameColor), 0, 1.5, 0.183),
    ...repeat(pipe(chrome(), 0.07, 0.2, 0.02), [
      [-0.28, 0.2, 0],
      [0.28, 0.2, 0],
    ]),
    ...tube(
      chrome(),
      curve([
        [0.28, 0.2, 0],
        [0.3, -0.2, 0.06],
        [0.7, -0.42, 0.1],
        [1.0, 0, 0.1],
        [0.98, 0.5, 0.08],
      ]),
      (t) => 0.038 + 0.005 * Math.sin(t * 420),
      { steps: 10 },
    ),
    ...move(turnZ(scale(handShower(white), 0.8), -6), 0.92, 1.3, 0.1),
  ];
}

export const showerModels: ProductModels = {
  "colonne-de-douche": { draw: showerColumn, elevation: 10 },
  douchette: { draw: showerSet, elevation: 24 },
  "receveur-de-douche": { draw: showerTray, elevation: 32 },
  "chauffe-eau-instantane": { draw: waterHeater, elevation: 10, frontal: true },
};
