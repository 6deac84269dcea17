/** Grinders and sanders. */
import {
  brandPlate,
  curvedBrandPlate,
  type Look,
  nameplate,
  type ProductModels,
  toNumber,
} from "#image-generator/product-model.ts";
import { brass, paint, plastic, rubber, steel } from "#image-generator/render/material.ts";
import { type Model, move, repeat, scale, turnX, turnY, turnZ } from "#image-generator/render/mesh.ts";
import type { Corner } from "#image-generator/render/outline.ts";
import {
  bar,
  box,
  curve,
  cylinder,
  extrude,
  lathe,
  ring,
  tube,
  wrap,
} from "#image-generator/render/shapes.ts";
import { block, drum, limb, meshField, smoothUnion } from "#image-generator/render/solid.ts";
import { axle, bothSides, vents } from "./drills.ts";
import { cableBehind } from "./saws.ts";

/** An angle grinder; the printed millimetres are the disc's. Without a cable it takes a battery. */
function grinder(look: Look, cable = true): Model {
  const { brand } = look;
  const discScale = Math.max(1, (toNumber(look.print.find((figure) => figure.endsWith("mm"))) || 125) / 150);
  const body = meshField(
    plastic(brand.color),
    smoothUnion(0.1, drum([-0.1, 0, 0], 0, 0.2, 0.5, 0.08), limb([-0.5, 0, 0], [-0.95, 0, 0], 0.165, 0.19)),
    { min: [-1.25, -0.3, -0.3], max: [0.5, 0.3, 0.3] },
    0.026,
  );
  const disc = [
    ...cylinder(steel("#8e9498", 0.5), 0.5, 0.035, 0.012),
    ...move(cylinder(plastic("#22201f", 0.7), 0.44, 0.02, 0.006), 0, 0.026, 0),
    ...move(cylinder(brass(), 0.1, 0.05), 0, -0.02, 0),
  ];
  const guard = lathe(
    paint("#3b3f42"),
    [
      [0.47, -0.08],
      [0.53, -0.08],
      [0.53, 0.1],
      [0.2, 0.12],
    ],
    0.03,
  );
  return [
    ...body,
    ...axle(rubber(), 0.192, 0.3, -1.15, 0, 0.06),
    ...move(box(steel("#9aa0a4", 0.35), 0.46, 0.34, 0.36, 0.12), 0.56, -0.02, 0),
    ...move(scale(disc, discScale, 1, discScale), 0.62, -0.33, 0),
    ...move(scale(guard, discScale, 1, discScale), 0.62, -0.28, 0),
    ...turnX(
      move(
        lathe(
          rubber(),
          [
            [0, 0],
            [0.07, 0],
            [0.1, 0.2],
            [0.085, 0.4],
            [0.11, 0.62],
            [0, 0.66],
          ],
          0.06,
        ),
        0.56,
        0.12,
        0.02,
      ),
      62,
    ),
    ...(cable
      ? tube(
          rubber(),
          curve([
            [-1.14, 0, 0],
            [-1.4, -0.06, 0],
            [-1.6, -0.3, 0.1],
            [-1.62, -0.36, 0.4],
          ]),
          0.045,
        )
      : [
          ...move(box(plastic("#2b2d30"), 0.2, 0.46, 0.4, 0.06), -1.2, -0.06, 0),
          ...repeat(box(brass(), 0.04, 0.16, 0.04, 0.01), [
            [-1.31, -0.08, -0.08],
            [-1.31, -0.08, 0.08],
          ]),
        ]),
    ...bothSides([
      ...vents(-0.5, 0, 0.19, 3),
      ...move(curvedBrandPlate(plastic(brand.color), look, 0.2035, 0.44), 0.06, 0, 0),
    ]),
    ...move(box(plastic(brand.accent), 0.24, 0.07, 0.1, 0.03), -0.5, 0.2, 0),
  ];
}

/** A random orbit sander: round pad, dust box. */
function roundSander(look: Look): Model {
  const { brand } = look;
  const body = meshField(
    plastic(brand.color),
    smoothUnion(
      0.2,
      drum([0, 0.12, 0], 1, 0.36, 0.2, 0.12),
      drum([0, 0.52, 0], 1, 0.26, 0.26, 0.14),
      limb([0, 0.6, 0], [-0.45, 0.5, 0], 0.22, 0.13),
    ),
    { min: [-0.7, -0.15, -0.45], max: [0.45, 0.9, 0.45] },
    0.028,
  );
  return [
    ...body,
    ...move(cylinder(rubber(), 0.42, 0.1, 0.04), 0, -0.16, 0),
    ...move(cylinder(plastic("#a9713e", 0.9), 0.43, 0.035, 0.01), 0, -0.19, 0),
    ...move(
      lathe(
        rubber(),
        [
          [0.2, 0],
          [0.255, 0.02],
          [0.2, 0.13],
          [0, 0.16],
        ],
        0.05,
      ),
      0,
      0.68,
      0,
    ),
    ...wrap(plastic(brand.color), nameplate(look), 0.3635, 0.1, 0.28, 62),
    ...turnY(wrap(plastic(brand.color), nameplate(look), 0.3635, 0.1, 0.28, 62), 180),
    ...move(turnZ(box(plastic("#3a3d40", 0.7), 0.42, 0.3, 0.34, 0.12), 12), -0.72, 0.2, 0),
    ...axle(rubber(), 0.09, 0.2, -0.62, 0.26),
    ...move(ring(plastic(brand.accent), 0.355, 0.022), 0, 0.06, 0),
  ];
}

