/** Power drills, screwdrivers and hammers. */
import {
  brandPlate,
  curvedBrandPlate,
  type Look,
  openCase,
  type ProductModels,
} from "#image-generator/product-model.ts";
import { brass, type Material, paint, plastic, rubber, steel } from "#image-generator/render/material.ts";
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
import { ball, bar, box, curve, cylinder, lathe, tube } from "#image-generator/render/shapes.ts";
import { block, drum, limb, meshField, smoothUnion } from "#image-generator/render/solid.ts";

/** A cylinder along x, from `x` to `x + length`. */
export const axle = (
  material: Material,
  radius: number,
  length: number,
  x: number,
  y = 0,
  rounding = 0.03,
): Model => move(turnZ(cylinder(material, radius, length, rounding), -90), x, y, 0);

/** Dark slots in a row on the side of a motor housing. */
export const vents = (x: number, y: number, z: number, count = 4): Model =>
  repeat(
    box(rubber(), 0.035, 0.2, 0.03, 0.015),
    Array.from({ length: count }, (_, i) => [x + i * 0.075, y, z] as const),
  );

export const bothSides = (model: Model): Model => [...model, ...scale(model, 1, 1, -1)];

function chuck(x: number): Model {
  return [
    ...axle(rubber(), 0.15, 0.2, x),
    ...axle(steel("#5b6064"), 0.11, 0.14, x + 0.2, 0, 0.05),
    ...bar(steel(), [x + 0.3, 0, 0], [x + 0.66, 0, 0], 0.032, true),
  ];
}

/** A slide-on battery, about its middle. */
const batteryPack = ({ brand }: Look): Model => [
  ...box(rubber(), 0.6, 0.24, 0.4, 0.06),
  ...move(
    box(plastic(brand.accent === "#FFFFFF" ? "#2b2d30" : brand.accent), 0.61, 0.06, 0.41, 0.03),
    0,
    0.06,
    0,
  ),
];

/** A drill with a pistol grip, `nose` beginning at x = 0.52. */
function pistol(look: Look, battery: boolean, nose: Model): Model {
  const { brand } = look;
  const body = meshField(
    plastic(brand.color),
    smoothUnion(
      0.14,
      drum([-0.02, 0, 0], 0, 0.215, 0.52, 0.09),
      limb([-0.22, -0.12, 0], [-0.34, -0.82, 0], 0.135, 0.13),
      block([-0.34, -0.93, 0], [0.22, 0.07, 0.17], 0.05),
    ),
    { min: [-0.7, -1.06, -0.34], max: [0.6, 0.32, 0.34] },
    0.026,
  );
  const foot = battery
    ? move(batteryPack(look), -0.32, -1.08, 0)
    : tube(
        rubber(),
        curve([
          [-0.36, -0.98, 0],
          [-0.46, -0.99, -0.1],
          [-0.7, -0.96, -0.35],
          [-1.0, -0.96, -0.3],
        ]),
        0.05,
      );
  const grip = meshField(
    rubber(),
    smoothUnion(0.05, limb([-0.29, -0.34, 0], [-0.375, -0.8, 0], 0.128, 0.118)),
    { min: [-0.56, -0.98, -0.18], max: [-0.1, -0.1, 0.18] },
    0.026,
  );
  return [
    ...body,
    ...move(grip, -0.035, 0.02, 0),
    ...foot,
    ...axle(rubber(), 0.2, 0.12, 0.42, 0, 0.05),
    ...nose,
    ...move(box(plastic(brand.accent), 0.1, 0.2, 0.12, 0.05), -0.1, -0.32, 0),
    ...bothSides([
      ...vents(-0.45, 0, 0.205),
      ...move(curvedBrandPlate(plastic(brand.color), look, 0.2185, 0.46), 0.12, 0, 0),
    ]),
  ];
}

