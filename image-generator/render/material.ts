/**
 * Surface materials. Colours are given as sRGB hex and stored as linear values, as the light sums need them.
 */
import type { Vec } from "./vector.ts";

/** An SVG printed on a surface by its texture coordinates; rasterised just before the image is rendered. */
export interface Print {
  svg: string;
  width: number;
  height: number;
}

export interface Material {
  color: Vec;
  /** Roughness, from 0 (mirror) to 1 (chalk). */
  rough: number;
  /** From 0 (plastic, paint, wood) to 1 (bare metal). */
  metal: number;
  /** The emitted light, as a multiple of the colour. */
  glow: number;
  print: Print | null;
  /** The brightness of the colour at a point in object space: grain, speckle, brushing. */
  pattern: ((x: number, y: number, z: number) => number) | null;
}

const toLinear = (c: number): number => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);

/** Linear red, green, blue of `#rrggbb`. */
export function linear(hex: string): Vec {
  const n = Number.parseInt(hex.slice(1), 16);
  return [toLinear((n >> 16) / 255), toLinear(((n >> 8) & 255) / 255), toLinear((n & 255) / 255)];
}

function material(hex: string, rough: number, metal: number, more: Partial<Material> = {}): Material {
  return { color: linear(hex), rough, metal, glow: 0, print: null, pattern: null, ...more };
}

/** Smooth noise in 0..1 on the unit lattice; deterministic, so that the images never change by chance. */
export function noise(x: number, y: number, z: number): number {
  const hash = (i: number, j: number, k: number): number => {
    let h = Math.imul(i, 374761393) ^ Math.imul(j, 668265263) ^ Math.imul(k, 2147483647);
    h = Math.imul(h ^ (h >>> 13), 1274126177);
    return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
  };
  const [i, j, k] = [Math.floor(x), Math.floor(y), Math.floor(z)];
  const ease = (t: number): number => t * t * (3 - 2 * t);
  const [u, v, w] = [ease(x - i), ease(y - j), ease(z - k)];
  const mix = (a: number, b: number, t: number): number => a + (b - a) * t;
  const layer = (l: number): number =>
    mix(mix(hash(i, j, l), hash(i + 1, j, l), u), mix(hash(i, j + 1, l), hash(i + 1, j + 1, l), u), v);
  return mix(layer(k), layer(k + 1), w);
}

export const plastic = (hex: string, rough = 0.3): Material => material(hex, rough, 0);
export const gloss = (hex: string): Material => material(hex, 0.14, 0);
export const matt = (hex: string): Material => material(hex, 0.75, 0);
export const rubber = (hex = "#2b2a2c"): Material => material(hex, 0.62, 0);
export const steel = (hex = "#c3c8cc", rough = 0.28): Material => material(hex, rough, 1);
export const chrome = (): Material => material("#e6eaee", 0.08, 1);
export const brass = (): Material => material("#dba94a", 0.22, 1);
export const copper = (): Material => material("#d9824f", 0.25, 1);
export const lamp = (hex: string, glow = 0.8): Material => material(hex, 0.3, 0, { glow });
/** Lacquered sheet metal. */
export const paint = (hex: string): Material => material(hex, 0.24, 0);
export const printed = (base: Material, print: Print): Material => ({ ...base, print });

/** Timber with its grain along the x axis in object space. */
export function wood(hex = "#c98d4f", scale = 1): Material {
  const pattern = (x: number, y: number, z: number): number => {
    const warp = noise(x * 1.3 * scale, y * 3 * scale, z * 3 * scale) * 2.2;
    const ring = Math.sin((y * 9 + z * 7) * scale + warp * 3 + noise(x * 3, y * 9, z * 9) * 1.5);
    return 0.9 + 0.1 * ring + 0.06 * (noise(x * 6 * scale, y * 60 * scale, z * 60 * scale) - 0.5);
  };
  return material(hex, 0.5, 0, { pattern });
}

/** Concrete, plaster, stone: a fine speckle over soft clouds. */
export function stone(hex: string, scale = 1): Material {
  const pattern = (x: number, y: number, z: number): number =>
    0.86 +
    0.16 * noise(x * 5 * scale, y * 5 * scale, z * 5 * scale) +
    0.14 * noise(x * 42 * scale, y * 42 * scale, z * 42 * scale);
  return material(hex, 0.9, 0, { pattern });
}