/** A belt sander: the belt around two rollers, a bow handle, a dust bag behind. */
function beltSander(look: Look): Model {
  const { brand } = look;
  const belt: Corner[] = [
    [-0.72, -0.2, 0.2],
    [0.72, -0.2, 0.2],
    [0.72, 0.22, 0.2],
    [-0.72, 0.22, 0.2],
  ];
  const body = meshField(
    plastic(brand.color),
    smoothUnion(
      0.12,
      block([0, 0.4, 0], [0.6, 0.22, 0.24], 0.12),
      limb([0.5, 0.44, 0], [0.62, 0.86, 0], 0.13, 0.11),
      limb([-0.5, 0.44, 0], [-0.62, 0.86, 0], 0.13, 0.11),
      limb([-0.62, 0.86, 0], [0, 0.9, 0], 0.11, 0.1),
    ),
    { min: [-0.9, 0.1, -0.36], max: [0.9, 1.1, 0.36] },
    0.03,
  );
  return [
    ...extrude(plastic("#9a6a3c", 0.95), belt, { depth: 0.56, bevel: 0.02 }),
    ...repeat(turnX(cylinder(rubber(), 0.15, 0.06), 90), [
      [-0.5, 0, 0.27],
      [0.5, 0, 0.27],
    ]),
    ...body,
    ...bothSides([
      ...move(box(paint("#2b2d30"), 1.1, 0.2, 0.05, 0.02), 0, 0.02, 0.29),
      ...move(brandPlate(plastic(brand.color), look, 0.5), 0.02, 0.42, 0.246),
    ]),
    ...move(turnZ(box(plastic("#3a3d40", 0.8), 0.6, 0.4, 0.4, 0.18), 8), -0.98, 0.5, -0.04),
    ...cableBehind(-0.66, 0.86),
  ];
}

/** A sheet sander: a rectangular pad with its paper, a palm grip above. */
function sheetSander(look: Look): Model {
  const { brand } = look;
  const body = meshField(
    plastic(brand.color),
    smoothUnion(
      0.16,
      block([0, 0.26, 0], [0.5, 0.18, 0.28], 0.12),
      limb([0.2, 0.4, 0], [-0.35, 0.66, 0], 0.2, 0.16),
      limb([-0.35, 0.66, 0], [-0.6, 0.4, 0], 0.14, 0.12),
    ),
    { min: [-0.85, 0, -0.4], max: [0.65, 0.95, 0.4] },
    0.03,
  );
  return [
    ...move(box(plastic("#a9713e", 0.95), 1.36, 0.05, 0.64, 0.01), 0, -0.06, 0),
    ...box(rubber(), 1.32, 0.12, 0.62, 0.03),
    ...move(box(steel("#8b9196", 0.35), 1.36, 0.05, 0.5, 0.02), 0, 0.08, 0),
    ...body,
    ...bothSides(move(brandPlate(plastic(brand.color), look, 0.5), 0.08, 0.24, 0.286)),
    ...move(box(plastic("#3a3d40", 0.6), 0.34, 0.24, 0.3, 0.08), -0.72, 0.22, 0),
    ...cableBehind(-0.62, 0.42),
  ];
}

/** A drywall sander: a round head at the end of a long pole, the motor and the hose at the other. */
function poleSander(look: Look): Model {
  const { brand } = look;
  const pole: Model = [
    ...bar(steel("#c3c8cc"), [0, 0, 0], [0, 2.3, 0], 0.06),
    ...move(cylinder(rubber(), 0.09, 0.5), 0, 1.2, 0),
    ...move(
      lathe(
        plastic(brand.color),
        [
          [0, 0],
          [0.16, 0.04],
          [0.2, 0.3],
          [0.18, 0.7],
          [0.1, 0.8],
          [0, 0.8],
        ],
        0.08,
      ),
      0,
      2.2,
      0,
    ),
    ...move(turnZ(curvedBrandPlate(plastic(brand.color), look, 0.203, 0.5), 90), 0, 2.56, 0),
    ...tube(
      plastic("#3a3d40", 0.6),
      curve([
        [0, 2.98, 0],
        [0.1, 3.2, 0],
        [0.5, 3.1, 0],
        [0.75, 2.4, 0.1],
        [0.8, 1.6, 0.2],
        [0.7, 1, 0.2],
      ]),
      0.09,
    ),
  ];
  const pad: Model = [
    ...lathe(
      plastic(brand.color),
      [
        [0, 0.26],
        [0.2, 0.24],
        [0.55, 0.14],
        [0.58, 0.06],
        [0.56, 0],
      ],
      0.05,
    ),
    ...cylinder(plastic("#a9713e", 0.95), 0.54, 0.05, 0.02),
  ];
  return turnZ(
    [
      ...pole,
      ...move(turnX(pad, 62), 0, -0.12, 0.14),
      ...bar(steel("#6d7378"), [-0.2, 0.1, 0], [0.2, 0.1, 0], 0.05),
    ],
    -38,
  );
}

const grinderView = { elevation: 26, azimuth: -14 };

export const sanderModels: ProductModels = {
  meuleuse: { draw: (look) => grinder(look), ...grinderView },
  "meuleuse-sur-batterie": { draw: (look) => grinder(look, false), ...grinderView },
  "ponceuse-excentrique": { draw: roundSander, elevation: 20 },
  "ponceuse-a-bande": { draw: beltSander, elevation: 18 },
  "ponceuse-vibrante": { draw: sheetSander, elevation: 20 },
  "ponceuse-girafe": { draw: poleSander, elevation: 10, azimuth: 20 },
};
