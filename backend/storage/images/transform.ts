/**
 * Transforms an image, in the encoder process. The source is untrusted: only plain raster formats are decoded, and none
 * whose header names more pixels than the limit, because a small file can decode to any size.
 */
import { fileTypeFromFile } from "file-type";
import sharp from "sharp";
import { getCoverRegion } from "./cover-region.ts";
import type { OutputFormat, TransformOptions } from "./transform-options.ts";

export interface Transform {
  options: TransformOptions;
  format: OutputFormat;
}

export interface TransformTask extends Transform {
  /** The paths of the image to read and of the one to write. */
  source: string;
  target: string;
  /** The limit of pixels of a source. */
  maxPixels: number;
}

/** `invalid`: the source is no image that can be decoded, or not in time. */
export type TransformResult = "done" | "invalid" | "too-large";

type Format = "jpeg" | "png" | "webp" | "avif" | "gif";

const SOURCE_FORMATS = new Map<string | undefined, Format>([
  ["image/jpeg", "jpeg"],
  ["image/png", "png"],
  ["image/apng", "png"],
  ["image/webp", "webp"],
  ["image/avif", "avif"],
  ["image/gif", "gif"],
]);

const FITS = { cover: "cover", contain: "inside", fill: "fill" } as const;
const MAX_SECONDS = 15;
/** The effort of the AVIF encoder, 0 to 9: low, because a client is waiting. */
const AVIF_EFFORT = 2;

sharp.concurrency(1);
sharp.cache(false);

/** Writes the image to `target`. Never rejects. */
export async function transform({
  source,
  target,
  options,
  format,
  maxPixels,
}: TransformTask): Promise<TransformResult> {
  try {
    const original = SOURCE_FORMATS.get((await fileTypeFromFile(source))?.mime);
    if (!original) return "invalid";
    const output = format ?? original;
    const { width, height, resize, quality, gravity } = options;
    const image = sharp(source, { limitInputPixels: maxPixels, failOn: "error" }).autoOrient();
    const region = getCoverRegion((await image.metadata()).autoOrient, options);
    await (region ? image.extract(region) : image)
      .resize({
        width,
        height,
        fit: FITS[resize],
        position: gravity === "sm" ? sharp.strategy.attention : "centre",
        withoutEnlargement: true,
      })
      .toFormat(output, encoderOptions(output, quality))
      .timeout({ seconds: MAX_SECONDS })
      .toFile(target);
    return "done";
  } catch (error) {
    return /pixel limit/i.test(String(error)) ? "too-large" : "invalid";
  }
}

/** PNG and GIF are lossless: a quality would reduce their colours. */
function encoderOptions(output: Format, quality: number) {
  if (output === "png" || output === "gif") return {};
  return output === "avif" ? { quality, effort: AVIF_EFFORT } : { quality };
}
