/**
 * Makes one picture of another. The source is a stranger's: only plain picture formats are decoded, and none whose
 * header names more pixels than the limit, for a small file can unfold to any size.
 */
import { fileTypeFromFile } from "file-type";
import sharp from "sharp";
import { entityTooLarge, invalidRequest } from "../errors.ts";
import type { OutputFormat, TransformOptions } from "./options.ts";

export interface Transform {
  options: TransformOptions;
  format: OutputFormat;
}

type Format = "jpeg" | "png" | "webp" | "avif" | "gif";

const SOURCES = new Map<string | undefined, Format>([
  ["image/jpeg", "jpeg"],
  ["image/png", "png"],
  ["image/apng", "png"],
  ["image/webp", "webp"],
  ["image/avif", "avif"],
  ["image/gif", "gif"],
]);

const FITS = { cover: "cover", contain: "inside", fill: "fill" } as const;
const MAX_SECONDS = 15;
/** Of the AVIF encoder, 0 to 9: a picture is waited for. */
const AVIF_EFFORT = 2;

// One thread a picture: how many are made at once is decided by the queue.
sharp.concurrency(1);
sharp.cache(false);

/** Writes the picture to `target`. Throws InvalidRequest or EntityTooLarge. */
export async function transform(
  source: string,
  target: string,
  { options, format }: Transform,
  maxPixels: number,
): Promise<void> {
  const original = SOURCES.get((await fileTypeFromFile(source))?.mime);
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

/** PNG and GIF lose nothing: a quality would take their colours away. */
function encoderOptions(output: Format, quality: number) {
  if (output === "png" || output === "gif") return {};
  return output === "avif" ? { quality, effort: AVIF_EFFORT } : { quality };
}

/** Of a picture that was made here. */
export async function mediaTypeOf(path: string): Promise<string> {
  return (await fileTypeFromFile(path))?.mime ?? "application/octet-stream";
}
