/** Hammers and mallets. */
import { createPrint, finish, type Look, type ProductModels } from "#image-generator/product-model.ts";
import { type Material, paint, plastic, rubber, steel, wood } from "#image-generator/render/material.ts";
import { type Model, move, scale, turnZ } from "#image-generator/render/mesh.ts";
import { bar, box, curve, cylinder, label, tube } from "#image-generator/render/shapes.ts";
import { block, drum, limb, meshField, smoothUnion } from "#image-generator/render/solid.ts";
import { textPath } from "#image-generator/text-path.ts";
import { lying, softGrip } from "./tool-parts.ts";

/** The figures on the shaft of an upright tool, above its surface; `turn` so that they are read upright when it lies. */
const stamp = ({ print }: Look, y: number, surface: number, turn: 90 | -90): Model =>
  print.length === 0
    ? []
    : move(
        turnZ(
          label(
            plastic("#ffffff"),
            createPrint(160, 40, textPath(print.join(" "), { size: 34, x: 80, y: 33, fit: 156 })),
            0.5,
            0.13,
          ),
          turn,
        ),
        0,
        y,
        surface,
      );

/** A claw hammer on a wooden shaft or a fibre one with a soft grip. */
function hammer(look: Look, wooden: boolean): Model {
  const { brand } = look;
  const head = meshField(
    steel("#8b9196", 0.3),
    smoothUnion(
      0.08,
      drum([-0.42, 0, 0], 0, 0.2, 0.14, 0.03),
      limb([-0.3, 0, 0], [0.05, 0, 0], 0.13, 0.15),
      block([0.02, 0, 0], [0.17, 0.17, 0.15], 0.04),
    ),
    { min: [-0.7, -0.3, -0.3], max: [0.3, 0.3, 0.3] },
    0.022,
  );
  const claw = [-0.085, 0.085].flatMap((z) =>
    tube(
      steel("#8b9196", 0.3),
      curve([
        [0.1, 0.04, z * 0.6],
        [0.34, 0.06, z],
        [0.56, -0.03, z * 1.15],
        [0.72, -0.2, z * 1.3],
      ]),
      (t) => 0.085 - 0.055 * t,
    ),
  );
  const shaft = wooden
    ? tube(
        wood("#d09a5b"),
        curve([
          [0, 0.22, 0],
          [0, -0.6, 0],
          [0, -1.2, 0],
          [0, -2.0, 0],
        ]),
        (t) => 0.085 + 0.035 * Math.sin(t * Math.PI * 0.9 + 0.3) ** 2,
      )
    : [...bar(steel("#8b9196"), [0, 0.1, 0], [0, -1.2, 0], 0.075), ...softGrip(brand, 0.12, -2.0, -0.95)];
  const body = [...head, ...claw, ...scale(shaft, 1, 1, 1.25)];
  return wooden
    ? lying([...body, ...stamp(look, -0.5, 0.155, -90)], 36)
    : lying([...body, ...stamp(look, -0.5, 0.13, 90)], -140);
}

interface Mallet {
  head: Material;
  size: readonly [width: number, height: number];
  /** The length of the shaft. */
  shaft: number;
  round?: boolean;
}

/** A tool with two equal faces: club hammer, sledge, mallet. */
const mallet =
  ({ head, size: [w, h], shaft, round = false }: Mallet) =>
  (look: Look): Model => {
    const skin = finish(look, head);
    return lying(
      [
        ...(round ? turnZ(move(cylinder(skin, h / 2, w, 0.06), 0, -w / 2, 0), 90) : box(skin, w, h, h, 0.06)),
        ...(round ? [] : box(paint(look.brand.color), w * 0.34, h * 1.02, h * 1.02, 0.05)),
        ...scale(
          tube(
            wood("#d09a5b"),
            curve([
              [0, h * 0.6, 0],
              [0, -shaft * 0.3, 0],
              [0, -shaft * 0.65, 0],
              [0, -shaft, 0],
            ]),
            (t) => 0.085 + 0.03 * Math.sin(t * Math.PI * 0.9 + 0.3) ** 2,
          ),
          1,
          1,
          1.25,
        ),
        ...stamp(look, -0.62, 0.155, -90),
      ],
      36,
    );
  };

const lyingLow = { elevation: 38 };

export const hammerModels: ProductModels = {
  "marteau-de-menuisier": { draw: (look) => hammer(look, true), ...lyingLow },
  "marteau-coffreur": { draw: (look) => hammer(look, false), ...lyingLow },
  massette: { draw: mallet({ head: steel("#7d8388", 0.32), size: [0.9, 0.4], shaft: 1.35 }), ...lyingLow },
  maillet: {
    draw: mallet({ head: rubber("#efece4"), size: [0.86, 0.5], shaft: 1.7, round: true }),
    ...lyingLow,
  },
  masse: { draw: mallet({ head: steel("#5f666b", 0.36), size: [0.95, 0.42], shaft: 3.0 }), ...lyingLow },
};
