/** Tape measures, laser instruments and levels. */
import {
  brandPlate,
  createPrint,
  type Look,
  type ProductModels,
  sticker,
} from "#image-generator/product-model.ts";
import { lamp, paint, plastic, printed, rubber, steel } from "#image-generator/render/material.ts";
import { type Model, move, repeat, scale, turnX, turnY, turnZ } from "#image-generator/render/mesh.ts";
import { type Corner, type Point, withWinding } from "#image-generator/render/outline.ts";
import {
  bar,
  box,
  curve,
  cylinder,
  extrude,
  label,
  ring,
  surface,
  tube,
} from "#image-generator/render/shapes.ts";
import type { Vec } from "#image-generator/render/vector.ts";
import { textPath } from "#image-generator/text-path.ts";

function tapeMeasure(look: Look): Model {
  const { brand } = look;
  const body: Corner[] = [
    [-0.62, -0.6, 0.14],
    [0.62, -0.6, 0.08],
    [0.66, -0.1, 0.2],
    [0.5, 0.45, 0.35],
    [0, 0.64, 0.4],
    [-0.62, 0.5, 0.4],
  ];
  const ruler = createPrint(
    400,
    40,
    `<rect width="400" height="40" fill="#F6CC3F"/>${Array.from({ length: 80 }, (_, i) => `<rect x="${i * 5}" y="0" width="1.4" height="${i % 10 === 0 ? 40 : i % 5 === 0 ? 22 : 13}" fill="#1D1A17"/>`).join("")}${Array.from({ length: 8 }, (_, i) => textPath(String(8 - i), { size: 18, x: i * 50 + 14, y: 35, fill: "#B8391A" })).join("")}`,
  );
  const blade = surface(
    printed(plastic("#F6CC3F", 0.3), ruler),
    (u, v) => [0.6 + (1 - u) * 1.5, -0.5 + 0.05 * (v - 0.5) ** 2 * 4, (v - 0.5) * 0.26],
    6,
    8,
  );
  const badge = createPrint(
    120,
    120,
    `<circle cx="60" cy="60" r="60" fill="${brand.accent === "#FFFFFF" ? "#2b2a2c" : brand.accent}"/><circle cx="60" cy="60" r="47" fill="#fbf8f1"/>${textPath(brand.printedName, { size: 24, x: 60, y: 58, fit: 82, fill: "#1D1A17", typeface: brand.typeface })}${textPath(look.print.join(" "), { size: 28, x: 60, y: 86, fit: 70, fill: "#B8391A" })}`,
  );
  return [
    ...extrude(plastic(brand.color), body, { depth: 0.6, bevel: 0.09 }),
    ...extrude(
      rubber(),
      body.map(([x, y, r]): Corner => [x * 1.05, y * 1.05, r]),
      { depth: 0.34, bevel: 0.08 },
    ),
    ...[1, -1].flatMap((side) =>
      scale(move(label(plastic(brand.color), badge, 0.76, 0.76), -0.04, 0, 0.302), 1, 1, side),
    ),
    ...blade,
    ...move(box(steel(), 0.03, 0.16, 0.26, 0.01), 2.1, -0.54, 0),
    ...move(
      box(plastic(brand.accent === "#FFFFFF" ? "#2b2a2c" : brand.accent), 0.16, 0.24, 0.22, 0.05),
      0.66,
      0.16,
      0,
    ),
  ];
}

/** A long tape on an open reel with its crank. */
function openReel(look: Look): Model {
  const { brand } = look;
  const skin = plastic(brand.color);
  return [
    ...move(turnX(cylinder(plastic("#F6CC3F", 0.4), 0.7, 0.26, 0.02), 90), 0, 1.5, -0.13),
    ...[-0.2, 0.2].flatMap((z) => [
      ...move(turnX(ring(skin, 0.8, 0.06), 90), 0, 1.5, z),
      ...[0, 60, 120].flatMap((angle) =>
        move(turnZ(bar(skin, [-0.78, 0, 0], [0.78, 0, 0], 0.045), angle), 0, 1.5, z),
      ),
      ...bar(skin, [0, 0.75, z], [0, 0.3, z], 0.07),
    ]),
    ...move(turnX(cylinder(skin, 0.24, 0.5, 0.04), 90), 0, 1.5, -0.22),
    ...move(brandPlate(skin, look, 0.4), 0, 1.5, 0.285),
    ...bar(steel("#6d7276"), [0, 1.5, 0.3], [0.44, 1.62, 0.3], 0.04),
    ...bar(rubber(), [0.44, 1.62, 0.28], [0.44, 1.62, 0.58], 0.08, true),
    ...bar(rubber(), [0, 0.34, 0], [0, -0.34, 0], 0.15, true),
    ...move(box(skin, 0.2, 0.14, 0.5, 0.04), 0, 0.34, 0),
    ...surface(
      plastic("#F6CC3F", 0.4),
      (u, v) => [0.68 + 0.12 * Math.sin(u * 2), 1.5 - u * 1.7, (v - 0.5) * 0.2],
      8,
      1,
    ),
    ...move(
      tube(
        steel(),
        curve(
          [
            [0, 0.06, 0],
            [0.07, 0, 0],
            [0, -0.08, 0],
            [-0.07, 0, 0],
          ],
          8,
          true,
        ),
        0.02,
        { closed: true, steps: 8 },
      ),
      0.8,
      -0.24,
      0,
    ),
  ];
}

