/**
 * The studio: one large soft key light from the upper left, a pale dome, a bounce from the floor. Each is a
 * set of directions with a height map of the uppermost surface, so that soft shadows, contact shadows and
 * ambient occlusion come from the same sum and are consistent.
 */
import { renderHeightMap } from "./raster.ts";
import { add, cross, dot, times, unit, type Vec } from "./vector.ts";

interface Lamp {
  direction: Vec;
  right: Vec;
  up: Vec;
  color: Vec;
  map: Float32Array;
}

export interface Studio {
  /**
   * The light at a point, by colour, and the share of the key light and of the dome that reaches it (0..1).
   */
  at(p: Vec, n: Vec): { light: Vec; key: number; sky: number };
}

const MAP = 360;
const KEY: Vec = unit([-0.66, 0.86, 0.3]);
const KEY_COLOR: Vec = [1.05, 1, 0.93];
const SKY_COLOR: Vec = [0.97, 0.99, 1.04];

/** Evenly spread directions within `spread` (sine of the half angle) of `axis`. */
function cone(axis: Vec, count: number, spread: number): Vec[] {
  const right = unit(cross(axis, [0, 0, 1]));
  const up = cross(right, axis);
  return Array.from({ length: count }, (_, i) => {
    const radius = spread * Math.sqrt((i + 0.5) / count);
    const angle = i * 2.399963;
    const across = add(times(right, radius * Math.cos(angle)), times(up, radius * Math.sin(angle)));
    return unit(add(times(axis, Math.sqrt(1 - radius * radius)), across));
  });
}

/** The share of the four cells around a point (from the centre) that nothing covers, by their nearness. */
function openShare(
  map: Float32Array,
  x: number,
  y: number,
  z: number,
  right: Vec,
  up: Vec,
  direction: Vec,
  lift: number,
): number {
  const u = x * right[0] + y * right[1] + z * right[2] + MAP / 2 - 0.5;
  const v = x * up[0] + y * up[1] + z * up[2] + MAP / 2 - 0.5;
  if (u < 0 || v < 0 || u >= MAP - 1 || v >= MAP - 1) return 1;
  const i = Math.floor(u);
  const j = Math.floor(v);
  const h = x * direction[0] + y * direction[1] + z * direction[2] + lift;
  const at = j * MAP + i;
  const s = u - i;
  const t = v - j;
  let share = 0;
  if ((map[at] ?? 0) <= h) share += (1 - s) * (1 - t);
  if ((map[at + 1] ?? 0) <= h) share += s * (1 - t);
  if ((map[at + MAP] ?? 0) <= h) share += (1 - s) * t;
  if ((map[at + MAP + 1] ?? 0) <= h) share += s * t;
  return share;
}

/**
 * `corners` are the world positions of all triangles, inside the ball around `centre`; `turn` faces the
 * camera.
 */
export function createStudio(
  corners: Float32Array,
  centre: Vec,
  radius: number,
  turn: number,
  floor: Vec,
): Studio {
  const rotate = ([x, y, z]: Vec): Vec => [
    x * Math.cos(turn) + z * Math.sin(turn),
    y,
    z * Math.cos(turn) - x * Math.sin(turn),
  ];
  const lamp = (direction: Vec, color: Vec): Lamp => {
    const right = unit(cross(Math.abs(direction[1]) > 0.95 ? [1, 0, 0] : [0, 1, 0], direction));
    const up = cross(direction, right);
    const k = MAP / 2 / (radius * 1.02);
    const axes = { right: times(right, k), up: times(up, k), direction };
    return { ...axes, color, map: renderHeightMap(corners, centre, axes, MAP) };
  };
  const keys = cone(rotate(KEY), 26, 0.24).map((direction) =>
    lamp(direction, times(KEY_COLOR, 0.86 / 26 / KEY[1])),
  );
  const dome = cone([0, 1, 0], 40, 0.985).map((direction) => {
    // The dome is brighter on the key's side, so that forms are visible even in the shade.
    const lean = 0.8 + 0.34 * dot(direction, rotate(KEY));
    return lamp(direction, times(SKY_COLOR, (0.34 * lean) / 40 / direction[1]));
  });
  const flatLight = [...keys, ...dome].reduce<Vec>(
    (sum, { direction, color }) => add(sum, times(color, direction[1])),
    [0, 0, 0],
  );
  const bias = radius * 0.016;
  return {
    at(p, n) {
      const x = p[0] - centre[0] + n[0] * bias;
      const y = p[1] - centre[1] + n[1] * bias;
      const z = p[2] - centre[2] + n[2] * bias;
      let red = 0;
      let green = 0;
      let blue = 0;
      const reach = (lamps: readonly Lamp[]): number => {
        let open = 0;
        let full = 0;
        for (const { direction, color, right, up, map } of lamps) {
          const facing = n[0] * direction[0] + n[1] * direction[1] + n[2] * direction[2];
          if (facing <= 0) continue;
          const seen =
            facing * openShare(map, x, y, z, right, up, direction, (bias * 0.5) / Math.max(facing, 0.2));
          full += facing;
          open += seen;
          red += seen * color[0];
          green += seen * color[1];
          blue += seen * color[2];
        }
        return full > 0 ? open / full : 0;
      };
      const key = reach(keys);
      const sky = reach(dome);
      // The floor reflects its tint upwards; near it the object itself blocks the light.
      const height = Math.min(1, Math.max(0, p[1] / radius));
      const bounce = 0.3 * (0.5 - 0.5 * n[1]) * (0.45 + 0.55 * height) * (0.3 + 0.7 * sky);
      return {
        light: [
          red / flatLight[0] + bounce * floor[0],
          green / flatLight[1] + bounce * floor[1],
          blue / flatLight[2] + bounce * floor[2],
        ],
        key,
        sky,
      };
    },
  };
}

const step = (low: number, high: number, x: number): number => {
  const t = Math.max(0, Math.min(1, (x - low) / (high - low)));
  return t * t * (3 - 2 * t);
};

/**
 * The reflection in direction `d` (in the camera's turn): a soft box upper left, a tall strip at the right, a
 * bright ceiling, a dark horizon that gives metal its contrast, the floor. `blur` is the surface's roughness.
 */
export function reflection(d: Vec, blur: number, floor: Vec, key: number): Vec {
  const soft = 0.04 + blur * 0.9;
  const ceiling = step(-0.25 - soft, 0.9 + soft, d[1]);
  // The left of the set is bright, the right dark, as with flags and reflectors.
  const side = Math.atan2(d[0], d[2] + 0.0001);
  const flank = 0.78 - 0.2 * d[0] + 0.26 * (1 - blur) * Math.cos(2 * side + 1.1);
  const base = (0.12 + 0.95 * ceiling) * flank;
  const under = step(0 + soft * 0.6, -0.62 - soft * 0.6, d[1]);
  const toKey = d[0] * KEY[0] + d[1] * KEY[1] + d[2] * KEY[2];
  const box = step(0.9 - soft * 0.8, 0.92 + soft * 0.08, toKey) * (8 / (1 + blur * 9)) * key;
  const strip =
    step(0.26 + soft, 0.2 - soft * 0.2, Math.abs(side - 1.95)) *
    step(0.75 + soft, 0.6, Math.abs(d[1])) *
    (2.2 / (1 + blur * 5));
  const total = base * (1 - under) + box + strip;
  return [
    total + under * floor[0] * flank,
    total + under * floor[1] * flank,
    total + under * floor[2] * flank,
  ];
}
