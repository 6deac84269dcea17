/** Pixels to the five files of a square picture, as light as they can be without showing it. */
import sharp, { type Sharp } from "sharp";
import type { Pixels } from "./render/render.ts";

export const OUT = new URL("../../supabase/seed/pictures/", import.meta.url).pathname;

const image = ({ data, width, height }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels: 3 } });

/** Scales down to a width; the height follows unless given. */
export async function writeSizes(name: string, pixels: Pixels, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    const small = await image(pixels).resize(width).png().toBuffer();
    await sharp(small)
      .avif({ quality: 57, effort: 6, chromaSubsampling: "4:2:0" })
      .toFile(`${OUT}${name}-${width}.avif`);
    await sharp(small)
      .webp({ quality: 74, effort: 6, smartSubsample: true })
      .toFile(`${OUT}${name}-${width}.webp`);
    if (width >= 640)
      await sharp(small).jpeg({ quality: 76, mozjpeg: true }).toFile(`${OUT}${name}-${width}.jpg`);
  }
}

/** A contact sheet for looking at many pictures at once. */
export async function writeSheet(
  path: string,
  pictures: readonly Pixels[],
  columns: number,
  size: number,
): Promise<void> {
  const rows = Math.ceil(pictures.length / columns);
  const tiles = await Promise.all(
    pictures.map(async (pixels, i) => ({
      input: await image(pixels).resize(size, size, { fit: "cover" }).png().toBuffer(),
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
