/** Workshop machines: welder, generator, compressor. */
import type { Brand } from "#image-generator/brands.ts";
import {
  brandPlate,
  createPrint,
  curvedBrandPlate,
  defineProductModel,
  type ProductModel,
} from "#image-generator/product-model.ts";
import { brass, copper, lamp, paint, plastic, rubber, steel } from "#image-generator/render/material.ts";
import { type Model, move, repeat, settle, turnX, turnY, turnZ } from "#image-generator/render/mesh.ts";
import { circle } from "#image-generator/render/outline.ts";
import {
  bar,
  box,
  curve,
  cylinder,
  extrude,
  label,
  lathe,
  ring,
  tube,
} from "#image-generator/render/shapes.ts";
import { ellipsoid, meshField, smoothUnion } from "#image-generator/render/solid.ts";
import { textPath } from "#image-generator/text-path.ts";

/** A knob on a front panel that faces +z. */
const knob = (radius: number): Model => [
  ...turnX(
    lathe(
      rubber(),
      [
        [0, 0],
        [radius, 0],
        [radius * 0.85, 0.09],
        [0, 0.09],
      ],
      0.02,
    ),
    90,
  ),
  ...move(box(plastic("#ffffff"), 0.02, radius * 0.7, 0.02, 0.008), 0, radius * 0.4, 0.09),
];

const wheel = (radius: number): Model =>
  turnX(
    [
      ...move(
        lathe(
          rubber(),
          [
            [0, -0.09],
            [radius, -0.09],
            [radius, 0.09],
            [0, 0.09],
          ],
          0.07,
        ),
        0,
        0,
        0,
      ),
      ...move(cylinder(steel("#b9bec2"), radius * 0.55, 0.2, 0.04), 0, -0.1, 0),
    ],
    90,
  );

function welder(brand: Brand): Model {
  const screen = createPrint(
    120,
    60,
    `<rect width="120" height="60" rx="4" fill="#14201a"/>${textPath("160", { size: 44, x: 60, y: 46, fill: "#7dff9a" })}`,
  );
  const cableTo = (x: number, color: string): Model => [
    ...turnX(cylinder(brass(), 0.07, 0.1), 90).flatMap((p) => move([p], x, -0.3, 0.6)),
    ...tube(
      plastic(color),
      curve([
        [x, -0.3, 0.62],
        [x, -0.3, 0.85],
        [x - 0.1, -0.52, 1.0],
        [x - 0.5, -0.56, 1.05],
        [x - 0.9, -0.56, 0.85],
      ]),
      0.055,
    ),
  ];
  return [
    ...box(paint(brand.color), 0.9, 1, 1.3, 0.09),
    ...move(box(plastic("#2b2d30"), 0.94, 1.04, 0.12, 0.08), 0, 0, 0.6),
    ...move(box(plastic("#2b2d30"), 0.94, 1.04, 0.12, 0.08), 0, 0, -0.6),
    ...move(label(lamp("#14201a", 0.1), screen, 0.44, 0.22), 0, 0.3, 0.662),
    ...move(knob(0.13), 0, 0, 0.66),
    ...cableTo(-0.24, "#B8391A"),
    ...cableTo(0.24, "#2b2a2c"),
    ...tube(
      rubber(),
      curve([
        [0, 0.5, 0.45],
        [0, 0.72, 0.4],
        [0, 0.76, 0],
        [0, 0.72, -0.4],
        [0, 0.5, -0.45],
      ]),
      0.07,
    ),
    ...[-1, 1].flatMap((side) => [
      ...move(turnY(brandPlate(paint(brand.color), brand, 0.86), side * 90), side * 0.452, 0.16, 0),
      ...repeat(
        box(rubber(), 0.02, 0.045, 0.8, 0.01),
        [0, 1, 2, 3].map((i) => [side * 0.45, -0.12 - i * 0.09, 0] as const),
      ),
    ]),
    ...repeat(box(rubber(), 0.14, 0.08, 0.2, 0.03), [
      [-0.32, -0.52, 0.4],
      [0.32, -0.52, 0.4],
      [-0.32, -0.52, -0.4],
      [0.32, -0.52, -0.4],
    ]),
  ];
}

