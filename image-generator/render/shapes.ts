/** The shapes of the product models; every edge is rounded, because sharp edges reflect no highlights. */
import type { Material, Print } from "./material.ts";
import { printed } from "./material.ts";
import { type Model, part, type Triangle } from "./mesh.ts";
import { type Corner, inset, type Point, rounded, triangulate, withWinding } from "./outline.ts";
import { add, cross, dot, length, radians, subtract, times, unit, type Vec } from "./vector.ts";

/** A surface given by a function of two parameters in 0..1; `v` runs up the print. */
export function surface(
  material: Material,
  point: (u: number, v: number) => Vec,
  columns: number,
  rows: number,
  crease = 38,
): Model {
  const points: Vec[] = [];
  const uvs: [number, number][] = [];
  const triangles: Triangle[] = [];
  for (let j = 0; j <= rows; j++) {
    for (let i = 0; i <= columns; i++) {
      points.push(point(i / columns, j / rows));
      uvs.push([i / columns, j / rows]);
      if (i === columns || j === rows) continue;
      const a = j * (columns + 1) + i;
      triangles.push([a, a + 1, a + columns + 2], [a, a + columns + 2, a + columns + 1]);
    }
  }
  return part(material, { points, triangles, uvs }, crease);
}

/**
 * A surface of revolution about the y axis. The profile is `[radius, height, rounding?]` from bottom to top.
 */
export function lathe(material: Material, profile: readonly Corner[], rounding = 0.02, steps = 56): Model {
  const line = rounded(profile, rounding, false);
  const last = line.length - 1;
  return surface(
    material,
    (u, v) => {
      const [radius, y] = line[Math.round(v * last)] ?? [0, 0];
      const angle = -u * 2 * Math.PI;
      return [radius * Math.cos(angle), y, radius * Math.sin(angle)];
    },
    steps,
    last,
  );
}

/** A cylinder standing on y = 0. */
export function cylinder(
  material: Material,
  radius: number,
  height: number,
  rounding = 0.03,
  steps = 56,
): Model {
  const r = Math.min(rounding, height * 0.45, radius * 0.9);
  return lathe(
    material,
    [
      [0, 0],
      [radius, 0, r],
      [radius, height, r],
      [0, height],
    ],
    r,
    steps,
  );
}

/** A pipe standing on y = 0, open at both ends. */
export function pipe(material: Material, radius: number, height: number, wall: number, steps = 56): Model {
  const r = wall * 0.35;
  return lathe(
    material,
    [
      [radius - wall, 0],
      [radius, 0, r],
      [radius, height, r],
      [radius - wall, height, r],
      [radius - wall, 0],
    ],
    r,
    steps,
  );
}

export function ball(material: Material, radius: number): Model {
  return surface(
    material,
    (u, v) => {
      const [a, b] = [-u * 2 * Math.PI, (v - 0.5) * Math.PI];
      return [radius * Math.cos(b) * Math.cos(a), radius * Math.sin(b), radius * Math.cos(b) * Math.sin(a)];
    },
    40,
    24,
  );
}

/** A box about the origin with all edges rounded by `radius`. */
export function box(material: Material, width: number, height: number, depth: number, radius = 0.05): Model {
  const r = Math.min(radius, width / 2, height / 2, depth / 2);
  const inner: Vec = [width / 2 - r, height / 2 - r, depth / 2 - r];
  const rings = 4;
  const stops: number[] = [];
  for (let i = 0; i <= rings; i++) stops.push(-1 + (i / rings) * 0.5);
  for (let i = 0; i <= rings; i++) stops.push(0.5 + (i / rings) * 0.5);
  const points: Vec[] = [];
  const triangles: Triangle[] = [];
  const count = stops.length;
  // On each face the outer points bend around the edge up to 45 degrees, where the next face continues.
  const bend = (stop: number, half: number): [number, number] => {
    const over = Math.max(0, Math.abs(stop) - 0.5) / 0.5;
    return [Math.sign(stop) * half, Math.sign(stop) * Math.tan((over * Math.PI) / 4)];
  };
  const place = (axis: number, side: number, s: number, t: number): Vec => {
    const [a, b] = [(axis + 1) % 3, (axis + 2) % 3];
    const [pa, na] = bend(s, inner[a] ?? 0);
    const [pb, nb] = bend(t, inner[b] ?? 0);
    const normal = [0, 0, 0];
    const base = [0, 0, 0];
    normal[axis] = side;
    normal[a] = na;
    normal[b] = nb;
    base[axis] = side * (inner[axis] ?? 0);
    base[a] = pa;
    base[b] = pb;
    const direction = unit([normal[0] ?? 0, normal[1] ?? 0, normal[2] ?? 0]);
    return add([base[0] ?? 0, base[1] ?? 0, base[2] ?? 0], times(direction, r));
  };
  for (const axis of [0, 1, 2]) {
    for (const side of [-1, 1]) {
      const start = points.length;
      for (const t of stops) for (const s of stops) points.push(place(axis, side, s, t));
      for (let j = 0; j + 1 < count; j++) {
        for (let i = 0; i + 1 < count; i++) {
          const a = start + j * count + i;
          const quad: Triangle[] = [
            [a, a + 1, a + count + 1],
            [a, a + count + 1, a + count],
          ];
          for (const [p, q, w] of quad) triangles.push(side > 0 ? [p, q, w] : [p, w, q]);
        }
      }
    }
  }
  return part(material, { points, triangles });
}

