/** What a drawing of a kind of goods hands to the program, and the helpers shared by all drawings. */
import { type Brand, repainted } from "./brands.ts";
import { lettering } from "./lettering.ts";
import type { View } from "./render/camera.ts";
import { type Material, matt, type Print } from "./render/material.ts";
import { type Model, move, scale, settle, turnY } from "./render/mesh.ts";
import { bow, box, label } from "./render/shapes.ts";

/** Pale relatives of the shop's colours: sand, laterite, sun, ink, leaf, clay. */
export const tints = ["#f3e8d5", "#f4dccf", "#f9e7bd", "#e2ddd5", "#dcead9", "#ecd7bf"] as const;

/** One of the six pictures of a kind: everything that tells it from its neighbours. */
interface Variant {
  /** 0 … 5 */
  index: number;
  brand: Brand;
}

interface Drawing {
  model: Model;
  view?: Partial<View>;
}

export interface Kind {
  /** file name without the number, as the products name it */
  name: string;
  draw(variant: Variant): Drawing;
}

/** A kind whose six pictures come from one model: alone, mirrored, in pairs, with its box, from above. */
export interface Piece {
  name: string;
  /** the piece in a maker's colours, facing the camera; it is put on the floor afterwards */
  piece: (brand: Brand, index: number) => Model;
  /** size of the maker's box that stands beside it in one picture */
  carton?: readonly [width: number, height: number, depth: number];
  /** what lies beside it in one picture instead of a second piece */
  extra?: (brand: Brand) => Model;
  /** turns added to the camera's, for goods that are best seen from one side */
  azimuth?: number;
  elevation?: number;
  /** distance of the second piece as a share of the first one's width */
  apart?: number;
  /** how far behind it stands, as a share of the depth */
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

/** The second model behind and to the right of the first. */
export function beside(first: Model, second: Model, apart = 0.62, back = 0.6): Model {
  const [a, b] = [settle(first), settle(second)];
  const shift = ((width(a) + width(b)) / 2) * apart;
  const behind = ((depth(a) + depth(b)) / 2) * back + 0.06;
  return [...a, ...move(b, shift, 0, -behind)];
}

export function kindOf(spec: Piece): Kind {
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
            model: beside(one, piece(repainted(brand), index), apart, back),
            view: view(-14, elevation + 6),
          };
        case 3:
          return {
            model: beside(one, carton(brand, ...(spec.carton ?? [1.1, 1.3, 0.8])), 0.7, 0.9),
            view: view(-20, elevation + 2),
          };
        case 4:
          return { model: one, view: view(-50, elevation + 20) };
        default:
          return spec.extra
            ? {
                model: beside(scale(one, -1, 1, 1), spec.extra(brand), 0.7, 0.3),
                view: view(14, elevation + 8),
              }
            : { model: turnY(one, 205), view: view(-12, elevation + 10) };
      }
    },
  };
}

/** An SVG of `width` by `height` units as a print of two pixels a unit. */
export function print(width: number, height: number, body: string): Print {
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${body}</svg>`,
    width: width * 2,
    height: height * 2,
  };
}

/** The maker's name on a ground of its own, two hundred by sixty. */
export function nameplate(brand: Brand, ground = brand.color, ink = brand.ink): Print {
  return print(
    200,
    60,
    `<rect width="200" height="60" fill="${ground}"/>${lettering(brand.word, { size: 44, x: 100, y: 44, fit: 176, fill: ink, face: brand.face })}`,
  );
}

/** A nameplate to lay on a surface: faces +z. */
export function plate(
  base: Material,
  brand: Brand,
  across: number,
  ground = brand.color,
  ink = brand.ink,
): Model {
  return label(base, nameplate(brand, ground, ink), across, across * 0.3);
}

/** The maker's cardboard box with a printed front. */
function carton(brand: Brand, wide: number, high: number, deep: number): Model {
  const art = (w: number): string =>
    `<rect width="${w}" height="200" fill="${brand.color}"/><path d="M0 128 L${w} 92 V200 H0Z" fill="${brand.accent}" opacity=".92"/><path d="M0 122 L${w} 86 V92 L0 128Z" fill="#fff"/>${lettering(brand.word, { size: 52, x: w / 2, y: 70, fit: w * 0.8, fill: brand.ink, face: brand.face })}`;
  const [front, side] = [(200 * wide) / high, (200 * deep) / high].map(Math.round);
  const card = matt(brand.color);
  const face = label(card, print(front ?? 200, 200, art(front ?? 200)), wide * 0.995, high * 0.99);
  const flank = label(card, print(side ?? 200, 200, art(side ?? 200)), deep * 0.995, high * 0.99);
  return settle([
    ...box(card, wide, high, deep, 0.025),
    ...move(face, 0, 0, deep / 2 + 0.002),
    ...move(turnY(flank, 90), wide / 2 + 0.002, 0, 0),
    ...move(turnY(flank, -90), -wide / 2 - 0.002, 0, 0),
    ...move(box(matt("#ead9b8"), 0.12, 0.004, deep * 0.998, 0.001), 0, high / 2 + 0.001, 0),
  ]);
}

/** A nameplate round a drum that lies along x, facing +z. */
export function bowed(base: Material, brand: Brand, radius: number, across: number): Model {
  return bow(base, nameplate(brand), radius, across, across * 0.3);
}
