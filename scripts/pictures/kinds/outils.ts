/** Hand-held power tools. */
import { type Brand, brands } from "../brands.ts";
import { brass, type Material, paint, plastic, rubber, steel, wood } from "../render/material.ts";
import { type Model, move, repeat, scale, settle, turnX, turnY, turnZ } from "../render/mesh.ts";
import { type Corner, circle } from "../render/outline.ts";
import { bar, box, curve, cylinder, extrude, lathe, ring, tube, wrap } from "../render/shapes.ts";
import { block, drum, joined, limb, solid } from "../render/solid.ts";
import { bowed, type Kind, kindOf, nameplate, plate } from "../scene.ts";

const { sahelis, koudou, prokraft, batiforce, ferlion, tengawa } = brands;
const makers = [koudou, prokraft, sahelis, tengawa, batiforce, ferlion];

/** A drum with its axis along x, from `x` to `x + length`. */
const axle = (material: Material, radius: number, length: number, x: number, y = 0, rounding = 0.03): Model =>
  move(turnZ(cylinder(material, radius, length, rounding), -90), x, y, 0);

/** Dark slots in a row on the side of a motor housing. */
const vents = (x: number, y: number, z: number, count = 4): Model =>
  repeat(
    box(rubber(), 0.035, 0.2, 0.03, 0.015),
    Array.from({ length: count }, (_, i) => [x + i * 0.075, y, z] as const),
  );

const bothSides = (model: Model): Model => [...model, ...scale(model, 1, 1, -1)];

function chuck(x: number): Model {
  return [
    ...axle(rubber(), 0.15, 0.2, x),
    ...axle(steel("#5b6064"), 0.11, 0.14, x + 0.2, 0, 0.05),
    ...bar(steel(), [x + 0.3, 0, 0], [x + 0.66, 0, 0], 0.032, true),
  ];
}

function pistol(brand: Brand, battery: boolean): Model {
  const body = solid(
    plastic(brand.color),
    joined(
      0.14,
      drum([-0.02, 0, 0], 0, 0.215, 0.52, 0.09),
      limb([-0.22, -0.12, 0], [-0.34, -0.82, 0], 0.135, 0.13),
      block([-0.34, -0.93, 0], [0.22, 0.07, 0.17], 0.05),
    ),
    { min: [-0.7, -1.06, -0.34], max: [0.6, 0.32, 0.34] },
    0.026,
  );
  const foot = battery
    ? [
        ...move(box(rubber(), 0.6, 0.24, 0.4, 0.06), -0.32, -1.08, 0),
        ...move(box(plastic(brand.accent), 0.61, 0.06, 0.41, 0.03), -0.32, -1.02, 0),
      ]
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
  const grip = solid(
    rubber(),
    joined(0.05, limb([-0.29, -0.34, 0], [-0.375, -0.8, 0], 0.128, 0.118)),
    { min: [-0.56, -0.98, -0.18], max: [-0.1, -0.1, 0.18] },
    0.026,
  );
  return [
    ...body,
    ...move(grip, -0.035, 0.02, 0),
    ...foot,
    ...axle(rubber(), 0.2, 0.12, 0.42, 0, 0.05),
    ...chuck(0.52),
    ...move(box(plastic(brand.accent), 0.1, 0.2, 0.12, 0.05), -0.1, -0.32, 0),
    ...bothSides([
      ...vents(-0.45, 0, 0.205),
      ...move(bowed(plastic(brand.color), brand, 0.2185, 0.46), 0.12, 0, 0),
    ]),
  ];
}

function grinder(brand: Brand): Model {
  const body = solid(
    plastic(brand.color),
    joined(0.1, drum([-0.1, 0, 0], 0, 0.2, 0.5, 0.08), limb([-0.5, 0, 0], [-0.95, 0, 0], 0.165, 0.19)),
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
    ...move(disc, 0.62, -0.33, 0),
    ...move(guard, 0.62, -0.28, 0),
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
    ...tube(
      rubber(),
      curve([
        [-1.14, 0, 0],
        [-1.4, -0.06, 0],
        [-1.6, -0.3, 0.1],
        [-1.62, -0.36, 0.4],
      ]),
      0.045,
    ),
    ...bothSides([
      ...vents(-0.5, 0, 0.19, 3),
      ...move(bowed(plastic(brand.color), brand, 0.2035, 0.44), 0.06, 0, 0),
    ]),
    ...move(box(plastic(brand.accent), 0.24, 0.07, 0.1, 0.03), -0.5, 0.2, 0),
  ];
}

