/**
 * The interface of a product model, which draws the images of one product type, and helpers for all models.
 */
import { type Brand, withAlternateColors } from "./brands.ts";
import type { View } from "./render/camera.ts";
import { type Material, matt, type Print } from "./render/material.ts";
import { type Model, move, scale, settle, turnY } from "./render/mesh.ts";
import { box, curvedLabel, label } from "./render/shapes.ts";
import { textPath } from "./text-path.ts";

/** Pale variants of the shop's colours, and clay. */
export const backdropColors = ["#f3e8d5", "#f4dccf", "#f9e7bd", "#e2ddd5", "#dcead9", "#ecd7bf"] as const;

/** The parameters of one of the six images of a product type. */
interface Variant {
  /** From 0 to 5. */
  index: number;
  brand: Brand;
}

interface Drawing {
  model: Model;
  view?: Partial<View>;
}

export interface ProductModel {
  /** The file name without the number: the product type. */
  name: string;
  draw(variant: Variant): Drawing;
}

/** A product type whose six images show one model: alone, mirrored, in pairs, with its box, from above. */
export interface ProductModelOptions {
  name: string;
  /** The product in a brand's colours, facing the camera; it is put on the floor afterwards. */
  piece: (brand: Brand, index: number) => Model;
  /** The size of the brand's box beside it in one image. */
  carton?: readonly [width: number, height: number, depth: number];
  /** The object beside it in one image instead of a second product. */
  extra?: (brand: Brand) => Model;
  /** Turns added to the camera's, for products that are best seen from one side. */
  azimuth?: number;
  elevation?: number;
  /** The distance of the second product as a share of the first one's width. */
  apart?: number;
  /** The offset to the back, as a share of the depth. */
  back?: number;
}

const width = (model: Model): number => {
  let [low, high] = [Infinity, -Infinity];
  for (const { mesh } of model) {
    for (let i = 0; i < mesh.positions.length; i += 3) {
      low = Math.min(low, mesh.positions[i] ?? 0);
      high = Math.max(high, mesh.positions[i] ?? 0);
    }
  }
  return high - low;
};

const depth = (model: Model): number => width(turnY(model, 90));

/** Places the second model behind and to the right of the first. */
export function placeBeside(first: Model, second: Model, apart = 0.62, back = 0.6): Model {
  const [a, b] = [settle(first), settle(second)];
  const shift = ((width(a) + width(b)) / 2) * apart;
  const behind = ((depth(a) + depth(b)) / 2) * back + 0.06;
  return [...a, ...move(b, shift, 0, -behind)];
}

export function defineProductModel(spec: ProductModelOptions): ProductModel {
  const { piece, elevation = 16, azimuth = 0, apart = 0.62, back = 0.6 } = spec;
  return {
    name: spec.name,
    draw({ index, brand }) {
      const one = settle(piece(brand, index));
      const view = (turned: number, raised = elevation): Partial<View> => ({
        azimuth: turned + azimuth,
        elevation: raised,
      });
      switch (index) {
        case 0:
          return { model: one, view: view(-28) };
        case 1:
          return { model: scale(one, -1, 1, 1), view: view(24, elevation + 4) };
        case 2:
          return {
            model: placeBeside(one, piece(withAlternateColors(brand), index), apart, back),
            view: view(-14, elevation + 6),
          };
        case 3:
          return {
            model: placeBeside(one, carton(brand, ...(spec.carton ?? [1.1, 1.3, 0.8])), 0.7, 0.9),
            view: view(-20, elevation + 2),
          };
        case 4:
          return { model: one, view: view(-50, elevation + 20) };
        default:
          return spec.extra
            ? {
                model: placeBeside(scale(one, -1, 1, 1), spec.extra(brand), 0.7, 0.3),
                view: view(14, elevation + 8),
              }
            : { model: turnY(one, 205), view: view(-12, elevation + 10) };
      }
    },
  };
}

/** Creates a print from an SVG of `width` by `height` units, with two pixels per unit. */
export function createPrint(width: number, height: number, body: string): Print {
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${body}</svg>`,
    width: width * 2,
    height: height * 2,
  };
}

/** The brand's name on a background, two hundred by sixty. */
export function nameplate(brand: Brand, ground = brand.color, ink = brand.textColor): Print {
  return createPrint(
    200,
    60,
    `<rect width="200" height="60" fill="${ground}"/>${textPath(brand.printedName, { size: 44, x: 100, y: 44, fit: 176, fill: ink, typeface: brand.typeface })}`,
  );
}

/** A nameplate to place on a surface: faces +z. */
export function brandPlate(
  base: Material,
  brand: Brand,
  across: number,
  ground = brand.color,
  ink = brand.textColor,
): Model {
  return label(base, nameplate(brand, ground, ink), across, across * 0.3);
}

/** The brand's cardboard box with a printed front. */
function carton(brand: Brand, wide: number, high: number, deep: number): Model {
  const art = (w: number): string =>
    `<rect width="${w}" height="200" fill="${brand.color}"/><path d="M0 128 L${w} 92 V200 H0Z" fill="${brand.accent}" opacity=".92"/><path d="M0 122 L${w} 86 V92 L0 128Z" fill="#fff"/>${textPath(brand.printedName, { size: 52, x: w / 2, y: 70, fit: w * 0.8, fill: brand.textColor, typeface: brand.typeface })}`;
  const [front, side] = [(200 * wide) / high, (200 * deep) / high].map(Math.round);
  const card = matt(brand.color);
  const face = label(card, createPrint(front ?? 200, 200, art(front ?? 200)), wide * 0.995, high * 0.99);
  const flank = label(card, createPrint(side ?? 200, 200, art(side ?? 200)), deep * 0.995, high * 0.99);
  return settle([
    ...box(card, wide, high, deep, 0.025),
    ...move(face, 0, 0, deep / 2 + 0.002),
    ...move(turnY(flank, 90), wide / 2 + 0.002, 0, 0),
    ...move(turnY(flank, -90), -wide / 2 - 0.002, 0, 0),
    ...move(box(matt("#ead9b8"), 0.12, 0.004, deep * 0.998, 0.001), 0, high / 2 + 0.001, 0),
  ]);
}

/** A nameplate around a cylinder along x, facing +z. */
export function curvedBrandPlate(base: Material, brand: Brand, radius: number, across: number): Model {
  return curvedLabel(base, nameplate(brand), radius, across, across * 0.3);
}
