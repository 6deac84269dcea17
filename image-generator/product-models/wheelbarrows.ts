/** Wheelbarrows and sack trucks. */
import {
  brandPlate,
  finish,
  type Look,
  type ProductModels,
  sticker,
} from "#image-generator/product-model.ts";
import { paint, plastic, rubber, steel } from "#image-generator/render/material.ts";
import { type Model, move, scale, turnX, turnY, turnZ } from "#image-generator/render/mesh.ts";
import { bar, box, curve, cylinder, lathe, surface, tube } from "#image-generator/render/shapes.ts";
import type { Vec } from "#image-generator/render/vector.ts";

/** A wheel with its tyre, upright, its axle along z. */
function wheel(solid: boolean): Model {
  return turnX(
    [
      ...lathe(
        rubber(),
        [
          [0.2, -0.12],
          [0.36, -0.13, 0.08],
          [0.42, 0, 0.1],
          [0.36, 0.13, 0.08],
          [0.2, 0.12],
        ],
        0.06,
      ),
      ...move(cylinder(paint(solid ? "#8b9196" : "#F4B223"), 0.24, 0.16, 0.04), 0, -0.08, 0),
      ...move(cylinder(steel(), 0.06, 0.3, 0.02), 0, -0.15, 0),
    ],
    90,
  );
}

/** A wheelbarrow: tray, tube frame, one wheel in front or two. */
function barrow(look: Look, wheels: 1 | 2, solid: boolean): Model {
  const tray = finish(
    look,
    wheels === 2 ? plastic(look.brand.alternateColors.color) : paint(look.brand.color),
  );
  const frame = steel("#8b9196", 0.34);
  const shell = (k: number): Model =>
    surface(
      tray,
      (u, v) => {
        const angle = u * Math.PI * 2;
        const square = (c: number): number => Math.sign(c) * Math.abs(c) ** 0.55;
        const [cx, cz] = [square(Math.cos(angle)), square(Math.sin(angle))];
        const open = v * v * (3 - 2 * v);
        const wide = 0.44 + 0.16 * open;
        const long = 0.5 + 0.34 * open + (cx > 0 ? 0.2 * open * cx : 0);
        return [(cx * long + 0.06) * k, 0.56 + 0.52 * v + (cx > 0 ? 0.08 * v * cx : 0), cz * wide * k];
      },
      64,
      12,
      60,
    );
  const rim = Array.from({ length: 65 }, (_, i): Vec => {
    const angle = (i / 64) * Math.PI * 2;
    const square = (c: number): number => Math.sign(c) * Math.abs(c) ** 0.55;
    const [cx, cz] = [square(Math.cos(angle)), square(Math.sin(angle))];
    return [cx * 0.84 + (cx > 0 ? 0.2 * cx : 0) + 0.06, 1.08 + (cx > 0 ? 0.08 * cx : 0), cz * 0.6];
  });
  return [
    ...shell(1),
    ...shell(0.97),
    ...move(box(tray, 0.96, 0.04, 0.82, 0.02), 0.06, 0.56, 0),
    ...tube(tray, rim, 0.032, { closed: false, steps: 10 }),
    ...[-1, 1].flatMap((side) => [
      ...tube(
        frame,
        curve([
          [1.15, 0.4, side * 0.2],
          [0.6, 0.5, side * 0.3],
          [-0.5, 0.56, side * 0.38],
          [-1.1, 0.82, side * 0.44],
          [-1.5, 0.88, side * 0.44],
        ]),
        0.05,
      ),
      ...bar(rubber(), [-1.25, 0.86, side * 0.44], [-1.62, 0.88, side * 0.44], 0.07, true),
      ...tube(
        frame,
        curve([
          [-0.1, 0.54, side * 0.36],
          [-0.3, 0.2, side * 0.4],
          [-0.42, 0.04, side * 0.4],
          [-0.7, 0.04, side * 0.4],
          [-0.72, 0.3, side * 0.4],
          [-0.62, 0.56, side * 0.39],
        ]),
        0.045,
      ),
    ]),
    ...(wheels === 1
      ? move(wheel(solid), 1.12, 0.42, 0)
      : [-0.5, 0.5].flatMap((z) => move(wheel(solid), 0.96, 0.42, z))),
    ...move(turnX(brandPlate(tray, look, 0.5), -18), 0.02, 0.82, 0.575),
  ];
}

/** A spare wheel with its axle, leaning slightly. */
function spareWheel(look: Look): Model {
  const tread = Array.from({ length: 36 }, (_, i) =>
    [-1, 1].flatMap((side) =>
      turnZ(
        move(turnY(box(rubber("#232426"), 0.042, 0.03, 0.09, 0.006), side * 24), 0, 0.408, side * 0.045),
        i * 10 + side * 2.5,
      ),
    ),
  ).flat();
  return turnY(
    [
      ...wheel(false),
      ...tread,
      ...Array.from({ length: 6 }, (_, i) =>
        turnZ(move(turnX(cylinder(rubber("#3a3d40"), 0.045, 0.01, 0.004), 90), 0, 0.15, 0.082), i * 60),
      ).flat(),
      ...bar(steel("#8b9196"), [0, 0, -0.3], [0, 0, 0.34], 0.045),
      ...move(sticker(look.print, 0.17, 0.06, "#F4B223", "#1D1A17"), 0, -0.13, 0.084),
    ],
    28,
  );
}

/** A sack truck: the frame with its handles, the toe plate, two wheels. */
function sackTruck(look: Look): Model {
  const metal = paint(look.brand.accent === "#FFFFFF" ? "#1F5FA8" : look.brand.accent);
  return turnX(
    [
      ...[-0.36, 0.36].flatMap((x) =>
        tube(
          metal,
          curve([
            [x, 0.1, 0],
            [x, 1.2, 0],
            [x, 2.2, -0.04],
            [x, 2.5, -0.2],
          ]),
          0.05,
        ),
      ),
      ...[-0.36, 0.36].flatMap((x) => bar(rubber(), [x, 2.4, -0.14], [x, 2.62, -0.38], 0.075, true)),
      ...[0.5, 1.0, 1.5, 2.0].flatMap((y) => bar(metal, [-0.36, y, 0], [0.36, y, 0], 0.04)),
      ...move(box(steel("#8b9196", 0.4), 0.86, 0.05, 0.6, 0.015), 0, 0.06, 0.3),
      ...[-0.46, 0.46].flatMap((x) => move(turnY(scale(wheel(false), 0.86), 90), x, 0.3, -0.24)),
      ...bar(steel("#8b9196"), [-0.5, 0.3, -0.24], [0.5, 0.3, -0.24], 0.035),
      ...[-0.36, 0.36].flatMap((x) => bar(metal, [x, 0.7, 0], [x, 0.3, -0.24], 0.04)),
      ...move(brandPlate(metal, look, 0.5), 0, 1.25, 0.02),
    ],
    -14,
  );
}

export const wheelbarrowModels: ProductModels = {
  "brouette-de-chantier": { draw: (look) => barrow(look, 1, false), elevation: 20 },
  "brouette-renforcee": { draw: (look) => barrow(look, 1, true), elevation: 20 },
  "brouette-de-jardin": { draw: (look) => barrow(look, 2, false), elevation: 20, azimuth: 70 },
  "roue-de-brouette": { draw: spareWheel },
  "diable-de-manutention": { draw: sackTruck },
};