export interface Extrusion {
  depth: number;
  /** The rounding of the front and back edges. */
  bevel?: number;
  /** The default rounding of the outline's corners. */
  rounding?: number;
  holes?: readonly (readonly Point[])[];
}

/** Extrudes an outline in the x-y plane along z, centred on z = 0. */
export function extrude(material: Material, outline: readonly Corner[], options: Extrusion): Model {
  const { depth, bevel = Math.min(0.03, depth * 0.4), rounding = 0, holes = [] } = options;
  // A rounding tighter than the bevel would cross itself where the bevel narrows it.
  const eased = outline.map(
    ([x, y, own = rounding]): Corner => [x, y, own > 0 ? Math.max(own, bevel * 1.6) : 0],
  );
  const rings = [withWinding(rounded(eased)), ...holes.map((hole) => withWinding(hole, -1))];
  const points: Vec[] = [];
  const triangles: Triangle[] = [];
  const steps = 4;
  const levels = Array.from({ length: steps + 1 }, (_, i) => {
    const angle = (i / steps) * (Math.PI / 2);
    return { distance: bevel * (1 - Math.sin(angle)), z: depth / 2 - bevel * (1 - Math.cos(angle)) };
  });
  const layers = [...levels, ...levels.toReversed().map(({ distance, z }) => ({ distance, z: -z }))];
  for (const ring of rings) {
    layers.forEach(({ distance, z }, layer) => {
      const start = points.length;
      for (const [x, y] of inset(ring, distance)) points.push([x, y, z]);
      if (layer === 0) return;
      ring.forEach((_, i) => {
        const next = (i + 1) % ring.length;
        const [a, b] = [start + i, start + next];
        const [c, d] = [a - ring.length, b - ring.length];
        triangles.push([a, b, d], [a, d, c]);
      });
    });
  }
  const cap = rings.map((ring) => inset(ring, bevel));
  const flat = cap.flat();
  const capTriangles = triangulate(cap);
  for (const side of [1, -1]) {
    const start = points.length;
    for (const [x, y] of flat) points.push([x, y, (side * depth) / 2]);
    for (const [a, b, c] of capTriangles) {
      triangles.push(side > 0 ? [start + a, start + b, start + c] : [start + a, start + c, start + b]);
    }
  }
  return part(material, { points, triangles });
}

/** A smooth line through the given points (Catmull-Rom), `steps` pieces between two of them. */
export function curve(through: readonly Vec[], steps = 10, closed = false): Vec[] {
  const count = through.length;
  const at = (i: number): Vec =>
    through[closed ? (i + count) % count : Math.max(0, Math.min(count - 1, i))] ?? [0, 0, 0];
  const result: Vec[] = [];
  const spans = closed ? count : count - 1;
  for (let i = 0; i < spans; i++) {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    for (let k = 0; k < steps; k++) {
      const t = k / steps;
      const blend = (p: number, q: number, r: number, s: number): number =>
        0.5 *
        (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t * t + (3 * q - p - 3 * r + s) * t * t * t);
      result.push([
        blend(a[0], b[0], c[0], d[0]),
        blend(a[1], b[1], c[1], d[1]),
        blend(a[2], b[2], c[2], d[2]),
      ]);
    }
  }
  if (!closed) result.push(at(count - 1));
  return result;
}

export interface Tube {
  steps?: number;
  closed?: boolean;
  /** Round ends instead of flat ones. */
  round?: boolean;
}

