/** Shovels, hoes and pickaxes. */
import { brandPlate, type Look, type ProductModels, sticker } from "#image-generator/product-model.ts";
import { type Material, paint, steel, wood } from "#image-generator/render/material.ts";
import { type Model, move, scale, turnX, turnZ } from "#image-generator/render/mesh.ts";
import { bar, box, curve, cylinder, extrude, lathe, surface, tube } from "#image-generator/render/shapes.ts";

type Blade = "round" | "square" | "spade";

/** The blade of a shovel, its tip down; a spade is flat and narrow. */
const blades: Record<Blade, (metal: Material) => Model> = {
  round: (metal) =>
    surface(
      metal,
      (u, v) => {
        const a = u * 2 - 1;
        const half =
          0.46 * (v > 0.55 ? 1 : Math.sqrt(Math.max(0, 1 - ((0.55 - v) / 0.55) ** 2)) * 0.98 + 0.02);
        const dish = 0.22 * (a * a) * (0.5 + v * 0.5) + 0.1 * (v - 0.5) ** 2;
        return [a * half, -1.05 + v * 1.05, dish];
      },
      24,
      24,
      60,
    ),
  square: (metal) =>
    surface(
      metal,
      (u, v) => {
        const a = u * 2 - 1;
        return [
          a * (0.48 - 0.03 * v),
          -1.0 + v,
          0.2 * a * a * (0.4 + v * 0.6) + (v > 0.94 ? (v - 0.94) * 1.6 : 0),
        ];
      },
      24,
      24,
      60,
    ),
  spade: (metal) =>
    extrude(
      metal,
      [
        [-0.36, -1.1, 0.06],
        [0, -1.16, 0.3],
        [0.36, -1.1, 0.06],
        [0.38, 0, 0.05],
        [-0.38, 0, 0.05],
      ],
      { depth: 0.05, bevel: 0.02 },
    ),
};

/** A shovel or spade; the handle ends straight or in a Y with a crossbar. */
function shovel(look: Look, blade: Blade, long: number, forked: boolean): Model {
  const metal =
    blade === "spade" ? steel("#6d7378", 0.34) : paint(blade === "round" ? "#3a3f43" : look.brand.color);
  const timber = wood("#d09a5b");
  const shaft = bar(timber, [0, -0.2, 0.0], [0, long, 0.02], 0.065, true);
  const fork = [-1, 1].flatMap((side) =>
    tube(
      timber,
      curve([
        [0, long - 0.08, 0.02],
        [side * 0.16, long + 0.1, 0.02],
        [side * 0.22, long + 0.34, 0.02],
      ]),
      0.055,
    ),
  );
  const tool = [
    ...blades[blade](metal),
    ...lathe(
      metal,
      [
        [0, -0.3],
        [0.05, -0.3],
        [0.095, 0.1],
        [0.085, 0.4],
        [0, 0.4],
      ],
      0.02,
    ),
    ...shaft,
    ...(forked
      ? [...fork, ...bar(timber, [-0.26, long + 0.34, 0.02], [0.26, long + 0.34, 0.02], 0.07, true)]
      : []),
    ...move(turnZ(brandPlate(timber, look, 0.34), -90), 0, 0.8, 0.085),
  ];
  return turnZ(turnX(tool, -16), -26);
}

/** A daba: a forged blade bent back towards the short curved handle. */
function daba(look: Look): Model {
  const metal = steel("#5f666b", 0.4);
  const blade = surface(
    metal,
    (u, v) => {
      const a = u * 2 - 1;
      const half =
        0.5 * Math.sqrt(Math.max(0.02, 1 - Math.max(0, 0.35 - v) ** 2 / 0.1225)) * (1 - 0.35 * v * v);
      return [a * half, -1.0 + v, 0.12 * a * a - 0.1 * (v - 0.5) ** 2];
    },
    24,
    20,
    60,
  );
  return turnZ(
    [
      ...tube(
        wood("#b5763c"),
        curve([
          [0, 0, 0],
          [0.1, 0.6, 0],
          [0.14, 1.2, 0],
          [0.05, 1.9, 0],
        ]),
        (t) => 0.11 - 0.03 * t,
      ),
      ...move(turnX(move(blade, 0, 0.1, 0), -66), 0, 1.86, 0.06),
      ...move(cylinder(metal, 0.13, 0.16, 0.03), 0.05, 1.78, 0),
      ...move(brandPlate(wood("#b5763c"), look, 0.3), 0.12, 0.9, 0.11),
    ],
    -18,
  );
}

/** A pickaxe: a point on one side, a chisel edge on the other. */
function pickaxe(look: Look): Model {
  const metal = steel("#5f666b", 0.36);
  return turnZ(
    turnX(
      [
        ...bar(wood("#d09a5b"), [0, -0.1, 0], [0, 2.3, 0], 0.075, true),
        ...tube(
          metal,
          curve([
            [-1.15, 1.86, 0],
            [-0.6, 2.14, 0],
            [0, 2.22, 0],
          ]),
          (t) => 0.02 + 0.11 * t,
        ),
        ...scale(
          tube(
            metal,
            curve([
              [1.1, 1.9, 0],
              [0.6, 2.14, 0],
              [0, 2.22, 0],
            ]),
            (t) => 0.05 + 0.08 * t,
          ),
          1,
          1,
          1.5,
        ),
        ...move(box(metal, 0.3, 0.3, 0.3, 0.08), 0, 2.2, 0),
        ...move(turnZ(sticker(look.print, 0.4, 0.14, "#d09a5b", "#1D1A17"), -90), 0, 1.3, 0.08),
      ],
      -12,
    ),
    -20,
  );
}

const upright = { elevation: 14 };

export const shovelModels: ProductModels = {
  "pelle-ronde": { draw: (look) => shovel(look, "round", 2.1, false), ...upright },
  "pelle-carree": { draw: (look) => shovel(look, "square", 1.9, false), ...upright },
  beche: { draw: (look) => shovel(look, "spade", 1.4, true), ...upright },
  daba: { draw: daba, azimuth: 40, ...upright },
  pioche: { draw: pickaxe, ...upright },
};