function rotaryHammer(look: Look, battery = false): Model {
  const { brand } = look;
  const body = meshField(
    plastic(brand.color),
    smoothUnion(
      0.13,
      drum([0.05, 0, 0], 0, 0.2, 0.55, 0.08),
      limb([-0.25, -0.1, 0], [-0.25, -0.5, 0], 0.2, 0.21),
      limb([-0.5, 0, 0], [-0.86, -0.06, 0], 0.16, 0.13),
      limb([-0.86, -0.06, 0], [-0.86, -0.62, 0], 0.12, 0.12),
      limb([-0.86, -0.62, 0], [-0.3, -0.6, 0], 0.12, 0.16),
    ),
    { min: [-1.1, -0.85, -0.32], max: [0.7, 0.3, 0.32] },
    0.028,
  );
  const spiral = Array.from({ length: 60 }, (_, i): [number, number, number] => {
    const t = i / 59;
    return [1.0 + t * 0.56, 0.04 * Math.cos(t * 28), 0.04 * Math.sin(t * 28)];
  });
  return [
    ...body,
    ...axle(rubber(), 0.18, 0.14, 0.56, 0, 0.04),
    ...axle(steel("#54595d"), 0.13, 0.2, 0.68, 0, 0.05),
    ...axle(rubber(), 0.1, 0.14, 0.86, 0, 0.04),
    ...bar(steel("#aab0b4"), [0.95, 0, 0], [1.6, 0, 0], 0.035),
    ...tube(steel("#c6cbcf"), spiral, 0.024, { steps: 10 }),
    ...(battery
      ? move(batteryPack(look), -0.6, -0.84, 0)
      : tube(
          rubber(),
          curve([
            [-0.86, -0.7, 0],
            [-0.9, -0.84, 0.02],
            [-1.1, -0.9, 0.2],
            [-1.5, -0.92, 0.1],
          ]),
          0.05,
        )),
    ...move(box(rubber(), 0.2, 0.42, 0.25, 0.08), -0.88, -0.34, 0),
    ...move(box(plastic(brand.accent), 0.08, 0.22, 0.12, 0.04), -0.74, -0.24, 0),
    ...turnX(
      move(
        lathe(
          rubber(),
          [
            [0, 0],
            [0.07, 0],
            [0.095, 0.2],
            [0.08, 0.4],
            [0.11, 0.6],
            [0, 0.64],
          ],
          0.05,
        ),
        0.62,
        0.14,
        0,
      ),
      118,
    ),
    ...bothSides([
      ...move(curvedBrandPlate(plastic(brand.color), look, 0.2035, 0.5), 0.2, 0, 0),
      ...vents(-0.34, -0.4, 0.19, 3),
    ]),
  ];
}

/** The second handle of a percussion drill, below its nose. */
const sideHandle: Model = [
  ...axle(rubber(), 0.225, 0.09, 0.43, 0, 0.03),
  ...turnX(
    move(
      lathe(
        rubber(),
        [
          [0, 0],
          [0.06, 0],
          [0.085, 0.16],
          [0.07, 0.36],
          [0.1, 0.54],
          [0, 0.58],
        ],
        0.05,
      ),
      0.48,
      0.16,
      0,
    ),
    112,
  ),
];

const percussionDrill = (look: Look): Model => [...pistol(look, false, chuck(0.52)), ...sideHandle];

const drillBits = (count: number): Model =>
  Array.from({ length: count }, (_, i) =>
    bar(
      i % 3 ? steel() : brass(),
      [-0.9 + i * 0.12, 0.05, -0.3],
      [-0.9 + i * 0.12, 0.05, 0.32 - (i % 4) * 0.1],
      0.03 + (i % 4) * 0.006,
    ),
  ).flat();

/** A drill standing before its open case of bits. */
const drillInCase = (look: Look): Model => [
  ...settle(percussionDrill(look)),
  ...move(openCase({ ...look, print: look.print.slice(1) }, 2.2, 1, drillBits(16)), 0.1, 0.16, -1.15),
];

/** A bench drill: foot, column, table, head with chuck and feed lever. */
function benchDrill(look: Look): Model {
  const { brand } = look;
  const skin = paint(brand.color);
  const head: Model = [
    ...box(skin, 0.62, 0.62, 1.25, 0.12),
    ...move(box(plastic("#2b2d30"), 0.66, 0.2, 1.3, 0.08), 0, 0.34, 0),
    ...move(brandPlate(skin, look, 0.5), 0, 0.02, 0.628),
    ...move(turnY(brandPlate(skin, look, 0.8), -90), -0.312, 0, 0.1),
    ...move(cylinder(steel("#8f959a"), 0.12, 0.24), 0, -0.52, 0.34),
    ...move(cylinder(steel("#5b6064"), 0.15, 0.22, 0.05), 0, -0.74, 0.34),
    ...bar(steel(), [0, -0.74, 0.34], [0, -1.1, 0.34], 0.035, true),
    ...[0, 120, 240].flatMap((angle) =>
      move(
        turnX(
          [...bar(steel(), [0, 0, 0], [0, 0.5, 0], 0.03), ...move(ball(rubber(), 0.07), 0, 0.52, 0)],
          angle,
        ),
        0.4,
        -0.12,
        0.3,
      ),
    ),
    ...move(turnZ(cylinder(plastic("#2b2d30"), 0.09, 0.1), -90), 0.32, -0.12, 0.3),
    ...bar(rubber(), [0, -0.1, -0.6], [0.3, -1.2, -0.9], 0.04),
  ];
  return [
    ...move(box(paint("#3a3f43"), 1, 0.14, 1.4, 0.05), 0, 0.07, 0),
    ...move(cylinder(steel("#c6cbcf", 0.2), 0.11, 2.2), 0, 0.1, -0.44),
    ...move(box(steel("#8b9196", 0.4), 0.86, 0.1, 0.86, 0.04), 0, 0.86, 0.12),
    ...move(cylinder(paint("#3a3f43"), 0.18, 0.26, 0.04), 0, 0.76, -0.44),
    ...move(box(steel("#6d7378", 0.35), 0.4, 0.16, 0.2, 0.03), 0, 0.99, 0.18),
    ...move(head, 0, 2.05, -0.1),
  ];
}

