/** Welders and the welding mask. */
import {
  brandPlate,
  createPrint,
  type Look,
  type ProductModels,
  toNumber,
} from "#image-generator/product-model.ts";
import { brass, copper, lamp, paint, plastic, rubber } from "#image-generator/render/material.ts";
import { type Model, move, repeat, settle, turnX, turnY, turnZ } from "#image-generator/render/mesh.ts";
import { bar, box, curve, cylinder, label, tube } from "#image-generator/render/shapes.ts";
import { ellipsoid, meshField, smoothUnion } from "#image-generator/render/solid.ts";
import { textPath } from "#image-generator/text-path.ts";
import { knob, wheel } from "./machine-parts.ts";

function welder(look: Look): Model {
  const { brand } = look;
  const screen = createPrint(
    120,
    60,
    `<rect width="120" height="60" rx="4" fill="#14201a"/>${textPath(String(toNumber(look.print[0])), { size: 44, x: 60, y: 46, fill: "#7dff9a" })}`,
  );
  const cableTo = (x: number, color: string): Model => [
    ...move(turnX(cylinder(brass(), 0.07, 0.1), 90), x, -0.3, 0.6),
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
      ...move(turnY(brandPlate(paint(brand.color), look, 0.86), side * 90), side * 0.452, 0.16, 0),
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

const mask = (look: Look): Model =>
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
    ...move(turnX(brandPlate(paint("#2b2f33"), look, 0.4), -26), 0, 0.92, 0.39),
  ]);

/** A wire welder: a tall case with the spool's door, wheels, and the torch on its hose. */
function wireWelder(look: Look): Model {
  const { brand } = look;
  return [
    ...box(paint(brand.color), 1.02, 1.3, 1.7, 0.08),
    ...move(box(plastic("#2b2d30"), 1.06, 1.34, 0.12, 0.08), 0, 0, 0.8),
    ...move(brandPlate(plastic("#2b2d30"), look, 0.72), 0, 0.38, 0.863),
    ...move(knob(0.12), -0.24, 0.04, 0.86),
    ...move(knob(0.12), 0.24, 0.04, 0.86),
    ...move(turnX(cylinder(brass(), 0.11, 0.12), 90), 0, -0.34, 0.84),
    ...[-1, 1].flatMap((side) => [
      ...move(box(paint("#dfe2e3"), 0.03, 0.9, 1.0, 0.02), side * 0.51, 0, -0.1),
      ...move(turnZ(cylinder(plastic("#2b2d30"), 0.36, 0.03, 0.01), 90), side * 0.53 + 0.015, 0, -0.1),
      ...move(turnZ(cylinder(copper(), 0.26, 0.04, 0.01), 90), side * 0.53 + 0.02, 0, -0.1),
      ...move(turnZ(cylinder(plastic("#2b2d30"), 0.08, 0.05, 0.01), 90), side * 0.53 + 0.025, 0, -0.1),
      ...move(turnY(wheel(0.22), 90), side * 0.5, -0.7, -0.56),
    ]),
    ...tube(
      rubber(),
      curve([
        [0, -0.34, 0.9],
        [0.05, -0.4, 1.2],
        [0.5, -0.84, 1.5],
        [1.1, -0.86, 1.1],
        [1.3, -0.86, 0.4],
      ]),
      0.07,
    ),
    ...bar(rubber(), [1.3, -0.84, 0.44], [1.34, -0.7, 0], 0.09, true),
    ...tube(
      brass(),
      curve([
        [1.34, -0.7, 0],
        [1.36, -0.68, -0.2],
        [1.34, -0.78, -0.4],
      ]),
      0.05,
    ),
    ...tube(
      rubber(),
      curve([
        [0, 0.62, 0.5],
        [0, 0.86, 0.44],
        [0, 0.9, 0],
        [0, 0.86, -0.44],
        [0, 0.62, -0.5],
      ]),
      0.07,
    ),
    ...repeat(box(rubber(), 0.16, 0.16, 0.16, 0.04), [
      [-0.38, -0.76, 0.6],
      [0.38, -0.76, 0.6],
    ]),
  ];
}

export const welderModels: ProductModels = {
  "poste-a-souder": { draw: welder, elevation: 20, azimuth: -8 },
  "poste-mig-mag": { draw: wireWelder, elevation: 20, azimuth: -8 },
  "masque-de-soudage": { draw: mask, azimuth: 8 },
};
