/**
 * Organic shapes (drill bodies, gloves, taps): defined as distance functions, which can be joined with a
 * smooth seam, and meshed by surface nets.
 */
import type { Material } from "./material.ts";
import { type Bounds, type Model, part, type Triangle } from "./mesh.ts";
import { add, dot, length, subtract, times, unit, type Vec } from "./vector.ts";

/** Signed distance to a shape: negative inside. */
export type Field = (p: Vec) => number;

/** A bar with round ends whose radius may differ at both. */
export const limb =
  (from: Vec, to: Vec, start: number, end = start): Field =>
  (p) => {
    const axis = subtract(to, from);
    const t = Math.max(0, Math.min(1, dot(subtract(p, from), axis) / dot(axis, axis)));
    return length(subtract(p, add(from, times(axis, t)))) - (start + (end - start) * t);
  };

export const block =
  (centre: Vec, half: Vec, radius: number): Field =>
  (p) => {
    const q = subtract(p, centre).map((v, i) => Math.abs(v) - (half[i] ?? 0) + radius);
    const [x, y, z] = [q[0] ?? 0, q[1] ?? 0, q[2] ?? 0];
    const outside = Math.hypot(Math.max(x, 0), Math.max(y, 0), Math.max(z, 0));
    return outside + Math.min(Math.max(x, y, z), 0) - radius;
  };

/** An ellipsoid; the distance is approximate, which is sufficient for meshing. */
export const ellipsoid =
  (centre: Vec, half: Vec): Field =>
  (p) => {
    const q = subtract(p, centre);
    const k = Math.hypot(q[0] / half[0], q[1] / half[1], q[2] / half[2]);
    const g = Math.hypot(q[0] / half[0] ** 2, q[1] / half[1] ** 2, q[2] / half[2] ** 2);
    return g === 0 ? -Math.min(...half) : (k * (k - 1)) / g;
  };

/** A cylinder along the axis `0` x, `1` y or `2` z. */
export const drum =
  (centre: Vec, axis: 0 | 1 | 2, radius: number, half: number, rounding: number): Field =>
  (p) => {
    const q = subtract(p, centre);
    const along = Math.abs(q[axis]) - half + rounding;
    const across = Math.hypot(q[(axis + 1) % 3] ?? 0, q[(axis + 2) % 3] ?? 0) - radius + rounding;
    return (
      Math.min(Math.max(along, across), 0) + Math.hypot(Math.max(along, 0), Math.max(across, 0)) - rounding
    );
  };

/** The union of all shapes, with seams smoothed by about `blend`. */
export const smoothUnion =
  (blend: number, ...fields: readonly Field[]): Field =>
  (p) => {
    let result = Infinity;
    for (const field of fields) {
      const d = field(p);
      if (result === Infinity) result = d;
      else {
        const h = Math.max(blend - Math.abs(result - d), 0) / blend;
        result = Math.min(result, d) - (h * h * blend) / 4;
      }
    }
    return result;
  };

export const smoothSubtract =
  (from: Field, taken: Field, blend = 0.01): Field =>
  (p) => {
    const [a, b] = [from(p), -taken(p)];
    const h = Math.max(blend - Math.abs(a - b), 0) / blend;
    return Math.max(a, b) + (h * h * blend) / 4;
  };

/** The gradient of the field, which is the surface's normal. */
function slope(field: Field, [x, y, z]: Vec, h: number): Vec {
  return unit([
    field([x + h, y, z]) - field([x - h, y, z]),
    field([x, y + h, z]) - field([x, y - h, z]),
    field([x, y, z + h]) - field([x, y, z - h]),
  ]);
}

/** Meshes the field inside the box; `cell` is the size of the grid's cells. */
export function meshField(material: Material, field: Field, { min, max }: Bounds, cell: number): Model {
  const [nx, ny, nz] = [0, 1, 2].map((i) => Math.ceil(((max[i] ?? 0) - (min[i] ?? 0)) / cell) + 3);
  if (!nx || !ny || !nz) return [];
  const at = (i: number, j: number, k: number): number => i + nx * (j + ny * k);
  const place = (i: number, j: number, k: number): Vec => [
    min[0] + (i - 1) * cell,
    min[1] + (j - 1) * cell,
    min[2] + (k - 1) * cell,
  ];
  const values = new Float32Array(nx * ny * nz);
  for (let k = 0; k < nz; k++) {
    for (let j = 0; j < ny; j++) for (let i = 0; i < nx; i++) values[at(i, j, k)] = field(place(i, j, k));
  }
  const value = (i: number, j: number, k: number): number => values[at(i, j, k)] ?? 1;
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((n) => [n & 1, (n >> 1) & 1, n >> 2] as const);
  const points: Vec[] = [];
  const vertexOf = new Int32Array(nx * ny * nz).fill(-1);
  for (let k = 0; k + 1 < nz; k++) {
    for (let j = 0; j + 1 < ny; j++) {
      for (let i = 0; i + 1 < nx; i++) {
        let sum: Vec = [0, 0, 0];
        let crossings = 0;
        for (const a of corners) {
          for (const axis of [0, 1, 2]) {
            if (a[axis] === 1) continue;
            const b = [...a];
            b[axis] = 1;
            const va = value(i + a[0], j + a[1], k + a[2]);
            const vb = value(i + (b[0] ?? 0), j + (b[1] ?? 0), k + (b[2] ?? 0));
            if (va < 0 === vb < 0) continue;
            const t = va / (va - vb);
            const step = (n: 0 | 1 | 2): number => a[n] + ((b[n] ?? 0) - a[n]) * t;
            sum = add(sum, [step(0), step(1), step(2)]);
            crossings += 1;
          }
        }
        if (crossings === 0) continue;
        vertexOf[at(i, j, k)] = points.length;
        points.push(add(place(i, j, k), times(sum, cell / crossings)));
      }
    }
  }
  const triangles: Triangle[] = [];
  const vertex = (i: number, j: number, k: number): number => vertexOf[at(i, j, k)] ?? -1;
  for (let k = 1; k + 1 < nz; k++) {
    for (let j = 1; j + 1 < ny; j++) {
      for (let i = 1; i + 1 < nx; i++) {
        const inside = value(i, j, k) < 0;
        const edges: [boolean, number[]][] = [
          [
            value(i + 1, j, k) < 0,
            [vertex(i, j - 1, k - 1), vertex(i, j, k - 1), vertex(i, j, k), vertex(i, j - 1, k)],
          ],
          [
            value(i, j + 1, k) < 0,
            [vertex(i - 1, j, k - 1), vertex(i - 1, j, k), vertex(i, j, k), vertex(i, j, k - 1)],
          ],
          [
            value(i, j, k + 1) < 0,
            [vertex(i - 1, j - 1, k), vertex(i, j - 1, k), vertex(i, j, k), vertex(i - 1, j, k)],
          ],
        ];
        for (const [other, quad] of edges) {
          const [a, b, c, d] = quad;
          if (inside === other || a === undefined || b === undefined || c === undefined || d === undefined)
            continue;
          if (inside) triangles.push([a, b, c], [a, c, d]);
          else triangles.push([a, c, b], [a, d, c]);
        }
      }
    }
  }
  return part(material, { points, triangles, normals: points.map((p) => slope(field, p, cell * 0.4)) });
}