/** A laser rangefinder: a slim body with display and keys, its red dot in front. */
function rangefinder(look: Look): Model {
  const { brand } = look;
  const screen = createPrint(
    120,
    130,
    `<rect width="120" height="130" rx="8" fill="#cfe0d3"/>${textPath("2,486 m", { size: 22, x: 60, y: 36, fit: 100 })}${textPath("3,120 m", { size: 22, x: 60, y: 68, fit: 100 })}${textPath("7,756 m²", { size: 26, x: 60, y: 108, fit: 104 })}`,
  );
  return turnX(
    [
      ...box(plastic("#2b2d30"), 0.86, 2.0, 0.4, 0.14),
      ...move(box(plastic(brand.color), 0.9, 0.5, 0.42, 0.12), 0, -0.76, 0),
      ...move(box(plastic("#1d1f22", 0.12), 0.68, 0.78, 0.02, 0.01), 0, 0.46, 0.196),
      ...move(label(lamp("#cfe0d3", 0.1), screen, 0.6, 0.68), 0, 0.46, 0.208),
      ...move(turnX(cylinder(plastic("#B8391A"), 0.15, 0.04, 0.014), 90), 0, -0.16, 0.19),
      ...repeat(turnX(cylinder(plastic("#6d7276"), 0.08, 0.04, 0.014), 90), [
        [-0.26, -0.16, 0.19],
        [0.26, -0.16, 0.19],
        [-0.26, -0.4, 0.19],
        [0, -0.4, 0.19],
        [0.26, -0.4, 0.19],
      ]),
      ...move(brandPlate(plastic(brand.color), look, 0.6), 0, -0.76, 0.214),
      ...repeat(cylinder(lamp("#ff4a2d", 0.6), 0.07, 0.03, 0.01), [[-0.2, 1.0, 0]]),
      ...repeat(cylinder(plastic("#1d1d1f", 0.1), 0.12, 0.02), [[0.18, 1.0, 0]]),
    ],
    -16,
  );
}

/** A spirit level with three vials. */
function spiritLevel(look: Look, long: number, high: number): Model {
  const { brand } = look;
  const vial = (upright: boolean): Model =>
    turnZ(
      [
        ...turnZ(move(cylinder(plastic("#d9ee5a", 0.08), 0.085, 0.4, 0.04), 0, -0.2, 0), 90),
        ...turnZ(move(cylinder(plastic("#f4fbd0", 0.08), 0.06, 0.11, 0.05), 0, -0.05, 0.045), 90),
        ...repeat(turnZ(cylinder(rubber(), 0.088, 0.014, 0.004), 90), [
          [-0.07, 0, 0],
          [0.085, 0, 0],
        ]),
      ],
      upright ? 90 : 0,
    );
  const wall = paint(brand.color);
  const half = long / 2;
  const pocket = (x: number): Point[] =>
    withWinding(
      [
        [x - 0.26, -0.12],
        [x + 0.26, -0.12],
        [x + 0.26, 0.12],
        [x - 0.26, 0.12],
      ],
      -1,
    );
  return turnY(
    [
      ...extrude(
        wall,
        [
          [-half, -high],
          [half, -high],
          [half, high],
          [-half, high],
        ],
        {
          depth: 0.2,
          bevel: 0.03,
          rounding: 0.03,
          holes: [pocket(0), pocket(half - 0.45), pocket(-half + 0.45)],
        },
      ),
      ...vial(false),
      ...move(vial(true), half - 0.45, 0, 0),
      ...move(turnZ(vial(false), 45), -half + 0.45, 0, 0),
      ...repeat(box(rubber(), 0.1, high * 2 + 0.04, 0.24, 0.04), [
        [-half, 0, 0],
        [half, 0, 0],
      ]),
      ...move(brandPlate(wall, look, long > 3 ? 0.5 : 0.36), -0.5 * (half / 1.3), 0, 0.1015),
    ],
    14,
  );
}

