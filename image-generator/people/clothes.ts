/** The clothes of a person: one torso, with pieces of cloth slightly above it. */
import { type Material, matt, plastic } from "#image-generator/render/material.ts";
import { type Model, move, repeat, scale } from "#image-generator/render/mesh.ts";
import { ball, ring } from "#image-generator/render/shapes.ts";
import {
  block,
  ellipsoid,
  type Field,
  limb,
  meshField,
  smoothSubtract,
  smoothUnion,
} from "#image-generator/render/solid.ts";

export interface Clothes {
  kind: "polo" | "overall" | "vest" | "boubou" | "blouse" | "jacket";
  color: string;
  accent: string;
}

const limits = { min: [-1.35, 0.06, -0.75], max: [1.35, 1.35, 0.85] } as const;

const torso = (grow: number): Field =>
  smoothUnion(
    0.25,
    limb([-0.62, 0.5, -0.08], [0.62, 0.5, -0.08], 0.36 + grow),
    limb([-0.78, 0.4, -0.06], [-0.92, -0.4, 0.02], 0.3 + grow, 0.26 + grow),
    limb([0.78, 0.4, -0.06], [0.92, -0.4, 0.02], 0.3 + grow, 0.26 + grow),
    ellipsoid([0, 0.1, 0.02], [0.78 + grow, 0.78 + grow, 0.52 + grow]),
    limb([0, 0.8, -0.1], [0, 0.98, -0.1], 0.3 + grow, 0.25 + grow),
  );

const neckline = ellipsoid([0, 1.16, 0.12], [0.29, 0.26, 0.4]);

/** The cloth over a region of the torso. */
const cloth = (material: Material, grow: number, region: Field): Model =>
  meshField(material, (p) => Math.max(torso(grow)(p), region(p)), limits, 0.022);

const slab =
  (low: number, high: number): Field =>
  (p) =>
    Math.max(low - p[1], p[1] - high);

export function createClothes({ kind, color, accent }: Clothes): Model {
  const fabric = matt(color);
  const trim = matt(accent);
  const shirt = meshField(fabric, smoothSubtract(torso(0), neckline, 0.04), limits, 0.034);
  const buttons = repeat(ball(plastic("#ffffff"), 0.025), [
    [0, 0.66, 0.51],
    [0, 0.5, 0.545],
  ]);
  const collar = [-1, 1].flatMap((side) =>
    meshField(
      trim,
      (p) =>
        Math.max(
          smoothUnion(0.02, ellipsoid([0, 0.93, -0.06], [0.36, 0.17, 0.37]))(p),
          -ellipsoid([0, 1.02, -0.06], [0.29, 0.3, 0.3])(p),
          -side * p[0] + 0.012,
          0.72 + Math.abs(p[0]) * 0.5 - p[1] - (p[2] < 0 ? 1 : 0),
        ),
      { min: [-0.5, 0.6, -0.55], max: [0.5, 1.2, 0.5] },
      0.024,
    ),
  );
  switch (kind) {
    case "polo":
      return [...shirt, ...collar, ...buttons];
    case "overall": {
      const bib: Field = (p) => Math.max(Math.abs(p[0]) - 0.4, p[1] - 0.56, -p[2]);
      const straps: Field = (p) => Math.max(Math.abs(Math.abs(p[0]) - 0.34) - 0.075, 0.45 - p[1]);
      const pocket: Field = (p) => Math.max(Math.abs(p[0]) - 0.2, Math.abs(p[1] - 0.3) - 0.12, -p[2]);
      return [
        ...shirt,
        ...cloth(trim, 0.03, bib),
        ...cloth(trim, 0.03, straps),
        ...cloth({ ...trim, pattern: () => 0.86 }, 0.042, pocket),
        ...[-0.34, 0.34].flatMap((x) =>
          move(scale(ball(plastic("#F4B223", 0.2), 0.06), 1, 1, 0.5), x, 0.5, 0.525),
        ),
        ...collar.map(({ mesh }) => ({ mesh, material: fabric })),
      ];
    }
    case "vest": {
      const open: Field = (p) =>
        Math.max(p[2] > 0 ? 0.07 - Math.abs(p[0]) : -1, Math.abs(p[0]) - 0.72, p[1] - 0.98);
      const band =
        (field: Field): Field =>
        (p) =>
          Math.max(open(p), field(p));
      const upright: Field = (p) => Math.abs(Math.abs(p[0]) - 0.42) - 0.07;
      return [
        ...shirt,
        ...cloth(trim, 0.035, open),
        ...cloth(matt("#e9edb8"), 0.045, band(slab(0.26, 0.4))),
        ...cloth(matt("#e9edb8"), 0.045, band(upright)),
        ...collar.map(({ mesh }) => ({ mesh, material: fabric })),
      ];
    }
    case "boubou": {
      const yoke: Field = (p) => Math.max(ellipsoid([0, 0.78, 0.3], [0.42, 0.36, 0.6])(p), -p[2]);
      const placket: Field = (p) => Math.max(Math.abs(p[0]) - 0.1, 0.28 - p[1], p[1] - 0.8, -p[2]);
      const inner: Field = (p) => Math.max(ellipsoid([0, 0.8, 0.3], [0.34, 0.28, 0.6])(p), -p[2]);
      return [
        ...shirt,
        ...cloth(trim, 0.012, (p) => Math.min(yoke(p), placket(p))),
        ...cloth(fabric, 0.02, inner),
      ];
    }
    case "blouse": {
      // A wax print: discs and rings of the second colour over the cloth.
      const spots: Field = (p) => {
        const cell = 0.36;
        const row = Math.floor(p[1] / cell);
        const x = p[0] + (row % 2) * (cell / 2);
        const [dx, dy] = [x - (Math.floor(x / cell) + 0.5) * cell, p[1] - (row + 0.5) * cell];
        const r = Math.hypot(dx, dy);
        return Math.min(r - 0.06, Math.abs(r - 0.125) - 0.022);
      };
      return [
        ...shirt,
        ...cloth(trim, 0.008, spots),
        ...move(scale(ring(trim, 0.3, 0.05), 1, 1, 1.05), 0, 0.93, -0.02),
      ];
    }
    case "jacket": {
      const front: Field = (p) => Math.max(-p[2], Math.abs(p[0]) - 0.05 - Math.max(0, p[1] - 0.1) * 0.36);
      return [
        ...shirt,
        ...cloth(trim, 0.012, front),
        ...meshField(
          fabric,
          block([0.46, 0.42, 0.46], [0.14, 0.02, 0.06], 0.015),
          { min: [0.2, 0.3, 0.3], max: [0.7, 0.5, 0.6] },
          0.02,
        ),
        ...collar,
      ];
    }
  }
}
