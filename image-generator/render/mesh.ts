/**
 * Meshes are triangle soups: three corners per triangle, no shared vertices. The rasteriser reads this form
 * fastest, and it can be moved, mirrored and joined without bookkeeping.
 */
import type { Material } from "./material.ts";
import { add, cross, dot, length, radians, subtract, times, unit, type Vec } from "./vector.ts";

interface Mesh {
  /** Nine numbers per triangle. */
  positions: Float32Array;
  normals: Float32Array;
  /** Six numbers per triangle. */
  uvs: Float32Array;
  /** Positions in object space, for patterns such as wood grain. */
  locals: Float32Array;
}

interface Part {
  mesh: Mesh;
  material: Material;
}

export type Model = readonly Part[];

export type Triangle = readonly [number, number, number];

export interface Surface {
  points: readonly Vec[];
  triangles: readonly Triangle[];
  /** One pair per point; zero where there is no print. */
  uvs?: readonly (readonly [number, number])[];
  /** One per point, where they are known more exactly than from the triangles. */
  normals?: readonly Vec[];
}

const ORIGIN: Vec = [0, 0, 0];

/** A number for the cell of a half thousandth that a point is in; unique within 32 units of the origin. */
const cellOf = ([x, y, z]: Vec): number =>
  ((Math.round(x * 2e3) + 65536) * 131072 + Math.round(y * 2e3) + 65536) * 131072 +
  Math.round(z * 2e3) +
  65536;

/**
 * Builds a part and its normals: neighbours meeting at less than `crease` degrees are shaded as one curve.
 */
export function part(material: Material, surface: Surface, crease = 38): Model {
  const { points, uvs, normals: known } = surface;
  const across = (triangle: Triangle): Vec => {
    const [a, b, c] = triangle.map((i) => points[i] ?? ORIGIN);
    return cross(subtract(b ?? ORIGIN, a ?? ORIGIN), subtract(c ?? ORIGIN, a ?? ORIGIN));
  };
  // Poles of balls and tips of cones give triangles without area, which have no normal.
  const triangles = surface.triangles.filter((triangle) => length(across(triangle)) > 1e-12);
  const faceNormals = triangles.map(across);
  const around = new Map<number, number[]>();
  const keys = known ? [] : points.map(cellOf);
  if (!known)
    triangles.forEach(([a, b, c], index) => {
      for (const key of new Set([keys[a] ?? 0, keys[b] ?? 0, keys[c] ?? 0])) {
        const faces = around.get(key);
        if (faces) faces.push(index);
        else around.set(key, [index]);
      }
    });
  const units = faceNormals.map(unit);
  const limit = Math.cos(radians(crease));
  const positions = new Float32Array(triangles.length * 9);
  const normals = new Float32Array(triangles.length * 9);
  const coordinates = new Float32Array(triangles.length * 6);
  triangles.forEach((triangle, face) => {
    const own = units[face] ?? ORIGIN;
    triangle.forEach((index, corner) => {
      let sum: Vec = ORIGIN;
      for (const other of around.get(keys[index] ?? 0) ?? []) {
        if (dot(own, units[other] ?? ORIGIN) > limit) sum = add(sum, faceNormals[other] ?? ORIGIN);
      }
      positions.set(points[index] ?? ORIGIN, face * 9 + corner * 3);
      normals.set(known?.[index] ?? unit(sum), face * 9 + corner * 3);
      coordinates.set(uvs?.[index] ?? [0, 0], face * 6 + corner * 2);
    });
  });
  return [{ material, mesh: { positions, normals, uvs: coordinates, locals: positions } }];
}

function mapped(model: Model, point: (p: Vec) => Vec, normal: (n: Vec) => Vec): Model {
  const each = (source: Float32Array, change: (v: Vec) => Vec): Float32Array => {
    const result = new Float32Array(source.length);
    for (let i = 0; i < source.length; i += 3) {
      result.set(change([source[i] ?? 0, source[i + 1] ?? 0, source[i + 2] ?? 0]), i);
    }
    return result;
  };
  return model.map(({ mesh, material }) => ({
    material,
    mesh: { ...mesh, positions: each(mesh.positions, point), normals: each(mesh.normals, normal) },
  }));
}

export function move(model: Model, x: number, y: number, z: number): Model {
  return mapped(
    model,
    (p) => add(p, [x, y, z]),
    (n) => n,
  );
}

/** Scales along the axes; a negative factor mirrors, but prints stay readable. */
export function scale(model: Model, x: number, y = x, z = x): Model {
  const scaled = mapped(
    model,
    (p) => [p[0] * x, p[1] * y, p[2] * z],
    (n) => unit([n[0] / x, n[1] / y, n[2] / z]),
  );
  if (x * y * z > 0) return scaled;
  return scaled.map(({ mesh, material }) => ({
    material,
    mesh: { ...mesh, uvs: mesh.uvs.map((value, i) => (i % 2 === 0 ? 1 - value : value)) },
  }));
}

function turn(model: Model, change: (v: Vec, sine: number, cosine: number) => Vec, degrees: number): Model {
  const [sine, cosine] = [Math.sin(radians(degrees)), Math.cos(radians(degrees))];
  const rotate = (v: Vec): Vec => change(v, sine, cosine);
  return mapped(model, rotate, rotate);
}

export const turnX = (model: Model, degrees: number): Model =>
  turn(model, ([x, y, z], s, c) => [x, y * c - z * s, y * s + z * c], degrees);
export const turnY = (model: Model, degrees: number): Model =>
  turn(model, ([x, y, z], s, c) => [x * c + z * s, y, z * c - x * s], degrees);
export const turnZ = (model: Model, degrees: number): Model =>
  turn(model, ([x, y, z], s, c) => [x * c - y * s, x * s + y * c, z], degrees);

export interface Bounds {
  min: Vec;
  max: Vec;
}

export function bounds(model: Model): Bounds {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (const { mesh } of model) {
    mesh.positions.forEach((value, i) => {
      const axis = i % 3;
      if (value < (min[axis] ?? 0)) min[axis] = value;
      if (value > (max[axis] ?? 0)) max[axis] = value;
    });
  }
  const vec = (v: number[]): Vec => [v[0] ?? 0, v[1] ?? 0, v[2] ?? 0];
  return { min: vec(min), max: vec(max) };
}

/** Puts the model's lowest point on the floor (y = 0) and its middle over the origin. */
export function settle(model: Model): Model {
  const { min, max } = bounds(model);
  const middle = times(add(min, max), -0.5);
  return move(model, middle[0], -min[1], middle[2]);
}

/** Copies a model to each position: `[x, y, z, turn about y]`. */
export function repeat(model: Model, places: readonly (readonly [number, number, number, number?])[]): Model {
  return places.flatMap(([x, y, z, angle]) => move(turnY(model, angle ?? 0), x, y, z));
}
