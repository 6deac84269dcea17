/** Parts of several hand tools. */
import type { Brand } from "#image-generator/brands.ts";
import { plastic, rubber } from "#image-generator/render/material.ts";
import { type Model, repeat, turnX, turnY } from "#image-generator/render/mesh.ts";
import { cylinder, lathe } from "#image-generator/render/shapes.ts";

/** Tilts an upright tool so that it fills the square. */
export const lying = (model: Model, angle: number): Model => turnY(turnX(model, -90), angle);

export const softGrip = (brand: Brand, radius: number, from: number, to: number): Model => [
  ...lathe(
    plastic(brand.color),
    [
      [0, from],
      [radius * 0.9, from],
      [radius * 1.1, from + (to - from) * 0.3],
      [radius * 0.9, from + (to - from) * 0.75],
      [radius, to],
      [0, to],
    ],
    0.06,
  ),
  ...repeat(
    cylinder(rubber(), radius * 1.08, (to - from) * 0.05, 0.015),
    [0.2, 0.3, 0.4, 0.5].map((k) => [0, from + (to - from) * k, 0] as const),
  ),
];
