/** The camera: its turn and elevation are given, its distance and framing are computed from the model. */
import type { Model } from "./mesh.ts";
import { add, cross, dot, radians, subtract, times, unit, type Vec } from "./vector.ts";

export interface View {
  /** Degrees about the vertical axis; positive is from the right. */
  azimuth: number;
  /** Degrees above the floor. */
  elevation: number;
  /** The share of the image's width and height that the model may fill. */
  fill: number;
  /** The position of its middle, as a share of width and height. */
  middle: readonly [number, number];
}

export interface Camera {
  eye: Vec;
  /** Screen x, screen y and view depth of a point in world space. */
  project(p: Vec): Vec;
  /** The direction of the ray through a pixel. */
  ray(x: number, y: number): Vec;
}

interface Box2 {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export function frameModel(
  model: Model,
  centre: Vec,
  radius: number,
  view: View,
  width: number,
  height: number,
): Camera {
  const [azimuth, elevation] = [radians(view.azimuth), radians(view.elevation)];
  const back: Vec = [
    Math.sin(azimuth) * Math.cos(elevation),
    Math.sin(elevation),
    Math.cos(azimuth) * Math.cos(elevation),
  ];
  const right = unit(cross([0, 1, 0], back));
  const up = cross(back, right);
  const eye = add(centre, times(back, radius * 5.4));
  const flat = (p: Vec): Vec => {
    const d = subtract(p, eye);
    const depth = -dot(d, back);
    return [dot(d, right) / depth, -dot(d, up) / depth, depth];
  };
  const seen: Box2 = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (const { mesh } of model) {
    const { positions } = mesh;
    for (let i = 0; i < positions.length; i += 3) {
      const [x, y] = flat([positions[i] ?? 0, positions[i + 1] ?? 0, positions[i + 2] ?? 0]);
      seen.left = Math.min(seen.left, x);
      seen.right = Math.max(seen.right, x);
      seen.top = Math.min(seen.top, y);
      seen.bottom = Math.max(seen.bottom, y);
    }
  }
  const zoom = Math.min(
    (view.fill * width) / (seen.right - seen.left),
    (view.fill * height) / (seen.bottom - seen.top),
  );
  const shiftX = view.middle[0] * width - (zoom * (seen.left + seen.right)) / 2;
  const shiftY = view.middle[1] * height - (zoom * (seen.top + seen.bottom)) / 2;
  return {
    eye,
    project(p) {
      const [x, y, depth] = flat(p);
      return [x * zoom + shiftX, y * zoom + shiftY, depth];
    },
    ray(x, y) {
      const across = times(right, (x - shiftX) / zoom);
      const down = times(up, -(y - shiftY) / zoom);
      return unit(subtract(add(across, down), back));
    },
  };
}
