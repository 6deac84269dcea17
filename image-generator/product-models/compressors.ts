/** Compressors and tyre inflators. */
import {
  brandPlate,
  curvedBrandPlate,
  type Look,
  type ProductModels,
} from "#image-generator/product-model.ts";
import { brass, copper, paint, plastic, rubber, steel } from "#image-generator/render/material.ts";
import { type Model, move, repeat, turnX, turnZ } from "#image-generator/render/mesh.ts";
import { bar, box, curve, cylinder, extrude, lathe, tube } from "#image-generator/render/shapes.ts";
import { wheel } from "./machine-parts.ts";

/** A compressor on its tank: one cylinder, or two in a V with a belt guard. */
function compressor(look: Look, cylinders: 1 | 2): Model {
  const { brand } = look;
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
    ...(cylinders === 1 ? [0] : [-28, 28]).flatMap((lean) =>
      move(
        turnX(
          [
            ...repeat(
              fin,
              [0, 1, 2, 3, 4].map((i) => [0, 0.1 + i * 0.075, 0] as const),
            ),
            ...cylinder(steel("#5d6266"), 0.15, 0.52, 0.04),
          ],
          lean,
        ),
        0.32,
        0.46,
        lean / 160,
      ),
    ),
    ...(cylinders === 1
      ? move(turnX(cylinder(paint(brand.accent), 0.3, 0.08, 0.03), 90), 0.32, 0.72, 0.2)
      : move(
          extrude(
            paint("#2b2d30"),
            [
              [-0.95, -0.2, 0.2],
              [0.1, -0.34, 0.3],
              [0.1, 0.34, 0.3],
              [-0.95, 0.2, 0.2],
            ],
            { depth: 0.1, bevel: 0.03 },
          ),
          0.4,
          0.78,
          0.34,
        )),
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
    ...turnX(move(curvedBrandPlate(paint(brand.color), look, 0.4235, 0.8), 0.02, 0, 0), 6),
  ];
}

/** An oil-free compressor: a quiet head in a cover above a short tank. */
function silentCompressor(look: Look): Model {
  const { brand } = look;
  const gauge = (x: number): Model => [
    ...move(turnX(cylinder(brass(), 0.11, 0.06, 0.02), 90), x, 0.56, 0.36),
    ...move(turnX(cylinder(plastic("#fdfdfb"), 0.09, 0.01, 0.004), 90), x, 0.56, 0.416),
  ];
  return [
    ...turnZ(
      lathe(
        paint(brand.color),
        [
          [0, -0.8],
          [0.3, -0.76, 0.1],
          [0.4, -0.6, 0.14],
          [0.4, 0.6, 0.14],
          [0.3, 0.76, 0.1],
          [0, 0.8],
        ],
        0.1,
      ),
      90,
    ),
    ...turnX(curvedBrandPlate(paint(brand.color), look, 0.4035, 0.7), 4),
    ...move(box(plastic("#2f3235"), 0.9, 0.5, 0.62, 0.14), -0.1, 0.66, 0),
    ...repeat(
      box(plastic("#1d1f21"), 0.03, 0.3, 0.03, 0.012),
      Array.from({ length: 6 }, (_, i) => [-0.4 + i * 0.09, 0.66, 0.31] as const),
    ),
    ...gauge(0.28),
    ...gauge(0.54),
    ...bar(steel(), [0.2, 0.42, 0.3], [0.66, 0.42, 0.3], 0.05),
    ...tube(
      rubber(),
      curve([
        [-0.6, 0.3, 0],
        [-0.62, 1.06, 0],
        [-0.1, 1.16, 0],
        [0.46, 1.06, 0],
        [0.6, 0.3, 0],
      ]),
      0.05,
    ),
    ...repeat(cylinder(rubber(), 0.09, 0.14), [
      [-0.46, -0.5, 0.26],
      [0.46, -0.5, 0.26],
      [-0.46, -0.5, -0.26],
      [0.46, -0.5, -0.26],
    ]),
  ];
}

/** A tyre inflator: a small case with its gauge, hose and 12 V plug. */
function inflator(look: Look): Model {
  const { brand } = look;
  return [
    ...move(box(plastic(brand.color), 1.5, 0.8, 0.62, 0.16), 0, 0.48, 0),
    ...move(turnX(cylinder(plastic("#2b2d30"), 0.27, 0.06, 0.02), 90), 0.38, 0.52, 0.3),
    ...move(turnX(cylinder(plastic("#fdfdfb"), 0.22, 0.02, 0.006), 90), 0.38, 0.52, 0.35),
    ...move(turnZ(box(plastic("#B8391A"), 0.025, 0.2, 0.01, 0.004), 40), 0.34, 0.55, 0.376),
    ...move(brandPlate(plastic(brand.color), look, 0.62), -0.3, 0.52, 0.313),
    ...tube(
      rubber(),
      curve([
        [-0.4, 0.86, 0],
        [-0.36, 1.08, 0],
        [0.36, 1.08, 0],
        [0.4, 0.86, 0],
      ]),
      0.06,
    ),
    ...tube(
      rubber(),
      curve([
        [0.74, 0.3, 0],
        [1.0, 0.2, 0.1],
        [1.16, 0.06, 0.4],
        [0.8, 0.06, 0.8],
        [0.2, 0.06, 0.8],
      ]),
      0.05,
    ),
    ...bar(brass(), [0.2, 0.06, 0.8], [0, 0.06, 0.78], 0.06),
    ...tube(
      plastic("#2b2d30"),
      curve([
        [-0.74, 0.3, 0],
        [-1.0, 0.2, 0.1],
        [-1.1, 0.04, 0.5],
        [-0.8, 0.04, 0.8],
      ]),
      0.03,
    ),
    ...bar(plastic("#2b2d30"), [-0.8, 0.07, 0.8], [-0.5, 0.07, 0.94], 0.075, true),
    ...repeat(box(rubber(), 0.3, 0.1, 0.5, 0.03), [
      [-0.46, 0.04, 0],
      [0.46, 0.04, 0],
    ]),
  ];
}

export const compressorModels: ProductModels = {
  compresseur: { draw: (look) => compressor(look, 1) },
  "compresseur-bicylindre": { draw: (look) => compressor(look, 2) },
  "compresseur-silencieux": { draw: silentCompressor },
  "mini-compresseur": { draw: inflator, elevation: 20 },
};
