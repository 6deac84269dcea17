/** The hats of a person. */
import { type Material, matt, plastic } from "#image-generator/render/material.ts";
import { type Model, move, turnX } from "#image-generator/render/mesh.ts";
import { box, ring } from "#image-generator/render/shapes.ts";
import {
  block,
  ellipsoid,
  type Field,
  limb,
  meshField,
  smoothSubtract,
  smoothUnion,
} from "#image-generator/render/solid.ts";

export interface Hat {
  kind: "helmet" | "cap" | "scarf" | "veil" | "kufi";
  color: string;
  accent: string;
}

const limits = { min: [-1.1, 0.75, -1.05], max: [1.1, 2.95, 1.35] } as const;
const make = (material: Material, field: Field): Model => meshField(material, field, limits, 0.03);
const cut =
  (low: number): Field =>
  (p) =>
    low - p[1];

export function createHat({ kind, color, accent }: Hat): Model {
  switch (kind) {
    case "helmet":
      return [
        ...make(
          plastic(color, 0.2),
          smoothUnion(
            0.05,
            (p) => Math.max(ellipsoid([0, 2.02, -0.03], [0.66, 0.66, 0.72])(p), cut(2.02)(p)),
            ellipsoid([0, 2.04, 0.1], [0.72, 0.06, 0.88]),
            (p) => Math.max(ellipsoid([0, 2.02, -0.03], [0.09, 0.73, 0.72])(p), cut(2.05)(p)),
          ),
        ),
        ...move(turnX(box(plastic(accent), 0.26, 0.16, 0.05, 0.03), -24), 0, 2.28, 0.64),
      ];
    case "cap":
      return [
        ...make(matt(color), (p) =>
          Math.max(ellipsoid([0, 2.0, -0.03], [0.575, 0.56, 0.63])(p), cut(2.04)(p)),
        ),
        ...make(matt(accent), (p) =>
          Math.max(ellipsoid([0, 2.0, 0.5], [0.5, 0.1, 0.56])(p), 0.42 - p[2], 2.01 - p[1]),
        ),
        ...move(ring(matt(accent), 0.03, 0.03), 0, 2.56, -0.03),
      ];
    case "scarf": {
      const wrap = smoothUnion(
        0.08,
        (p) =>
          Math.max(
            ellipsoid([0, 2.02, -0.08], [0.6, 0.62, 0.66])(p),
            cut(2.02 - (p[2] < 0 ? -p[2] * 0.5 : 0))(p),
          ),
        ellipsoid([0.02, 2.62, -0.06], [0.3, 0.2, 0.24]),
        limb([-0.1, 2.62, -0.02], [-0.5, 2.78, 0], 0.13, 0.06),
        limb([0.14, 2.62, -0.02], [0.52, 2.72, 0], 0.13, 0.06),
      );
      const folds: Field = (p) => Math.abs(((p[1] * 5 + p[0] * 1.6 + 10) % 1) - 0.5) - 0.14;
      return [...make(matt(color), wrap), ...make(matt(accent), (p) => Math.max(wrap(p) - 0.01, folds(p)))];
    }
    case "veil":
      return make(
        matt(color),
        smoothSubtract(
          smoothUnion(
            0.2,
            ellipsoid([0, 1.84, -0.1], [0.63, 0.72, 0.66]),
            ellipsoid([0, 1.12, -0.02], [0.58, 0.34, 0.52]),
            limb([-0.3, 0.95, 0.1], [0.3, 0.9, 0.1], 0.34),
          ),
          smoothUnion(
            0.1,
            ellipsoid([0, 1.72, 0.56], [0.42, 0.48, 0.62]),
            block([0, 0.66, 0], [2, 0.05, 2], 0.01),
          ),
          0.06,
        ),
      );
    case "kufi":
      return [
        ...make(matt(color), (p) =>
          Math.max(ellipsoid([0, 2.1, -0.06], [0.56, 0.52, 0.6])(p), cut(2.08)(p), p[1] - 2.46),
        ),
        ...make(matt(accent), (p) =>
          Math.max(ellipsoid([0, 2.1, -0.06], [0.57, 0.53, 0.61])(p), Math.abs(p[1] - 2.16) - 0.05),
        ),
      ];
  }
}
