/** Fans. */
import { brandPlate, type Look, type ProductModels } from "#image-generator/product-model.ts";
import { brass, lamp, paint, plastic, steel, wood } from "#image-generator/render/material.ts";
import { type Model, move, settle, turnX, turnY, turnZ } from "#image-generator/render/mesh.ts";
import type { Corner } from "#image-generator/render/outline.ts";
import {
  ball,
  bar,
  box,
  curve,
  cylinder,
  extrude,
  lathe,
  ring,
  tube,
} from "#image-generator/render/shapes.ts";
import type { Vec } from "#image-generator/render/vector.ts";
import { remote } from "./floodlights.ts";
import { solarPanel } from "./solar.ts";

/** A ceiling fan hanging from its rod: white, or with wooden blades. */
function fan(look: Look, blades: 3 | 5, light: boolean): Model {
  const { brand } = look;
  const timber = blades === 5;
  const hex = timber ? "#c58a4d" : "#f5f2ea";
  const outline: Corner[] = [
    [0.26, -0.07],
    [0.5, -0.13, 0.08],
    [1.36, -0.17, 0.1],
    [1.42, 0, 0.14],
    [1.36, 0.17, 0.1],
    [0.5, 0.13, 0.08],
    [0.26, 0.07],
  ];
  const blade = turnX(extrude(timber ? wood(hex) : paint(hex), outline, { depth: 0.03, bevel: 0.012 }), 80);
  const motor = lathe(
    paint(timber ? "#4a3a2e" : hex),
    [
      [0, -0.16],
      [0.16, -0.16, 0.08],
      [0.3, -0.06, 0.08],
      [0.3, 0.1, 0.06],
      [0.12, 0.18, 0.04],
      [0, 0.18],
    ],
    0.05,
  );
  const upright = [
    ...Array.from({ length: blades }, (_, i) => turnY(blade, (i * 360) / blades + 18)).flat(),
    ...Array.from({ length: blades }, (_, i) =>
      turnY(
        move(box(steel("#8f959a", 0.35), 0.34, 0.03, 0.1, 0.012), 0.36, 0.01, 0),
        (i * 360) / blades + 18,
      ),
    ).flat(),
    ...motor,
    ...move(ring(brass(), 0.3, 0.02), 0, 0.02, 0),
    ...bar(steel("#b9bec2"), [0, 0.1, 0], [0, 0.86, 0], 0.035),
    ...move(
      lathe(
        paint(timber ? "#4a3a2e" : hex),
        [
          [0, 0],
          [0.08, 0],
          [0.17, 0.14],
          [0.17, 0.18],
          [0, 0.18],
        ],
        0.03,
      ),
      0,
      0.8,
      0,
    ),
    ...(light
      ? move(ball(lamp("#fff1cf", 0.3), 0.2), 0, -0.2, 0)
      : move(cylinder(paint(brand.color), 0.1, 0.02, 0.008), 0, -0.18, 0)),
  ];
  // Ceiling fans are seen from below.
  return turnX(upright, -34);
}

/** A wall control with its knob. */
const wallControl = (): Model =>
  settle(
    turnX(
      [
        ...box(plastic("#f7f5f0"), 0.56, 0.56, 0.14, 0.05),
        ...move(turnX(cylinder(plastic("#dcd9d0"), 0.17, 0.14, 0.03), 90), 0, 0, 0.06),
        ...move(box(plastic("#B8391A"), 0.02, 0.12, 0.02, 0.006), 0, 0.06, 0.2),
      ],
      -20,
    ),
  );

/** A pedestal fan in metal: round foot, pole, guard. */
function standFan(look: Look): Model {
  const { brand } = look;
  const metal = steel("#b9bec2", 0.3);
  const ringAt = (radius: number, z: number): Model => move(turnX(ring(metal, radius, 0.012), 90), 0, 0, z);
  const wires = (z: number, depth: number): Model =>
    Array.from({ length: 28 }, (_, i) => {
      const angle = (i / 28) * Math.PI * 2;
      const at = (r: number, dz: number): Vec => [r * Math.cos(angle), r * Math.sin(angle), dz];
      return tube(metal, curve([at(0.16, z + depth), at(0.5, z + depth * 0.8), at(0.78, 0)], 4), 0.008, {
        steps: 6,
      });
    }).flat();
  const blade = extrude(
    steel("#d3d8dc", 0.3),
    [
      [0.08, -0.06],
      [0.4, -0.26, 0.16],
      [0.68, -0.1, 0.12],
      [0.66, 0.2, 0.14],
      [0.3, 0.16, 0.1],
      [0.08, 0.08],
    ],
    { depth: 0.02, bevel: 0.006 },
  );
  const head: Model = [
    ...wires(0, 0.2),
    ...wires(0, -0.2),
    ...turnX(ring(metal, 0.79, 0.026), 90),
    ...ringAt(0.5, 0.16),
    ...ringAt(0.5, -0.16),
    ...[0, 120, 240].flatMap((angle) => turnZ(turnX(blade, 14), angle)),
    ...turnX(move(cylinder(paint("#2b2d30"), 0.1, 0.3), 0, -0.1, 0), 90),
    ...turnX(move(cylinder(paint("#2b2d30"), 0.22, 0.4, 0.08), 0, -0.6, 0), 90),
    ...move(turnX(cylinder(paint(brand.color), 0.17, 0.02, 0.006), 90), 0, 0, 0.2),
    ...move(brandPlate(paint(brand.color), look, 0.27), 0, 0, 0.225),
  ];
  return [
    ...lathe(
      paint("#2b2d30"),
      [
        [0, 0],
        [0.6, 0],
        [0.6, 0.06],
        [0.12, 0.14],
        [0, 0.14],
      ],
      0.03,
    ),
    ...bar(metal, [0, 0.1, 0], [0, 1.7, 0], 0.05),
    ...move(cylinder(paint("#2b2d30"), 0.075, 0.3), 0, 0.9, 0),
    ...move(turnX(head, -6), 0, 2.1, 0.3),
    ...bar(paint("#2b2d30"), [0, 1.7, 0], [0, 2.05, -0.02], 0.08),
  ];
}

const below = { elevation: 6 };

export const fanModels: ProductModels = {
  "brasseur-d-air": {
    draw: (look) => [...settle(fan(look, 3, false)), ...move(wallControl(), 1.1, 0, 0.5)],
    ...below,
  },
  "brasseur-d-air-avec-lampe": {
    draw: (look) => [...settle(fan(look, 5, true)), ...move(turnY(remote(), 20), 1.1, 0, 0.6)],
    ...below,
  },
  "brasseur-d-air-solaire": {
    draw: (look) => [...settle(fan(look, 3, false)), ...move(settle(solarPanel(4, 3, 0.3)), 1.0, 0, -0.9)],
    ...below,
  },
  "ventilateur-sur-pied": { draw: standFan, elevation: 10 },
};
