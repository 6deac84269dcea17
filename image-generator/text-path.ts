/**
 * Text as SVG paths. The glyphs were extracted from open fonts once (docs/licences.md), so that an image is
 * the same on a machine without the fonts, and a wordmark needs no font in the browser.
 */
import { readFileSync } from "node:fs";

const EM = 500;

export type Typeface =
  | "bricolage"
  | "archivo-black"
  | "oswald"
  | "russo-one"
  | "exo"
  | "comfortaa"
  | "fredoka";

/** The advance and outline of a glyph in a 500-unit em, y downwards, the baseline at 0. */
type Glyph = readonly [advance: number, path: string];

const loadedGlyphs = new Map<Typeface, Record<string, Glyph>>();

function loadGlyphs(face: Typeface): Record<string, Glyph> {
  const known = loadedGlyphs.get(face);
  if (known) return known;
  const read: Record<string, Glyph> = JSON.parse(
    readFileSync(new URL(`./glyphs/${face}.json`, import.meta.url), "utf8"),
  );
  loadedGlyphs.set(face, read);
  return read;
}

export interface TextPathOptions {
  size: number;
  x?: number;
  y?: number;
  fill?: string;
  typeface?: Typeface;
  anchor?: "start" | "middle" | "end";
  /** Extra space between letters, in thousandths of an em. */
  spacing?: number;
  /** Shrinks the text to this width at most. */
  fit?: number;
}

/** The width of the text at size 1. */
export function measureText(words: string, face: Typeface = "bricolage", spacing = 0): number {
  const set = loadGlyphs(face);
  const gap = (spacing * EM) / 1000;
  return [...words].reduce((sum, letter) => sum + (set[letter]?.[0] ?? EM * 0.3) + gap, -gap) / EM;
}

/** An SVG path of the text; `y` is the baseline. */
export function textPath(words: string, options: TextPathOptions): string {
  const {
    x = 0,
    y = 0,
    fill = "#1D1A17",
    typeface = "bricolage",
    anchor = "middle",
    spacing = 0,
    fit,
  } = options;
  const set = loadGlyphs(typeface);
  const wide = measureText(words, typeface, spacing);
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
