/** Saws. */
import {
  brandPlate,
  curvedBrandPlate,
  type Look,
  type ProductModels,
} from "#image-generator/product-model.ts";
import { paint, plastic, rubber, steel, wood } from "#image-generator/render/material.ts";
import { type Model, move, repeat, turnX, turnY } from "#image-generator/render/mesh.ts";
import { type Corner, circle } from "#image-generator/render/outline.ts";
import { bar, box, curve, cylinder, extrude, tube } from "#image-generator/render/shapes.ts";
import { block, drum, limb, meshField, smoothUnion } from "#image-generator/render/solid.ts";
import { bothSides, vents } from "./drills.ts";

function toothed(radius: number, teeth: number): Corner[] {
  return Array.from({ length: teeth * 2 }, (_, i): Corner => {
    const angle = (i / (teeth * 2)) * Math.PI * 2;
    const r = i % 2 ? radius : radius * 0.95;
    return [r * Math.cos(angle + (i % 2 ? 0.05 : 0)), r * Math.sin(angle + (i % 2 ? 0.05 : 0))];
  });
}

function circularSaw(look: Look): Model {
  const { brand } = look;
  const guard = Array.from({ length: 30 }, (_, i): Corner => {
    const angle = Math.PI * (-0.06 + (i / 29) * 1.12);
    return [0.6 * Math.cos(angle), 0.6 * Math.sin(angle)];
  });
  const handle = meshField(
    plastic(brand.color),
    smoothUnion(
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
    ...move(brandPlate(paint(brand.color), look, 0.5), 0.02, 0.4, 0.362),
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

function jigsaw(look: Look): Model {
  const { brand } = look;
  const body = meshField(
    plastic(brand.color),
    smoothUnion(
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
      ...move(brandPlate(plastic(brand.color), look, 0.5), 0.04, 0.06, 0.244),
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

export const cableBehind = (x: number, y: number): Model =>
  tube(
    rubber(),
    curve([
      [x, y, 0],
      [x - 0.3, y, 0],
      [x - 0.5, y - 0.3, 0.1],
      [x - 0.5, y - 0.5, 0.4],
    ]),
    0.045,
  );

/** A mitre saw: turntable and fence, the head with its blade above. */
function mitreSaw(look: Look): Model {
  const { brand } = look;
  const head: Model = [
    ...extrude(steel("#d3d8db", 0.22), toothed(0.62, 40), {
      depth: 0.03,
      bevel: 0.006,
      holes: [circle(0.06)],
    }),
    ...extrude(
      paint(brand.color),
      Array.from({ length: 26 }, (_, i): Corner => {
        const angle = Math.PI * (-0.1 + (i / 25) * 1.1);
        return [0.66 * Math.cos(angle), 0.66 * Math.sin(angle)];
      }),
      { depth: 0.2, bevel: 0.05 },
    ),
    ...move(brandPlate(paint(brand.color), look, 0.56), 0, 0.34, 0.102),
    ...move(turnX(cylinder(plastic("#34373a"), 0.24, 0.56, 0.08), -90), 0, 0.14, -0.1),
    ...tube(
      rubber(),
      curve([
        [0.3, 0.56, 0],
        [0.62, 0.78, 0],
        [0.9, 0.6, 0],
        [0.78, 0.36, 0],
        [0.5, 0.34, 0],
      ]),
      0.08,
    ),
    ...bar(steel("#6d7378", 0.35), [-0.2, 0.3, -0.3], [-0.9, -0.2, -0.3], 0.1),
  ];
  return turnY(
    [
      ...move(box(steel("#b9bec2", 0.4), 1.7, 0.16, 1.1, 0.05), 0, 0.12, 0),
      ...move(cylinder(steel("#9aa0a5", 0.4), 0.6, 0.1, 0.03), 0, 0.18, 0.1),
      ...move(box(steel("#9aa0a5", 0.4), 0.3, 0.1, 0.7, 0.04), 0, 0.2, 0.66),
      ...move(cylinder(rubber(), 0.1, 0.12), 0, 0.22, 0.96),
      ...repeat(box(steel("#c9ced2", 0.35), 0.74, 0.34, 0.06, 0.02), [
        [-0.5, 0.36, -0.2],
        [0.5, 0.36, -0.2],
      ]),
      ...repeat(box(steel("#9aa0a5", 0.4), 0.5, 0.05, 0.24, 0.02), [
        [-1.05, 0.17, 0],
        [1.05, 0.17, 0],
      ]),
      ...move(box(steel("#6d7378", 0.4), 0.3, 0.6, 0.3, 0.08), 0, 0.4, -0.66),
      ...move(turnX(turnY(head, 90), 14), 0, 1.14, -0.12),
    ],
    -62,
  );
}

/** A small plunge saw: a slim body with a round guard over a short blade, on its base plate. */
function plungeSaw(look: Look): Model {
  const { brand } = look;
  const body = meshField(
    plastic(brand.color),
    smoothUnion(
      0.12,
      drum([-0.45, 0.16, 0], 0, 0.19, 0.7, 0.1),
      limb([-1, 0.16, 0], [-1.25, 0.1, 0], 0.16, 0.17),
    ),
    { min: [-1.5, -0.2, -0.3], max: [0.4, 0.45, 0.3] },
    0.028,
  );
  return [
    ...body,
    ...move(
      extrude(steel("#d3d8db", 0.22), toothed(0.36, 28), {
        depth: 0.03,
        bevel: 0.006,
        holes: [circle(0.05)],
      }),
      0.45,
      0.06,
      0.12,
    ),
    ...move(
      extrude(
        paint("#2b2d30"),
        Array.from(
          { length: 24 },
          (_, i): Corner => [0.42 * Math.cos((i / 23) * Math.PI), 0.42 * Math.sin((i / 23) * Math.PI)],
        ),
        { depth: 0.2, bevel: 0.05 },
      ),
      0.45,
      0.04,
      0.12,
    ),
    ...move(box(steel("#6a7074"), 0.3, 0.3, 0.26, 0.08), 0.3, 0.14, -0.04),
    ...move(box(steel("#c9ced2", 0.3), 1.1, 0.04, 0.6, 0.02), 0.3, -0.1, 0),
    ...bothSides(move(curvedBrandPlate(plastic(brand.color), look, 0.1925, 0.4), -0.5, 0.16, 0)),
    ...move(box(rubber(), 0.3, 0.06, 0.14, 0.03), -0.5, 0.36, 0),
    ...cableBehind(-1.36, 0.1),
    ...move(box(wood("#d9a566"), 1.9, 0.16, 0.9, 0.03), 0.1, -0.2, 0),
  ];
}

/** A reciprocating saw: a long body, a closed handle, the blade in front. */
function sabreSaw(look: Look): Model {
  const { brand } = look;
  const body = meshField(
    plastic(brand.color),
    smoothUnion(
      0.12,
      block([0, 0.02, 0], [0.52, 0.2, 0.18], 0.12),
      limb([-0.5, 0.08, 0], [-1.02, 0.1, 0], 0.15, 0.13),
      limb([-1.02, 0.1, 0], [-1.16, -0.4, 0], 0.12, 0.12),
      limb([-1.16, -0.4, 0], [-0.5, -0.14, 0], 0.11, 0.13),
    ),
    { min: [-1.4, -0.65, -0.3], max: [0.6, 0.35, 0.3] },
    0.028,
  );
  const blade: Corner[] = [
    [0, 0.09],
    [1.1, 0.05],
    [1.16, 0.02],
    ...Array.from({ length: 22 }, (_, i): Corner => [1.1 - i * 0.05, i % 2 ? -0.1 : -0.06]),
    [0, -0.06],
  ];
  return [
    ...body,
    ...move(box(rubber(), 0.5, 0.32, 0.32, 0.12), 0.66, 0, 0),
    ...move(box(steel("#8b9196", 0.35), 0.06, 0.46, 0.4, 0.02), 0.98, -0.02, 0),
    ...move(extrude(steel("#dfe3e6", 0.22), blade, { depth: 0.03, bevel: 0.005 }), 0.94, 0, 0),
    ...move(box(plastic(brand.accent), 0.12, 0.2, 0.12, 0.05), -0.86, -0.14, 0),
    ...bothSides([
      ...move(brandPlate(plastic(brand.color), look, 0.52), 0.06, 0.02, 0.186),
      ...vents(-0.42, 0.06, 0.16, 2),
    ]),
    ...cableBehind(-1.2, -0.42),
  ];
}

export const sawModels: ProductModels = {
  "scie-circulaire": { draw: circularSaw, elevation: 18 },
  "scie-a-onglet": { draw: mitreSaw, elevation: 18 },
  "mini-scie": { draw: plungeSaw, elevation: 20 },
  "scie-sauteuse": { draw: jigsaw, elevation: 18 },
  "scie-sabre": { draw: sabreSaw, elevation: 16 },
};
