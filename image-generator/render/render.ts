/**
 * Renders a scene to pixels: rasterises once, lights every visible point, and composes it over a seamless
 * backdrop.
 */
import sharp from "sharp";
import { type Camera, frameModel, type View } from "./camera.ts";
import { createStudio, reflection, type Studio } from "./light.ts";
import type { Material, Print } from "./material.ts";
import { linear } from "./material.ts";
import { bounds, type Model } from "./mesh.ts";
import { rasterize } from "./raster.ts";
import { add, dot, length, radians, subtract, times, unit, type Vec } from "./vector.ts";

export interface Scene {
  model: Model;
  view: View;
  /** The backdrop's colour; it is slightly lighter behind the object and darker at the edges. */
  backdrop: string;
  /** The fill light from beside the camera; faces need more of it than products. */
  fill?: number;
  /** Whether nothing is on the floor, so that it shows no shadow. */
  floating?: boolean;
}

export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
}

const STEPS = 16384;
/** The sRGB bytes of linear values in steps; a power per channel and pixel would take longer than the light. */
const bytes = Uint8Array.from({ length: STEPS + 1 }, (_, i) => {
  const v = i / STEPS;
  return Math.round(255 * (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055));
});
const toByte = (v: number): number => bytes[Math.max(0, Math.min(STEPS, Math.round(v * STEPS)))] ?? 0;

/** A soft shoulder keeps highlights from clipping to flat white. */
const toneMap = (c: number): number => (c < 0.82 ? c : 0.82 + 0.18 * (1 - Math.exp(-(c - 0.82) / 0.34)));

async function rasterizePrint(print: Print): Promise<Pixels> {
  const { data, info } = await sharp(Buffer.from(print.svg))
    .resize(print.width, print.height)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** The print's colour over the material's own, at a texture coordinate. */
function applyPrint(base: Vec, { data, width, height }: Pixels, u: number, v: number): Vec {
  const x = Math.max(0, Math.min(width - 1.001, u * width - 0.5));
  const y = Math.max(0, Math.min(height - 1.001, (1 - v) * height - 0.5));
  const [i, j] = [Math.floor(x), Math.floor(y)];
  const [s, t] = [x - i, y - j];
  const read = (channel: number): number => {
    const at = (dx: number, dy: number): number => data[((j + dy) * width + i + dx) * 4 + channel] ?? 0;
    return (at(0, 0) * (1 - s) + at(1, 0) * s) * (1 - t) + (at(0, 1) * (1 - s) + at(1, 1) * s) * t;
  };
  const opacity = read(3) / 255;
  const ink = (c: number): number => ((c / 255 + 0.055) / 1.055) ** 2.4;
  return add(times(base, 1 - opacity), times([ink(read(0)), ink(read(1)), ink(read(2))], opacity));
}

function shade(
  material: Material,
  albedo: Vec,
  normal: Vec,
  toEye: Vec,
  lit: { light: Vec; key: number; sky: number },
  floor: Vec,
  turn: number,
  front: number,
): Vec {
  const facing = Math.max(0, dot(normal, toEye));
  const mirror = subtract(times(normal, 2 * dot(normal, toEye)), toEye);
  const seen: Vec = [
    mirror[0] * Math.cos(turn) - mirror[2] * Math.sin(turn),
    mirror[1],
    mirror[2] * Math.cos(turn) + mirror[0] * Math.sin(turn),
  ];
  const { rough, metal, glow } = material;
  const around = reflection(seen, rough, floor, lit.key);
  const fresnel = (1 - facing) ** 5;
  const open = 0.25 + 0.75 * lit.sky;
  const fill = front * facing * open;
  const channel = (c: 0 | 1 | 2): number => {
    const base = 0.04 * (1 - metal) + albedo[c] * metal;
    const mirrored = base + (Math.max(1 - rough, base) - base) * fresnel * 0.75;
    return albedo[c] * (1 - metal) * (lit.light[c] + fill) + mirrored * around[c] * open + albedo[c] * glow;
  };
  return [channel(0), channel(1), channel(2)];
}

/**
 * The light on the floor, sampled coarsely and smoothed: it is soft everywhere, and a smooth shadow keeps the
 * compressed image free of streaks. Returns the light at a pixel.
 */
function floorShadow(
  camera: Camera,
  lights: Studio,
  centre: Vec,
  radius: number,
  width: number,
  height: number,
): (x: number, y: number) => Vec {
  const coarse = 6;
  const [columns, rows] = [Math.ceil(width / coarse) + 1, Math.ceil(height / coarse) + 1];
  let light = new Float32Array(columns * rows * 3).fill(1);
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const ray = camera.ray(i * coarse + 0.5, j * coarse + 0.5);
      if (ray[1] > -0.01) continue;
      const p = add(camera.eye, times(ray, -camera.eye[1] / ray[1]));
      if (length(subtract(p, centre)) < radius * 3.2)
        light.set(lights.at(p, [0, 1, 0]).light, (j * columns + i) * 3);
    }
  }
  const reach = Math.max(1, Math.round(width / 640));
  for (const across of [true, false, true, false]) {
    const from = light;
    light = from.map((_, index) => {
      const [c, i, j] = [index % 3, Math.floor(index / 3) % columns, Math.floor(index / 3 / columns)];
      let sum = 0;
      for (let k = -reach; k <= reach; k++) {
        const x = Math.max(0, Math.min(columns - 1, across ? i + k : i));
        const y = Math.max(0, Math.min(rows - 1, across ? j : j + k));
        sum += from[(y * columns + x) * 3 + c] ?? 1;
      }
      return sum / (2 * reach + 1);
    });
  }
  return (x, y) => {
    const [i, j] = [Math.floor(x / coarse), Math.floor(y / coarse)];
    const [s, t] = [x / coarse - i, y / coarse - j];
    const at = (j * columns + i) * 3;
    const read = (c: number): number => {
      const low = (light[at + c] ?? 1) * (1 - s) + (light[at + c + 3] ?? 1) * s;
      const next = at + columns * 3 + c;
      return low * (1 - t) + ((light[next] ?? 1) * (1 - s) + (light[next + 3] ?? 1) * s) * t;
    };
    return [read(0), read(1), read(2)];
  };
}