function generator(brand: Brand): Model {
  const post = (x: number, z: number): Model =>
    tube(
      paint("#2f3235"),
      curve([
        [x, -0.62, z],
        [x, 0, z],
        [x, 0.62, z],
      ]),
      0.055,
    );
  const rail = (y: number, z: number): Model =>
    bar(paint("#2f3235"), [-0.95, y, z], [0.95, y, z], 0.055, true);
  const side = (x: number, y: number): Model =>
    bar(paint("#2f3235"), [x, y, -0.55], [x, y, 0.55], 0.055, true);
  return [
    ...[-0.55, 0.55].flatMap((z) => [
      ...post(-0.95, z),
      ...post(0.95, z),
      ...rail(0.62, z),
      ...rail(-0.62, z),
    ]),
    ...[-0.95, 0.95].flatMap((x) => [...side(x, 0.62), ...side(x, -0.62)]),
    ...move(box(paint(brand.color), 1.62, 0.36, 0.98, 0.14), 0, 0.46, 0),
    ...move(cylinder(rubber(), 0.13, 0.08), -0.4, 0.63, 0),
    ...move(box(steel("#9ba1a6", 0.4), 0.72, 0.7, 0.7, 0.12), -0.4, -0.12, 0),
    ...repeat(
      box(steel("#7f858a", 0.4), 0.78, 0.03, 0.76, 0.012),
      [0, 1, 2, 3].map((i) => [-0.4, -0.3 + i * 0.1, 0] as const),
    ),
    ...move(turnX(cylinder(rubber(), 0.24, 0.1, 0.04), 90), -0.4, -0.14, 0.36),
    ...move(turnX(cylinder(paint(brand.color), 0.14, 0.04, 0.02), 90), -0.4, -0.14, 0.46),
    ...move(turnZ(cylinder(paint("#34383b"), 0.33, 0.74, 0.1), -90), 0.06, -0.18, 0),
    ...move(box(plastic("#e8e6e1"), 0.72, 0.5, 0.1, 0.05), 0.46, -0.06, 0.48),
    ...repeat(turnX(cylinder(plastic("#26282a"), 0.09, 0.03, 0.01), 90), [
      [0.3, -0.12, 0.535],
      [0.54, -0.12, 0.535],
    ]),
    ...move(turnX(cylinder(plastic("#B8391A"), 0.045, 0.04, 0.02), 90), 0.72, -0.12, 0.53),
    ...move(box(rubber(), 0.1, 0.14, 0.04, 0.02), 0.7, 0.08, 0.54),
    ...move(brandPlate(paint(brand.color), brand, 0.6), 0.1, 0.44, 0.492),
    ...repeat(cylinder(rubber(), 0.1, 0.1, 0.03), [
      [-0.8, -0.72, 0.5],
      [0.8, -0.72, 0.5],
      [-0.8, -0.72, -0.5],
      [0.8, -0.72, -0.5],
    ]),
  ];
}