/** A cross-line laser on its foot, before the wall on which it draws its green cross. */
function laserLevel(look: Look): Model {
  const { brand } = look;
  const beam = lamp("#2fe06a", 1.1);
  return [
    ...move(box(plastic(brand.color), 0.9, 0.9, 0.9, 0.14), 0, 0.9, 0),
    ...move(box(rubber(), 0.94, 0.16, 0.94, 0.06), 0, 0.52, 0),
    ...move(box(rubber(), 0.94, 0.14, 0.94, 0.06), 0, 1.3, 0),
    ...move(box(plastic("#0f1f17", 0.06), 0.5, 0.5, 0.06, 0.04), 0.0, 0.9, -0.45),
    ...move(brandPlate(plastic(brand.color), look, 0.62), 0, 0.92, 0.453),
    ...move(cylinder(rubber(), 0.12, 0.14), 0, 0.36, 0),
    ...[0, 120, 240].flatMap((angle) =>
      turnY(bar(steel("#6d7276"), [0, 0.4, 0], [0, 0, 0.62], 0.045, true), angle),
    ),
    ...move(box(plastic("#f1ede4", 0.7), 3.6, 2.6, 0.06, 0.02), 0, 1.3, -1.3),
    ...move(box(beam, 3.5, 0.035, 0.02, 0.008), 0, 1.62, -1.265),
    ...move(box(beam, 0.035, 2.5, 0.02, 0.008), -0.75, 1.3, -1.265),
  ];
}

/** A water level: a clear hose, coiled, with its two graduated ends. */
function waterLevel(look: Look): Model {
  const clear = plastic("#cfe9ee", 0.06);
  const turns: Vec[] = Array.from({ length: 420 }, (_, i) => {
    const angle = (i / 419) * 2 * Math.PI * 8;
    const r = 0.8 + 0.1 * Math.sin(i * 0.09);
    return [r * Math.cos(angle), 0.07 + (i / 419) * 0.42, r * Math.sin(angle)];
  });
  const end = (x: number, lean: number): Model =>
    move(
      turnZ(
        [
          ...move(cylinder(plastic("#e8f4f2", 0.06), 0.12, 0.95, 0.03), 0, 0.2, 0),
          ...move(cylinder(plastic("#3f9fd0", 0.1), 0.123, 0.42, 0.01), 0, 0.2, 0),
          ...repeat(
            ring(plastic("#2b2d30"), 0.124, 0.006),
            Array.from({ length: 9 }, (_, i) => [0, 0.28 + i * 0.09, 0] as const),
          ),
          ...cylinder(plastic(look.brand.color), 0.15, 0.22, 0.03),
          ...move(cylinder(plastic(look.brand.color), 0.14, 0.12, 0.03), 0, 1.14, 0),
        ],
        lean,
      ),
      x,
      0.02,
      0.9,
    );
  return [
    ...tube(clear, turns, 0.07, { steps: 12 }),
    ...end(-0.5, 6),
    ...end(0.6, -6),
    ...tube(
      clear,
      curve([
        [0.8, 0.5, 0],
        [1.1, 0.5, 0.4],
        [1.0, 0.2, 0.8],
        [0.6, 0.08, 0.9],
      ]),
      0.07,
    ),
    ...tube(
      clear,
      curve([
        [-0.8, 0.1, 0.1],
        [-1.0, 0.1, 0.6],
        [-0.8, 0.08, 0.95],
        [-0.5, 0.08, 0.9],
      ]),
      0.07,
    ),
    ...move(
      sticker([look.brand.printedName, ...look.print], 0.5, 0.3, "#ffffff", look.brand.color),
      0.04,
      0.3,
      0.99,
    ),
  ];
}

const level = { elevation: 22 };

export const measuringModels: ProductModels = {
  "metre-ruban": { draw: tapeMeasure, elevation: 18 },
  decametre: { draw: openReel, elevation: 12 },
  "telemetre-laser": { draw: rangefinder },
  "niveau-a-bulle": { draw: (look) => spiritLevel(look, 2.4, 0.24), ...level },
  "niveau-de-macon": { draw: (look) => spiritLevel(look, 3.7, 0.28), ...level },
  "niveau-laser": { draw: laserLevel, elevation: 14, frontal: true },
  "niveau-d-eau": { draw: waterLevel, elevation: 30 },
};
