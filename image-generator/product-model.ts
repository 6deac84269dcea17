/**
 * The interface of a product model, which draws one kind of product as its data describe it, and helpers for
 * all models.
 */
import type { Brand } from "./brands.ts";
import { type FinishName, finishes } from "./finishes.ts";
import { type Material, matt, type Print } from "./render/material.ts";
import { type Model, move, settle } from "./render/mesh.ts";
import { box, curvedLabel, label } from "./render/shapes.ts";
import { textPath } from "./text-path.ts";

/** Pale variants of the shop's colours, and clay. */
export const backdropColors = ["#f3e8d5", "#f4dccf", "#f9e7bd", "#e2ddd5", "#dcead9", "#ecd7bf"] as const;

/** What a product's data say about its looks. */
export interface Look {
  brand: Brand;
  /** Absent where the brand's colour, or the kind's only one, is right. */
  color?: FinishName;
  /** The sizes and figures printed on it, as the product's own text writes them. */
  print: readonly string[];
  pieces: number;
}

export interface ProductModel {
  /** The product, facing the camera; it is put on the floor afterwards. */
  draw(look: Look): Model;
  /** Degrees added to the camera's turn, for products that are best seen from one side. */
  azimuth?: number;
  /** Degrees of the camera above the floor, 16 if absent. */
  elevation?: number;
  /** Whether its other side has nothing to show, so that a second image must not turn it. */
  frontal?: boolean;
}

/** The models of a file by kind. A kind consists of words from the names of its products. */
export type ProductModels = Readonly<Record<string, ProductModel>>;

/** The surface that the data name, or the kind's own. */
export const finish = ({ color }: Look, own: Material): Material => (color ? finishes[color]() : own);

/** The number in a printed figure: 1000 of «1 000 L». */
export const toNumber = (figure: string | undefined): number =>
  Number.parseFloat((figure ?? "").replaceAll(/[^\d,]/g, "").replace(",", "."));

/** `count` models beside each other in rows of `columns`, at the given distances. */
export function inRows(
  one: (index: number) => Model,
  count: number,
  columns: number,
  across: number,
  along: number,
): Model {
  return Array.from({ length: count }, (_, i) =>
    move(settle(one(i)), ((i % columns) - (columns - 1) / 2) * across, 0, Math.floor(i / columns) * along),
  ).flat();
}

/** Creates a print from an SVG of `width` by `height` units, with two pixels per unit. */
export function createPrint(width: number, height: number, body: string): Print {
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${body}</svg>`,
    width: width * 2,
    height: height * 2,
  };
}

/** The brand's name on its background, with the figures below it: two hundred by sixty, or by ninety. */
export function nameplate({ brand, print }: Look, ground = brand.color, ink = brand.textColor): Print {
  const high = print.length > 0 ? 90 : 60;
  return createPrint(
    200,
    high,
    `<rect width="200" height="${high}" fill="${ground}"/>${textPath(brand.printedName, { size: 44, x: 100, y: 44, fit: 176, fill: ink, typeface: brand.typeface })}${textPath(print.join(" "), { size: 34, x: 100, y: 80, fit: 176, fill: ink })}`,
  );
}

/** The height of a nameplate as a share of its width. */
const plateRatio = ({ print }: Look): number => (print.length > 0 ? 0.45 : 0.3);

/** A nameplate to place on a surface: faces +z. */
export function brandPlate(
  base: Material,
  look: Look,
  across: number,
  ground = look.brand.color,
  ink = look.brand.textColor,
): Model {
  return label(base, nameplate(look, ground, ink), across, across * plateRatio(look));
}

/** A nameplate around a cylinder along x, facing +z. */
export function curvedBrandPlate(base: Material, look: Look, radius: number, across: number): Model {
  return curvedLabel(base, nameplate(look), radius, across, across * plateRatio(look));
}

/** A white or coloured sticker with lines of text: faces +z. */
export function sticker(
  lines: readonly string[],
  wide: number,
  high: number,
  ground = "#ffffff",
  ink = "#1D1A17",
): Model {
  const [w, h] = [200, Math.round((200 * high) / wide)];
  const size = (h / lines.length) * 0.72;
  const text = lines
    .map((line, i) =>
      textPath(line, { size, x: w / 2, y: (h / lines.length) * (i + 0.76), fit: w * 0.88, fill: ink }),
    )
    .join("");
  return label(
    matt(ground),
    createPrint(w, h, `<rect width="${w}" height="${h}" fill="${ground}"/>${text}`),
    wide,
    high,
  );
}

/** An open case, its lid upright behind: the inside is `wide` by `deep`. The contents stand on its floor at y = 0. */
export function openCase(look: Look, wide: number, deep: number, contents: Model): Model {
  const shell = matt(look.brand.color);
  const lining = matt("#2b2d30");
  const wall = (w: number, d: number, x: number, z: number): Model =>
    move(box(shell, w, 0.3, d, 0.03), x, 0.1, z);
  const lid: Model = [
    ...box(shell, wide + 0.12, deep + 0.1, 0.14, 0.06),
    ...move(box(lining, wide - 0.02, deep - 0.06, 0.02, 0.01), 0, 0, 0.07),
    ...move(brandPlate(lining, look, wide * 0.42), 0, 0.1, 0.084),
  ];
  return [
    ...move(box(shell, wide + 0.12, 0.1, deep + 0.12, 0.04), 0, -0.06, 0),
    ...move(box(lining, wide, 0.02, deep, 0.005), 0, -0.005, 0),
    ...wall(wide + 0.12, 0.07, 0, deep / 2 + 0.03),
    ...wall(wide + 0.12, 0.07, 0, -deep / 2 - 0.03),
    ...wall(0.07, deep + 0.1, wide / 2 + 0.03, 0),
    ...wall(0.07, deep + 0.1, -wide / 2 - 0.03, 0),
    ...move(lid, 0, 0.28 + deep / 2, -deep / 2 - 0.12),
    ...contents,
  ];
}