const impactNose: Model = [
  ...axle(steel("#6d7276", 0.35), 0.17, 0.22, 0.5, 0, 0.06),
  ...axle(steel("#3f4447", 0.3), 0.08, 0.16, 0.72, 0, 0.03),
  ...bar(steel(), [0.86, 0, 0], [1.02, 0, 0], 0.03),
];

const squareDrive: Model = [
  ...axle(steel("#5b6064", 0.35), 0.2, 0.24, 0.5, 0, 0.07),
  ...axle(steel("#3f4447", 0.3), 0.1, 0.08, 0.74, 0, 0.02),
  ...move(box(steel("#d0d5d8"), 0.24, 0.15, 0.15, 0.02), 0.9, 0, 0),
];

/** A cordless drill, with the second battery beside it if the data say two. */
const cordlessDrill = (look: Look): Model => [
  ...settle(pistol(look, true, chuck(0.52))),
  ...(look.pieces > 1 ? move(settle(turnY(batteryPack(look), 24)), 0.46, 0, 0.42) : []),
];

/** A keyed chuck lying beside its machine. */
const spareChuck: Model = settle([
  ...axle(rubber(), 0.14, 0.1, 0),
  ...axle(steel("#5b6064"), 0.15, 0.3, 0.1),
  ...axle(steel("#7d8388"), 0.1, 0.14, 0.4, 0, 0.05),
  ...axle(steel(), 0.05, 0.3, -0.3),
]);

/** An electric breaker: motor on top, two handles, the chisel below. */
function breaker(look: Look): Model {
  const { brand } = look;
  const body = meshField(
    plastic(brand.color),
    smoothUnion(
      0.1,
      drum([0, 0.2, 0], 1, 0.3, 0.62, 0.1),
      drum([0, 0.98, 0], 1, 0.24, 0.3, 0.1),
      block([0, -0.42, 0], [0.22, 0.22, 0.22], 0.08),
    ),
    { min: [-0.4, -0.8, -0.4], max: [0.4, 1.4, 0.4] },
    0.034,
  );
  return turnZ(
    [
      ...body,
      ...move(
        lathe(
          rubber(),
          [
            [0, -0.5],
            [0.13, -0.5],
            [0.2, -0.1],
            [0, 0],
          ],
          0.04,
        ),
        0,
        -0.6,
        0,
      ),
      ...bar(steel("#8b9196", 0.3), [0, -1, 0], [0, -1.9, 0], 0.075),
      ...move(
        lathe(
          steel("#8b9196", 0.3),
          [
            [0, -0.32],
            [0.075, 0],
            [0, 0],
          ],
          0,
        ),
        0,
        -1.88,
        0,
      ),
      ...[-1, 1].flatMap((side) =>
        tube(
          rubber(),
          curve([
            [side * 0.2, 1.1, 0],
            [side * 0.62, 1.12, 0],
            [side * 0.72, 0.8, 0],
            [side * 0.62, 0.5, 0],
            [side * 0.26, 0.44, 0],
          ]),
          0.075,
        ),
      ),
      ...move(brandPlate(plastic(brand.color), look, 0.5), 0, 0.3, 0.302),
      ...move(turnY(brandPlate(plastic(brand.color), look, 0.5), 180), 0, 0.3, -0.302),
      ...repeat(
        box(rubber(), 0.3, 0.035, 0.03, 0.012),
        [-0.18, -0.1, -0.02].map((y) => [0, y, 0.292] as const),
      ),
      ...tube(
        rubber(),
        curve([
          [0, 1.26, -0.1],
          [0.1, 1.5, -0.2],
          [0.7, 1.3, -0.5],
          [0.9, 0.7, -0.6],
        ]),
        0.05,
      ),
    ],
    -24,
  );
}

const lowHammer = { azimuth: -14, elevation: 18 };

export const drillModels: ProductModels = {
  perceuse: { draw: (look) => pistol(look, false, chuck(0.52)) },
  "perceuse-a-percussion": { draw: percussionDrill },
  "perceuse-avec-coffret": { draw: drillInCase, elevation: 24, frontal: true },
  "perceuse-a-colonne": { draw: benchDrill },
  "perceuse-visseuse": { draw: cordlessDrill },
  visseuse: { draw: cordlessDrill },
  "visseuse-a-chocs": { draw: (look) => pistol(look, true, impactNose) },
  "cle-a-chocs": { draw: (look) => pistol(look, true, squareDrive) },
  perforateur: { draw: (look) => rotaryHammer(look), ...lowHammer },
  "perforateur-sur-batterie": { draw: (look) => rotaryHammer(look, true), ...lowHammer },
  "perforateur-avec-mandrin": {
    draw: (look) => [...settle(rotaryHammer(look)), ...move(spareChuck, 0.75, 0, 0.6)],
    ...lowHammer,
  },
  "marteau-piqueur": { draw: breaker, azimuth: 10 },
};
