/** Plane outlines for extrusions and turned profiles, and their triangulation. */
export type Point = readonly [x: number, y: number];
/** A corner, with the radius that rounds it off. */
export type Corner = readonly [x: number, y: number, radius?: number];

function filletAt(before: Corner, corner: Corner, after: Corner, radius: number): Point[] {
  const [x, y] = corner;
  const [inX, inY] = [before[0] - x, before[1] - y];
  const [outX, outY] = [after[0] - x, after[1] - y];
  const [inLength, outLength] = [Math.hypot(inX, inY), Math.hypot(outX, outY)];
  const angle = Math.acos(Math.max(-1, Math.min(1, (inX * outX + inY * outY) / (inLength * outLength || 1))));
  if (radius <= 0 || angle > 3.1 || angle < 0.02) return [[x, y]];
  const reach = Math.min(radius / Math.tan(angle / 2), inLength * 0.49, outLength * 0.49);
  const start: Point = [x + (inX / inLength) * reach, y + (inY / inLength) * reach];
  const end: Point = [x + (outX / outLength) * reach, y + (outY / outLength) * reach];
  const middle: Point = [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2];
  // The arc's centre is beyond the chord on the line from the corner through the chord's middle.
  const stretch = 1 / Math.cos(angle / 2) ** 2;
  const centre: Point = [x + (middle[0] - x) * stretch, y + (middle[1] - y) * stretch];
  const from = Math.atan2(start[1] - centre[1], start[0] - centre[0]);
  const swept = Math.atan2(end[1] - centre[1], end[0] - centre[0]) - from;
  const sweep = swept - Math.round(swept / (2 * Math.PI)) * 2 * Math.PI;
  const arc = Math.hypot(start[0] - centre[0], start[1] - centre[1]);
  const steps = Math.max(2, Math.ceil((Math.PI - angle) / 0.26));
  return Array.from({ length: steps + 1 }, (_, i): Point => {
    const at = from + (sweep * i) / steps;
    return [centre[0] + arc * Math.cos(at), centre[1] + arc * Math.sin(at)];
  });
}

/** Rounds the corners of an open or closed line; `radius` is the default of corners without one. */
export function rounded(corners: readonly Corner[], radius = 0, closed = true): Point[] {
  const count = corners.length;
  return corners.flatMap((corner, i): Point[] => {
    const before = corners[(i + count - 1) % count];
    const after = corners[(i + 1) % count];
    const end = !closed && (i === 0 || i === count - 1);
    if (end || !before || !after) return [[corner[0], corner[1]]];
    return filletAt(before, corner, after, corner[2] ?? radius);
  });
}

export function circle(radius: number, steps = 40, x = 0, y = 0): Point[] {
  return Array.from({ length: steps }, (_, i): Point => {
    const angle = (i / steps) * 2 * Math.PI;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

export function area(points: readonly Point[]): number {
  let sum = 0;
  points.forEach(([x, y], i) => {
    const next = points[(i + 1) % points.length] ?? [0, 0];
    sum += x * next[1] - next[0] * y;
  });
  return sum / 2;
}

/** Returns the points in counter-clockwise order. */
export function withWinding(points: readonly Point[], sign = 1): Point[] {
  return area(points) * sign < 0 ? points.toReversed() : [...points];
}

/** Moves a counter-clockwise outline inwards along its corners' normals. */
export function inset(points: readonly Point[], distance: number): Point[] {
  const count = points.length;
  return points.map(([x, y], i): Point => {
    const a = points[(i + count - 1) % count] ?? [0, 0];
    const b = points[(i + 1) % count] ?? [0, 0];
    const first = Math.hypot(x - a[0], y - a[1]) || 1;
    const second = Math.hypot(b[0] - x, b[1] - y) || 1;
    const nx = -((y - a[1]) / first + (b[1] - y) / second);
    const ny = (x - a[0]) / first + (b[0] - x) / second;
    const size = nx * nx + ny * ny;
    const k = size < 0.4 ? 2 / 0.4 : 2 / size;
    return [x + nx * k * distance, y + ny * k * distance];
  });
}

const turnOf = (a: Point, b: Point, c: Point): number =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/**
 * Joins a hole to its outline by a cut, so that one simple polygon remains; returns indices into all points.
 */
function bridgeHole(outer: readonly number[], hole: readonly number[], all: readonly Point[]): number[] {
  let best = Infinity;
  let [from, to] = [0, 0];
  outer.forEach((o, i) => {
    hole.forEach((h, j) => {
      const [p, q] = [all[o] ?? [0, 0], all[h] ?? [0, 0]];
      const distance = (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2;
      if (distance < best) [best, from, to] = [distance, i, j];
    });
  });
  const around = [...hole.slice(to), ...hole.slice(0, to + 1)];
  return [...outer.slice(0, from + 1), ...around, ...outer.slice(from)];
}

/**
 * Ear clipping. `rings` is a counter-clockwise outline followed by its clockwise holes; returns triples of
 * indices into the rings joined end to end.
 */
export function triangulate(rings: readonly (readonly Point[])[]): [number, number, number][] {
  const all = rings.flat();
  let start = 0;
  let loop: number[] = [];
  rings.forEach((ring, index) => {
    const indices = ring.map((_, i) => start + i);
    loop = index === 0 ? indices : bridgeHole(loop, indices, all);
    start += ring.length;
  });
  const at = (i: number): Point => all[i] ?? [0, 0];
  const triangles: [number, number, number][] = [];
  let misses = 0;
  let i = 0;
  while (loop.length > 3 && misses <= 2 * loop.length) {
    const count = loop.length;
    const [a, b, c] = [loop[(i + count - 1) % count] ?? 0, loop[i % count] ?? 0, loop[(i + 1) % count] ?? 0];
    const [pa, pb, pc] = [at(a), at(b), at(c)];
    const same = (p: Point): boolean => [pa, pb, pc].some((q) => q[0] === p[0] && q[1] === p[1]);
    // An outline that slightly crosses itself may have no clean ear: any convex corner is used then.
    const strict = misses <= loop.length;
    const ear =
      turnOf(pa, pb, pc) > 1e-12 &&
      !(
        strict &&
        loop.some((index) => {
          const p = at(index);
          return !same(p) && turnOf(pa, pb, p) >= 0 && turnOf(pb, pc, p) >= 0 && turnOf(pc, pa, p) >= 0;
        })
      );
    if (ear || Math.abs(turnOf(pa, pb, pc)) <= 1e-12) {
      if (ear) triangles.push([a, b, c]);
      loop.splice(i % count, 1);
      misses = 0;
      i = (i + loop.length - 1) % loop.length;
    } else {
      misses += 1;
      i = (i + 1) % count;
    }
  }
  const [a, b, c] = loop;
  if (a !== undefined && b !== undefined && c !== undefined) triangles.push([a, b, c]);
  return triangles;
}
