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

/** A letter that was not extracted would leave a gap that only a reader of the image notices. */
function getGlyph(letter: string, face: Typeface): Glyph {
  const glyph = loadGlyphs(face)[letter];
  if (!glyph) throw new Error(`${face} has no glyph for «${letter}»: see glyphs/extract.py.`);
  return glyph;
}

/** The width of the text at size 1. */
export function measureText(words: string, face: Typeface = "bricolage", spacing = 0): number {
  const gap = (spacing * EM) / 1000;
  return [...words].reduce((sum, letter) => sum + getGlyph(letter, face)[0] + gap, -gap) / EM;
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
  const wide = measureText(words, typeface, spacing);
  const size = fit === undefined ? options.size : Math.min(options.size, fit / wide);
  const start = { start: 0, middle: -wide / 2, end: -wide }[anchor] * EM;
  let at = start;
  const paths = [...words].map((letter) => {
    const [advance, path] = getGlyph(letter, typeface);
    const drawn = path === "" ? "" : `M${Math.round(at)} 0${path}`;
    at += advance + (spacing * EM) / 1000;
    return drawn;
  });
  const k = Math.round((size / EM) * 1e4) / 1e4;
  const px = (n: number): number => Math.round(n * 100) / 100;
  return `<path fill="${fill}" transform="translate(${px(x)} ${px(y)}) scale(${k})" d="${paths.join("")}"/>`;
}