/** The light on a part of the model in a block of two by two pixels. */
interface LightSample {
  part: number;
  normal: Vec;
  lit: ReturnType<Studio["at"]>;
}

/** Renders at the given size; callers render more pixels than they need and scale down for smooth edges. */
export async function render(
  { model, view, backdrop, fill = 0.3, floating = false }: Scene,
  width: number,
  height: number,
): Promise<Pixels> {
  const { min, max } = bounds(model);
  const centre = times(add(min, max), 0.5);
  const radius = length(subtract(max, min)) / 2;
  const turn = radians(view.azimuth);
  const camera = frameModel(model, centre, radius, view, width, height);
  const count = model.reduce((sum, { mesh }) => sum + mesh.positions.length, 0);
  const [world, screen] = [new Float32Array(count), new Float32Array(count)];
  const owner = new Uint16Array(count / 9);
  const starts: number[] = [];
  let offset = 0;
  model.forEach(({ mesh }, index) => {
    starts.push(offset / 9);
    world.set(mesh.positions, offset);
    owner.fill(index, offset / 9, (offset + mesh.positions.length) / 9);
    offset += mesh.positions.length;
  });
  for (let i = 0; i < count; i += 3) {
    screen.set(camera.project([world[i] ?? 0, world[i + 1] ?? 0, world[i + 2] ?? 0]), i);
  }
  const floor = linear(backdrop);
  const lights = createStudio(world, centre, radius, turn, floor);
  const seen = rasterize(screen, width, height);
  const prints = new Map<Print, Pixels>();
  for (const { material } of model) {
    if (material.print && !prints.has(material.print))
      prints.set(material.print, await rasterizePrint(material.print));
  }
  const bright: Vec = [1, 1, 1];
  const shadowAt = floating ? (): Vec => bright : floorShadow(camera, lights, centre, radius, width, height);
  const data = new Uint8Array(width * height * 3);
  // Four pixels become one of the file, so that neighbours on the same curve share one sample of the soft light.
  const samples: (LightSample | undefined)[] = [];
  for (let y = 0; y < height; y++) {
    if (y % 2 === 0) samples.length = 0;
    for (let x = 0; x < width; x++) {
      const pixel = y * width + x;
      const triangle = seen.triangle[pixel] ?? -1;
      let color: Vec;
      if (triangle < 0) {
        const [fx, fy] = [x / width - 0.5, y / height - 0.46];
        const fall = 1 - 0.22 * (fx * fx + fy * fy);
        const shadow = shadowAt(x, y);
        // Shadows retain some of the backdrop's warmth instead of turning grey.
        const warm = (c: 0 | 1 | 2): number => floor[c] * fall * (1 - (1 - shadow[c]) * (1 - 0.1 * floor[c]));
        color = [warm(0), warm(1), warm(2)];
      } else {
        const index = owner[triangle] ?? 0;
        const item = model[index];
        if (!item) continue;
        const { mesh, material } = item;
        const [b, c] = [seen.second[pixel] ?? 0, seen.third[pixel] ?? 0];
        const a = 1 - b - c;
        const t = triangle - (starts[index] ?? 0);
        const blend = (from: Float32Array, size: 2 | 3, k: number): number => {
          const i = t * size * 3 + k;
          return a * (from[i] ?? 0) + b * (from[i + size] ?? 0) + c * (from[i + 2 * size] ?? 0);
        };
        const vec = (from: Float32Array): Vec => [blend(from, 3, 0), blend(from, 3, 1), blend(from, 3, 2)];
        const p = vec(mesh.positions);
        const toEye = unit(subtract(camera.eye, p));
        let normal = unit(vec(mesh.normals));
        if (dot(normal, toEye) < 0) normal = times(normal, -1);
        let sample = samples[x >> 1];
        if (sample?.part !== index || dot(sample.normal, normal) < 0.985) {
          sample = { part: index, normal, lit: lights.at(p, normal) };
          samples[x >> 1] = sample;
        }
        let albedo = material.color;
        const print = material.print ? prints.get(material.print) : undefined;
        if (print) albedo = applyPrint(albedo, print, blend(mesh.uvs, 2, 0), blend(mesh.uvs, 2, 1));
        if (material.pattern) {
          const [lx, ly, lz] = vec(mesh.locals);
          albedo = times(albedo, material.pattern(lx, ly, lz));
        }
        const [red, green, blue] = shade(material, albedo, normal, toEye, sample.lit, floor, turn, fill);
        color = [toneMap(red), toneMap(green), toneMap(blue)];
      }
      data[pixel * 3] = toByte(color[0]);
      data[pixel * 3 + 1] = toByte(color[1]);
      data[pixel * 3 + 2] = toByte(color[2]);
    }
  }
  return { data, width, height };
}