/** A round bar along a line; the radius may change along it (0..1). */
export function tube(
  material: Material,
  line: readonly Vec[],
  radius: number | ((t: number) => number),
  options: Tube = {},
): Model {
  const { steps = 20, closed = false, round = true } = options;
  const count = line.length;
  const radiusAt = (t: number): number => (typeof radius === "number" ? radius : radius(t));
  const point = (i: number): Vec => line[i] ?? [0, 0, 0];
  const rings: { centre: Vec; tangent: Vec; radius: number }[] = line.map((centre, i) => {
    const before = point(closed ? (i + count - 1) % count : Math.max(0, i - 1));
    const after = point(closed ? (i + 1) % count : Math.min(count - 1, i + 1));
    return { centre, tangent: unit(subtract(after, before)), radius: radiusAt(i / (count - 1)) };
  });
  if (closed) rings.push(...rings.slice(0, 1));
  else {
    const cap = (ring: { centre: Vec; tangent: Vec; radius: number }, side: number): typeof rings =>
      (round ? [0.5, 0.8, 1] : [0, 1]).map((h) => ({
        centre: add(ring.centre, times(ring.tangent, round ? side * ring.radius * h : 0)),
        tangent: ring.tangent,
        radius: round ? ring.radius * Math.sqrt(1 - h * h) : ring.radius * (1 - h),
      }));
    const [first, last] = [rings[0], rings[count - 1]];
    if (first) rings.unshift(...cap(first, -1).reverse());
    if (last) rings.push(...cap(last, 1));
  }
  const start = rings[0]?.tangent ?? [0, 1, 0];
  let side = unit(cross(start, Math.abs(start[1]) > 0.9 ? [1, 0, 0] : [0, 1, 0]));
  const frames = rings.map(({ tangent }) => {
    side = unit(subtract(side, times(tangent, dot(side, tangent))));
    return [side, cross(tangent, side)] as const;
  });
  const rows = rings.length - 1;
  return surface(
    material,
    (u, v) => {
      const index = Math.round(v * rows);
      const [ring, frame] = [rings[index], frames[index]];
      if (!ring || !frame) return [0, 0, 0];
      const angle = u * 2 * Math.PI;
      const out = add(times(frame[0], Math.cos(angle)), times(frame[1], Math.sin(angle)));
      return add(ring.centre, times(out, ring.radius));
    },
    steps,
    rows,
  );
}

/** A straight round bar between two points. */
export function bar(material: Material, from: Vec, to: Vec, radius: number, round = false): Model {
  const pieces = 2 + Math.min(6, Math.floor(length(subtract(to, from)) / (radius * 8)));
  const line = Array.from({ length: pieces }, (_, i) => {
    const t = i / (pieces - 1);
    return add(times(from, 1 - t), times(to, t));
  });
  return tube(material, line, radius, { round });
}

/** A ring lying in the x-z plane. */
export function ring(material: Material, radius: number, thickness: number): Model {
  const line = Array.from({ length: 56 }, (_, i): Vec => {
    const angle = (i / 56) * 2 * Math.PI;
    return [radius * Math.cos(angle), 0, radius * Math.sin(angle)];
  });
  return tube(material, line, thickness, { closed: true, steps: 16 });
}

/** A flat print facing +z, centred on the origin: place it slightly above its surface. */
export function label(base: Material, print: Print, width: number, height: number): Model {
  return surface(printed(base, print), (u, v) => [(u - 0.5) * width, (v - 0.5) * height, 0], 1, 1);
}

/** A print wrapped around a cylinder that stands on y = 0; `arc` in degrees, its middle facing +z. */
export function wrap(
  base: Material,
  print: Print,
  radius: number,
  low: number,
  high: number,
  arc = 360,
): Model {
  const columns = Math.max(8, Math.round(arc / 6));
  return surface(
    printed(base, print),
    (u, v) => {
      const angle = radians((u - 0.5) * arc);
      return [radius * Math.sin(angle), low + (high - low) * v, radius * Math.cos(angle)];
    },
    columns,
    1,
  );
}

/** A print on the side of a cylinder along x, facing +z, with text along the axis. */
export function curvedLabel(
  base: Material,
  print: Print,
  radius: number,
  across: number,
  high: number,
): Model {
  return surface(
    printed(base, print),
    (u, v) => {
      const angle = ((v - 0.5) * high) / radius;
      return [(u - 0.5) * across, radius * Math.sin(angle), radius * Math.cos(angle)];
    },
    1,
    12,
  );
}
