/** A depth-buffered rasteriser: the visible triangle of each pixel, and the position on it. */

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

/**
 * The heights of the uppermost surface in a square map. `corners`: map x, map y, height; empty cells are
 * -Infinity.
 */
export function renderHeightMap(corners: Float32Array, size: number): Float32Array {
  const map = new Float32Array(size * size).fill(-1e9);
  const read = (i: number): number => corners[i] ?? 0;
  for (let i = 0; i < corners.length; i += 9) {
    const [ax, ay, az] = [read(i), read(i + 1), read(i + 2)];
    const [bx, by, bz] = [read(i + 3), read(i + 4), read(i + 5)];
    const [cx, cy, cz] = [read(i + 6), read(i + 7), read(i + 8)];
    const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    if (area === 0) continue;
    const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
    const bottom = Math.min(size - 1, Math.floor(Math.max(ay, by, cy) - 0.5));
    const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5));
    const right = Math.min(size - 1, Math.floor(Math.max(ax, bx, cx) - 0.5));
    for (let y = top; y <= bottom; y++) {
      for (let x = left; x <= right; x++) {
        const [px, py] = [x + 0.5, y + 0.5];
        const b = ((px - ax) * (cy - ay) - (py - ay) * (cx - ax)) / area;
        const c = ((bx - ax) * (py - ay) - (by - ay) * (px - ax)) / area;
        if (b < 0 || c < 0 || b + c > 1) continue;
        const z = az + b * (bz - az) + c * (cz - az);
        const pixel = y * size + x;
        if (z > (map[pixel] ?? 0)) map[pixel] = z;
      }
    }
  }
  return map;
}
