/** Writes the five files of a square image, compressed as far as it is not visible. */
import sharp, { type Sharp } from "sharp";
import type { Pixels } from "./render/render.ts";

export const OUTPUT_DIRECTORY = new URL("../supabase/seed/images/", import.meta.url).pathname;

const toSharp = ({ data, width, height }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels: 3 } });

/** Writes an image in each width, as AVIF, WebP and, from 640 pixels on, JPEG. */
export async function writeSizes(name: string, pixels: Pixels, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    const small = await toSharp(pixels).resize(width).png().toBuffer();
    await sharp(small)
      .avif({ quality: 57, effort: 6, chromaSubsampling: "4:2:0" })
      .toFile(`${OUTPUT_DIRECTORY}${name}-${width}.avif`);
    await sharp(small)
      .webp({ quality: 74, effort: 6, smartSubsample: true })
      .toFile(`${OUTPUT_DIRECTORY}${name}-${width}.webp`);
    if (width >= 640)
      await sharp(small)
        .jpeg({ quality: 76, mozjpeg: true })
        .toFile(`${OUTPUT_DIRECTORY}${name}-${width}.jpg`);
  }
}

/** Writes a contact sheet, to view many images at once. */
export async function writeContactSheet(
  path: string,
  images: readonly Pixels[],
  columns: number,
  size: number,
): Promise<void> {
  const rows = Math.ceil(images.length / columns);
  const tiles = await Promise.all(
    images.map(async (pixels, i) => ({
      input: await toSharp(pixels).resize(size, size, { fit: "cover" }).png().toBuffer(),
      left: (i % columns) * (size + 4),
      top: Math.floor(i / columns) * (size + 4),
    })),
  );
  await sharp({
    create: { width: columns * (size + 4), height: rows * (size + 4), channels: 3, background: "#fff" },
  })
    .composite(tiles)
    .png()
    .toFile(path);
}