function toothed(radius: number, teeth: number): Corner[] {
  return Array.from({ length: teeth * 2 }, (_, i): Corner => {
    const angle = (i / (teeth * 2)) * Math.PI * 2;
    const r = i % 2 ? radius : radius * 0.95;
    return [r * Math.cos(angle + (i % 2 ? 0.05 : 0)), r * Math.sin(angle + (i % 2 ? 0.05 : 0))];
  });
}

function circularSaw(brand: Brand): Model {
  const guard = Array.from({ length: 30 }, (_, i): Corner => {
    const angle = Math.PI * (-0.06 + (i / 29) * 1.12);
    return [0.6 * Math.cos(angle), 0.6 * Math.sin(angle)];
  });
  const handle = solid(
    plastic(brand.color),
    joined(
      0.12,
      limb([-0.1, 0.52, 0], [-0.62, 0.66, 0], 0.1, 0.1),
      limb([-0.62, 0.66, 0], [-0.9, 0.2, 0], 0.11, 0.13),
      limb([-0.9, 0.2, 0], [-0.45, 0.05, 0], 0.13, 0.11),
      limb([-0.1, 0.52, 0], [0.25, 0.6, 0], 0.1, 0.09),
    ),
    { min: [-1.1, -0.15, -0.2], max: [0.45, 0.85, 0.2] },
    0.028,
  );
  return [
    ...move(
      extrude(steel("#d3d8db", 0.22), toothed(0.56, 36), {
        depth: 0.03,
        bevel: 0.006,
        holes: [circle(0.06)],
      }),
      0,
      0,
      0.24,
    ),
    ...move(extrude(paint(brand.color), guard, { depth: 0.24, bevel: 0.06 }), 0, 0, 0.24),
    ...move(turnX(cylinder(plastic("#34373a"), 0.26, 0.5, 0.08), -90), 0, 0.12, 0),
    ...move(turnX(cylinder(plastic(brand.color), 0.25, 0.2, 0.08), -90), 0, 0.12, -0.42),
    ...move(turnX(cylinder(steel("#7d8286"), 0.1, 0.06), 90), 0, 0, 0.26),
    ...move(box(steel("#c9ced2", 0.3), 1.7, 0.045, 0.95, 0.02), -0.1, -0.18, 0),
    ...move(handle, 0, 0.14, -0.02),
    ...move(plate(paint(brand.color), brand, 0.5, brand.color), 0.02, 0.4, 0.362),
    ...move(box(rubber(), 0.4, 0.08, 0.21, 0.04), -0.36, 0.83, -0.02),
    ...tube(
      rubber(),
      curve([
        [-0.95, 0.36, 0],
        [-1.2, 0.3, 0],
        [-1.35, -0.2, 0.1],
        [-1.35, -0.5, 0.3],
        [-1.2, -0.52, 0.6],
      ]),
      0.045,
    ),
    ...move(box(wood("#d9a566"), 1.9, 0.36, 1.1, 0.03), 0.1, -0.385, -0.1),
  ];
}

function jigsaw(brand: Brand): Model {
  const body = solid(
    plastic(brand.color),
    joined(
      0.16,
      block([0.1, 0.1, 0], [0.42, 0.26, 0.2], 0.12),
      limb([0.42, 0.3, 0], [0.3, 0.62, 0], 0.15, 0.12),
      limb([0.3, 0.62, 0], [-0.5, 0.6, 0], 0.11, 0.12),
      limb([-0.5, 0.6, 0], [-0.62, 0.16, 0], 0.13, 0.15),
      limb([-0.62, 0.16, 0], [0, 0.08, 0], 0.15, 0.18),
    ),
    { min: [-0.85, -0.25, -0.3], max: [0.7, 0.85, 0.3] },
    0.028,
  );
  const blade: Corner[] = [
    [0, 0],
    ...Array.from({ length: 9 }, (_, i): Corner => [i % 2 ? 0.09 : 0.05, -i * 0.05]),
    [0, -0.42],
  ];
  return [
    ...body,
    ...move(box(steel("#c9ced2", 0.3), 1.35, 0.05, 0.6, 0.02), -0.02, -0.24, 0),
    ...move(box(steel("#6a7074"), 0.16, 0.26, 0.16, 0.04), 0.42, -0.1, 0),
    ...move(extrude(steel("#e3e7ea", 0.2), blade, { depth: 0.025, bevel: 0.004 }), 0.4, -0.2, 0),
    ...move(box(rubber(), 0.6, 0.07, 0.2, 0.03), -0.1, 0.71, 0),
    ...bothSides([
      ...move(plate(plastic(brand.color), brand, 0.5), 0.04, 0.06, 0.222),
      ...vents(-0.66, 0.18, 0.13, 2),
    ]),
    ...tube(
      rubber(),
      curve([
        [-0.7, 0.2, 0],
        [-0.95, 0.18, 0],
        [-1.1, -0.2, 0.05],
        [-1.1, -0.52, 0.3],
        [-0.95, -0.55, 0.5],
      ]),
      0.045,
    ),
    ...move(box(wood("#d9a566"), 1.5, 0.34, 0.8, 0.03), 0, -0.435, -0.1),
  ];
}

