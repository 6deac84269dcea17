/** The options of an image transformation. Sizes past the limit are clamped, as in Supabase Storage. */
import { z } from "zod";

const MAX_SIDE = 2000;
const DEFAULT_QUALITY = 80;

const side = z
  .int()
  .min(0)
  .transform((pixels) => (pixels === 0 ? undefined : Math.min(pixels, MAX_SIDE)));

/** Which part of an image `cover` shows: a side, a corner, the centre, what catches the eye, or a focal point. */
const GRAVITIES = ["no", "so", "ea", "we", "noea", "nowe", "soea", "sowe", "ce", "sm", "fp"] as const;

export const transformOptionsSchema = z
  .object({
    width: side.optional(),
    height: side.optional(),
    resize: z.enum(["cover", "contain", "fill"]).default("cover"),
    quality: z.int().min(20).max(100).default(DEFAULT_QUALITY),
    /** Without a format the Accept header decides. */
    format: z.enum(["origin", "webp", "avif"]).optional(),
    gravity: z.enum(GRAVITIES).optional(),
    /** Pixels of the output from 1 on, a part of its size below; of a focal point the part of the image. */
    x_offset: z.number().optional(),
    y_offset: z.number().optional(),
  })
  .refine((options) => options.gravity !== "fp" || isFocalPoint(options), {
    path: ["gravity"],
    message: "fp needs x_offset and y_offset, from 0 to 1",
  });

function isFocalPoint(point: { x_offset?: number; y_offset?: number }): boolean {
  return [point.x_offset, point.y_offset].every((part) => part !== undefined && part >= 0 && part <= 1);
}

export type TransformOptions = z.infer<typeof transformOptionsSchema>;

/**
 * The transformation that stands for `options` where a bucket offers these widths only (ascending): the next
 * larger width, or the largest, in the image's own shape and the default quality. AVIF is offered where the
 * bucket enables it, elsewhere WebP stands for it. So each image has a few variants, whatever visitors ask for.
 */
export function toOfferedOptions(
  { width, format }: TransformOptions,
  widths: readonly number[],
  bucket: { avif_autodetection: boolean },
): TransformOptions {
  const wanted = width ?? Number.POSITIVE_INFINITY;
  return {
    width: widths.find((offered) => offered >= wanted) ?? widths.at(-1),
    resize: "cover",
    quality: DEFAULT_QUALITY,
    format: format === "avif" && !bucket.avif_autodetection ? "webp" : format,
  };
}

/** The output format; null for the format of the original. */
export type OutputFormat = "webp" | "avif" | null;

/** AVIF costs many times the work: it is used only on request, or where the bucket enables it. */
export function outputFormat(
  { format }: TransformOptions,
  accept: string | null,
  bucket: { avif_autodetection: boolean },
): OutputFormat {
  if (format === "origin") return null;
  if (format) return format;
  if (bucket.avif_autodetection && accept?.includes("image/avif")) return "avif";
  return accept?.includes("image/webp") ? "webp" : null;
}
