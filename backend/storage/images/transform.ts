/**
 * Transforms an image. The source is untrusted: only plain raster formats are decoded, and none whose header
 * names more pixels than the limit, because a small file can decode to any size.
 */
import { fileTypeFromFile } from "file-type";
import sharp from "sharp";
import { entityTooLarge, invalidRequest } from "#backend/storage/errors.ts";
import type { OutputFormat, TransformOptions } from "./transform-options.ts";

export interface Transform {
  options: TransformOptions;
  format: OutputFormat;
}

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

// One thread per image: the queue decides how many are rendered concurrently.
sharp.concurrency(1);
sharp.cache(false);

/** Writes the image to `target`. Throws InvalidRequest or EntityTooLarge. */
export async function transform(
  source: string,
  target: string,
  { options, format }: Transform,
  maxPixels: number,
): Promise<void> {
  const original = SOURCE_FORMATS.get((await fileTypeFromFile(source))?.mime);
  if (!original) throw invalidRequest("The source image is invalid or unsupported for rendering");
  const output = format ?? original;
  const { width, height, resize, quality } = options;
  try {
    await sharp(source, { limitInputPixels: maxPixels, failOn: "error" })
      .autoOrient()
      .resize({ width, height, fit: FITS[resize], withoutEnlargement: true })
      .toFormat(output, encoderOptions(output, quality))
      .timeout({ seconds: MAX_SECONDS })
      .toFile(target);
  } catch (error) {
    if (/pixel limit/i.test(String(error))) throw entityTooLarge("source image", "the maximum resolution");
    throw invalidRequest("The source image is invalid or unsupported for rendering");
  }
}

/** PNG and GIF are lossless: a quality would reduce their colours. */
function encoderOptions(output: Format, quality: number) {
  if (output === "png" || output === "gif") return {};
  return output === "avif" ? { quality, effort: AVIF_EFFORT } : { quality };
}

/** The media type of a rendered image. */
export async function mediaTypeOf(path: string): Promise<string> {
  return (await fileTypeFromFile(path))?.mime ?? "application/octet-stream";
}
