/** A depth-buffered rasteriser: the visible triangle of each pixel, and the position on it. */

import type { Vec } from "./vector.ts";

/** One number per item and pixel, so that shading runs afterwards without hidden surfaces. */
export interface Coverage {
  /** The index of the triangle, -1 for none. */
  triangle: Int32Array;
  /** The weights of the triangle's second and third corner. */
  second: Float32Array;
  third: Float32Array;
}

/** `corners`: screen x, y and view depth of three corners per triangle. */
export function rasterize(corners: Float32Array, width: number, height: number): Coverage {
  const triangle = new Int32Array(width * height).fill(-1);
  const second = new Float32Array(width * height);
  const third = new Float32Array(width * height);
  const nearest = new Float32Array(width * height);
  const read = (i: number): number => corners[i] ?? 0;
  for (let t = 0; t * 9 < corners.length; t++) {
    const i = t * 9;
    const [ax, ay, aw] = [read(i), read(i + 1), 1 / read(i + 2)];
    const [bx, by, bw] = [read(i + 3), read(i + 4), 1 / read(i + 5)];
    const [cx, cy, cw] = [read(i + 6), read(i + 7), 1 / read(i + 8)];
    const size = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    if (size === 0) continue;
    const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
    const bottom = Math.min(height - 1, Math.floor(Math.max(ay, by, cy) - 0.5));
    const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5));
    const right = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5));
    for (let y = top; y <= bottom; y++) {
      for (let x = left; x <= right; x++) {
        const [px, py] = [x + 0.5, y + 0.5];
        const b = ((px - ax) * (cy - ay) - (py - ay) * (cx - ax)) / size;
        const c = ((bx - ax) * (py - ay) - (by - ay) * (px - ax)) / size;
        const a = 1 - b - c;
        if (a < 0 || b < 0 || c < 0) continue;
        const near = a * aw + b * bw + c * cw;
        const pixel = y * width + x;
        if (near <= (nearest[pixel] ?? 0)) continue;
        nearest[pixel] = near;
        triangle[pixel] = t;
        second[pixel] = (b * bw) / near;
        third[pixel] = (c * cw) / near;
      }
    }
  }
  return { triangle, second, third };
}

/** Where a height map looks from: the map's x axis, y axis (both per cell) and height axis. */
interface MapAxes {
  right: Vec;
  up: Vec;
  direction: Vec;
}

/**
 * The heights of the uppermost surface in a square map around `centre`. `corners` are world positions, nine
 * numbers per triangle; empty cells are -1e9. The arithmetic is spelled out: this runs once per lamp over all
 * triangles, and allocating a vector per corner made it the slowest part of an image.
 */
export function renderHeightMap(
  corners: Float32Array,
  centre: Vec,
  axes: MapAxes,
  size: number,
): Float32Array {
  const map = new Float32Array(size * size).fill(-1e9);
  const [rx, ry, rz] = axes.right;
  const [ux, uy, uz] = axes.up;
  const [dx, dy, dz] = axes.direction;
  const [ox, oy, oz] = centre;
  const half = size / 2;
  const x = new Float64Array(3);
  const y = new Float64Array(3);
  const z = new Float64Array(3);
  for (let i = 0; i < corners.length; i += 9) {
    for (let k = 0; k < 3; k++) {
      const px = (corners[i + k * 3] ?? 0) - ox;
      const py = (corners[i + k * 3 + 1] ?? 0) - oy;
      const pz = (corners[i + k * 3 + 2] ?? 0) - oz;
      x[k] = px * rx + py * ry + pz * rz + half;
      y[k] = px * ux + py * uy + pz * uz + half;
      z[k] = px * dx + py * dy + pz * dz;
    }
    const ax = x[0] ?? 0;
    const bx = x[1] ?? 0;
    const cx = x[2] ?? 0;
    const ay = y[0] ?? 0;
    const by = y[1] ?? 0;
    const cy = y[2] ?? 0;
    const az = z[0] ?? 0;
    const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    if (area === 0) continue;
    const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
    const bottom = Math.min(size - 1, Math.floor(Math.max(ay, by, cy) - 0.5));
    if (top > bottom) continue;
    const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5));
    const right = Math.min(size - 1, Math.floor(Math.max(ax, bx, cx) - 0.5));
    const bz = ((z[1] ?? 0) - az) / area;
    const cz = ((z[2] ?? 0) - az) / area;
    for (let row = top; row <= bottom; row++) {
      const py = row + 0.5 - ay;
      for (let column = left; column <= right; column++) {
        const px = column + 0.5 - ax;
        const b = px * (cy - ay) - py * (cx - ax);
        const c = (bx - ax) * py - (by - ay) * px;
        const inside = area > 0 ? b >= 0 && c >= 0 && b + c <= area : b <= 0 && c <= 0 && b + c >= area;
        if (!inside) continue;
        const height = az + b * bz + c * cz;
        const cell = row * size + column;
        if (height > (map[cell] ?? 0)) map[cell] = height;
      }
    }
  }
  return map;
}
