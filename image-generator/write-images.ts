/** Writes the five files of a square image, compressed as far as it is not visible. */
import sharp, { type Sharp } from "sharp";
import type { Pixels } from "./render/render.ts";
import { textPath } from "./text-path.ts";

export const OUTPUT_DIRECTORY = new URL("../supabase/seed/images/", import.meta.url).pathname;

const toSharp = ({ data, width, height }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels: 3 } });

/**
 * Writes an image in each width, as AVIF, WebP and, from 640 pixels on, JPEG. An `effort` of 6 makes an AVIF a
 * tenth smaller in four times the encoder's time.
 */
export async function writeSizes(
  name: string,
  pixels: Pixels,
  widths: readonly number[],
  effort = 3,
): Promise<void> {
  for (const width of widths) {
    const small = await toSharp(pixels).resize(width).png().toBuffer();
    await sharp(small)
      .avif({ quality: 57, effort, chromaSubsampling: "4:2:0" })
      .toFile(`${OUTPUT_DIRECTORY}${name}-${width}.avif`);
    await sharp(small)
      .webp({ quality: 74, effort: 4, smartSubsample: true })
      .toFile(`${OUTPUT_DIRECTORY}${name}-${width}.webp`);
    if (width >= 640)
      await sharp(small)
        .jpeg({ quality: 76, mozjpeg: true })
        .toFile(`${OUTPUT_DIRECTORY}${name}-${width}.jpg`);
  }
}

const CAPTION = 34;

/** The caption below a tile, broken into two lines at a space. */
function renderCaption(caption: string, size: number): Buffer {
  const words = caption.split(" ");
  const half = words.findIndex((_, i) => words.slice(0, i + 1).join(" ").length > caption.length / 2);
  const lines = [words.slice(0, half + 1).join(" "), words.slice(half + 1).join(" ")];
  const text = lines.map((line, i) => textPath(line, { size: 12, x: size / 2, y: 13 + i * 15, fit: size }));
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${CAPTION}">${text.join("")}</svg>`,
  );
}

/** Writes a contact sheet, to compare many images with the words that they must fit. */
export async function writeContactSheet(
  path: string,
  images: readonly { pixels: Pixels; caption: string }[],
  columns: number,
  size: number,
): Promise<void> {
  const rows = Math.ceil(images.length / columns);
  const high = size + CAPTION + 4;
  const tiles = await Promise.all(
    images.map(async ({ pixels, caption }, i) => {
      const [left, top] = [(i % columns) * (size + 4), Math.floor(i / columns) * high];
      const input = await toSharp(pixels).resize(size, size, { fit: "cover" }).png().toBuffer();
      return [
        { input, left, top },
        { input: renderCaption(caption, size), left, top: top + size },
      ];
    }),
  );
  await sharp({
    create: { width: columns * (size + 4), height: rows * high, channels: 3, background: "#fff" },
  })
    .composite(tiles.flat())
    .png()
    .toFile(path);
}
