/**
 * Words as SVG paths. The glyphs were taken out of open fonts once (docs/licences.md), so that a picture comes out
 * the same on a machine without them and a wordmark needs no font in the browser.
 */
import { readFileSync } from "node:fs";

const EM = 500;

export type Face = "bricolage" | "archivo-black" | "oswald" | "russo-one" | "exo" | "comfortaa" | "fredoka";

/** Advance and outline of a glyph in a 500-unit em, y downwards, the baseline at 0. */
type Glyph = readonly [advance: number, path: string];

const faces = new Map<Face, Record<string, Glyph>>();

function glyphs(face: Face): Record<string, Glyph> {
  const known = faces.get(face);
  if (known) return known;
  const read: Record<string, Glyph> = JSON.parse(
    readFileSync(new URL(`./lettering/${face}.json`, import.meta.url), "utf8"),
  );
  faces.set(face, read);
  return read;
}

export interface Lettering {
  size: number;
  x?: number;
  y?: number;
  fill?: string;
  face?: Face;
  anchor?: "start" | "middle" | "end";
  /** extra space between letters, in em thousandths */
  spacing?: number;
  /** shrinks the words until they are no wider than this */
  fit?: number;
}

/** Width of the words at size 1. */
export function widthOf(words: string, face: Face = "bricolage", spacing = 0): number {
  const set = glyphs(face);
  const gap = (spacing * EM) / 1000;
  return [...words].reduce((sum, letter) => sum + (set[letter]?.[0] ?? EM * 0.3) + gap, -gap) / EM;
}

/** An SVG group that draws the words; `y` is the baseline. */
export function lettering(words: string, options: Lettering): string {
  const { x = 0, y = 0, fill = "#1D1A17", face = "bricolage", anchor = "middle", spacing = 0, fit } = options;
  const set = glyphs(face);
  const wide = widthOf(words, face, spacing);
  const size = fit === undefined ? options.size : Math.min(options.size, fit / wide);
  const start = { start: 0, middle: -wide / 2, end: -wide }[anchor] * EM;
  let at = start;
  const paths = [...words].map((letter) => {
    const glyph = set[letter];
    const drawn = glyph?.[1] ? `M${Math.round(at)} 0${glyph[1]}` : "";
    at += (glyph?.[0] ?? EM * 0.3) + (spacing * EM) / 1000;
    return drawn;
  });
  const k = Math.round((size / EM) * 1e4) / 1e4;
  const px = (n: number): number => Math.round(n * 100) / 100;
  return `<path fill="${fill}" transform="translate(${px(x)} ${px(y)}) scale(${k})" d="${paths.join("")}"/>`;
}