function sander(brand: Brand): Model {
  const body = solid(
    plastic(brand.color),
    joined(
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
    ...wrap(plastic(brand.color), nameplate(brand), 0.3635, 0.13, 0.25, 62),
    ...turnY(wrap(plastic(brand.color), nameplate(brand), 0.3635, 0.13, 0.25, 62), 180),
    ...move(turnZ(box(plastic("#3a3d40", 0.7), 0.42, 0.3, 0.34, 0.12), 12), -0.72, 0.2, 0),
    ...axle(rubber(), 0.09, 0.2, -0.62, 0.26),
    ...move(ring(plastic(brand.accent), 0.355, 0.022), 0, 0.06, 0),
  ];
}

function rotaryHammer(brand: Brand): Model {
  const body = solid(
    plastic(brand.color),
    joined(
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
      ...move(bowed(plastic(brand.color), brand, 0.2035, 0.5), 0.2, 0, 0),
      ...vents(-0.34, -0.4, 0.19, 3),
    ]),
  ];
}

const bits = (): Model =>
  settle(
    repeat(
      [
        ...bar(steel(), [0, 0.05, -0.3], [0, 0.05, 0.3], 0.045),
        ...bar(brass(), [0, 0.05, 0.3], [0, 0.05, 0.55], 0.06),
      ],
      [
        [0, 0, 0, 10],
        [0.22, 0, 0.05, 6],
        [0.42, 0, 0, -8],
      ],
    ),
  );

const blades = (): Model =>
  settle(
    turnX(
      repeat(
        extrude(steel("#d3d8db", 0.22), toothed(0.5, 30), {
          depth: 0.03,
          bevel: 0.006,
          holes: [circle(0.07)],
        }),
        [
          [0, 0, 0],
          [0.3, 0.1, 0.06],
        ],
      ),
      -90,
    ),
  );

const discs = (): Model =>
  settle([
    ...cylinder(plastic("#2b2927", 0.7), 0.42, 0.05, 0.012),
    ...move(cylinder(plastic("#B8391A", 0.6), 0.2, 0.01, 0.004), 0, 0.05, 0),
    ...move(cylinder(brass(), 0.06, 0.012, 0.004), 0, 0.058, 0),
  ]);

export const outils: readonly Kind[] = [
  kindOf({
    name: "perceuse",
    brands: makers,
    piece: (brand) => pistol(brand, false),
    carton: [1.3, 1.1, 0.7],
    extra: bits,
    apart: 0.35,
    back: 1.6,
  }),
  kindOf({
    name: "visseuse",
    brands: makers.toReversed(),
    piece: (brand) => pistol(brand, true),
    carton: [1.3, 1.1, 0.7],
    extra: bits,
    apart: 0.35,
    back: 1.6,
  }),
  kindOf({
    name: "meuleuse",
    brands: makers,
    piece: grinder,
    carton: [1.4, 0.9, 0.8],
    extra: discs,
    elevation: 26,
    azimuth: -14,
    apart: 0.2,
    back: 1.3,
  }),
  kindOf({
    name: "scie-circulaire",
    brands: [prokraft, sahelis, koudou, ferlion, tengawa, batiforce],
    piece: circularSaw,
    carton: [1.4, 1.2, 0.9],
    extra: blades,
    elevation: 18,
  }),
  kindOf({
    name: "scie-sauteuse",
    brands: [sahelis, koudou, tengawa, batiforce, prokraft, ferlion],
    piece: jigsaw,
    carton: [1.2, 1, 0.7],
    elevation: 18,
  }),
  kindOf({
    name: "ponceuse",
    brands: [batiforce, prokraft, ferlion, koudou, sahelis, tengawa],
    piece: sander,
    carton: [1.0, 1, 0.8],
    elevation: 20,
  }),
  kindOf({
    name: "perforateur",
    brands: [prokraft, batiforce, koudou, sahelis, ferlion, tengawa],
    piece: rotaryHammer,
    carton: [1.6, 1, 0.7],
    extra: bits,
    azimuth: -14,
    apart: 0.2,
    back: 1.5,
  }),
];