function compressor(brand: Brand): Model {
  const tank = turnZ(
    lathe(
      paint(brand.color),
      [
        [0, -0.98],
        [0.3, -0.96, 0.1],
        [0.42, -0.8, 0.14],
        [0.42, 0.8, 0.14],
        [0.3, 0.96, 0.1],
        [0, 0.98],
      ],
      0.1,
    ),
    90,
  );
  const gauge = (x: number): Model => [
    ...move(turnX(cylinder(brass(), 0.12, 0.06, 0.02), 90), x, 0.34, 0.5),
    ...move(turnX(cylinder(plastic("#fdfdfb"), 0.1, 0.01, 0.004), 90), x, 0.34, 0.556),
    ...move(turnZ(box(plastic("#B8391A"), 0.02, 0.1, 0.01, 0.005), 35), x - 0.02, 0.36, 0.572),
  ];
  const fin = cylinder(steel("#7c8287", 0.4), 0.2, 0.03, 0.012);
  return [
    ...tank,
    ...move(box(paint("#2f3235"), 1.2, 0.06, 0.5, 0.02), 0, 0.44, 0),
    ...move(turnZ(cylinder(plastic("#34383b"), 0.24, 0.7, 0.08), -90), -0.62, 0.72, 0),
    ...repeat(
      fin,
      [0, 1, 2, 3, 4].map((i) => [0.32, 0.56 + i * 0.075, 0] as const),
    ),
    ...move(cylinder(steel("#5d6266"), 0.15, 0.52, 0.04), 0.32, 0.46, 0),
    ...move(turnX(cylinder(paint(brand.accent), 0.3, 0.08, 0.03), 90), 0.32, 0.72, 0.2),
    ...tube(
      copper(),
      curve([
        [0.32, 1.0, 0],
        [0.5, 1.12, 0],
        [0.68, 0.9, 0.05],
        [0.7, 0.4, 0.1],
      ]),
      0.035,
    ),
    ...gauge(0.05),
    ...gauge(0.34),
    ...bar(steel(), [0.0, 0.34, 0.42], [0.5, 0.34, 0.42], 0.04),
    ...tube(
      rubber(),
      curve([
        [-0.9, 0.1, -0.3],
        [-1.3, 0.42, -0.3],
        [-1.36, 0.46, 0],
        [-1.3, 0.42, 0.3],
        [-0.9, 0.1, 0.3],
      ]),
      0.05,
    ),
    ...[-0.42, 0.42].flatMap((z) => move(wheel(0.26), -0.55, -0.42, z)),
    ...move(box(rubber(), 0.16, 0.32, 0.5, 0.05), 0.62, -0.5, 0),
    ...turnX(move(curvedBrandPlate(paint(brand.color), brand, 0.4235, 0.8), 0.02, 0, 0), 6),
  ];
}

const mask = (): Model =>
  settle([
    ...meshField(
      paint("#2b2f33"),
      smoothUnion(
        0.08,
        (p) => Math.max(ellipsoid([0, 0.42, 0], [0.5, 0.64, 0.5])(p), -p[1]),
        ellipsoid([0, 0.18, 0.3], [0.3, 0.18, 0.26]),
      ),
      { min: [-0.6, -0.05, -0.6], max: [0.6, 1.15, 0.7] },
      0.026,
    ),
    ...move(turnX(box(plastic("#e0661f"), 0.6, 0.34, 0.1, 0.05), -8), 0, 0.56, 0.44),
    ...move(turnX(box(plastic("#1c3b34", 0.06), 0.5, 0.24, 0.1, 0.03), -8), 0, 0.56, 0.455),
  ]);

const jerrycan = (): Model =>
  settle([
    ...box(plastic("#B8391A"), 0.62, 0.8, 0.34, 0.1),
    ...move(
      extrude(
        plastic("#B8391A"),
        [
          [-0.2, 0],
          [0.2, 0],
          [0.2, 0.2],
          [-0.2, 0.2],
        ],
        { depth: 0.1, bevel: 0.012, rounding: 0.05, holes: [circle(0.07, 20, 0, 0.1)] },
      ),
      -0.06,
      0.38,
      0,
    ),
    ...move(cylinder(rubber(), 0.09, 0.12), 0.2, 0.38, 0),
  ]);

const hose = (): Model =>
  settle(
    [0, 1, 2, 3].flatMap((i) =>
      move(ring(plastic("#F4B223"), 0.4 - i * 0.012, 0.05), 0, 0.05 + i * 0.085, 0),
    ),
  );

export const workshopMachineModels: readonly ProductModel[] = [
  defineProductModel({
    name: "poste-a-souder",
    piece: welder,
    carton: [1.1, 1.2, 0.9],
    extra: mask,
    elevation: 20,
    azimuth: -8,
  }),
  defineProductModel({
    name: "groupe-electrogene",
    piece: generator,
    carton: [1.9, 1.5, 1.1],
    extra: jerrycan,
    elevation: 18,
    apart: 0.5,
    back: 1.3,
  }),
  defineProductModel({
    name: "compresseur",
    piece: compressor,
    carton: [1.9, 1.3, 0.9],
    extra: hose,
    elevation: 16,
    apart: 0.5,
    back: 1.4,
  }),
];
