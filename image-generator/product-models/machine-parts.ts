/** Parts of several machines. */
import { plastic, rubber, steel } from "#image-generator/render/material.ts";
import { type Model, move, turnX } from "#image-generator/render/mesh.ts";
import { box, cylinder, lathe } from "#image-generator/render/shapes.ts";

/** A knob on a front panel that faces +z. */
export const knob = (radius: number): Model => [
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

export const wheel = (radius: number): Model =>
  turnX(
    [
      ...lathe(
        rubber(),
        [
          [0, -0.09],
          [radius, -0.09],
          [radius, 0.09],
          [0, 0.09],
        ],
        0.07,
      ),
      ...move(cylinder(steel("#b9bec2"), radius * 0.55, 0.2, 0.04), 0, -0.1, 0),
    ],
    90,
  );
