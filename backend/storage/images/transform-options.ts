/** The options of an image transformation. Sizes past the limit are clamped, as in Supabase Storage. */
import { z } from "zod";

const MAX_SIDE = 2000;

const side = z
  .int()
  .min(0)
  .transform((pixels) => (pixels === 0 ? undefined : Math.min(pixels, MAX_SIDE)));

export const transformOptionsSchema = z.object({
  width: side.optional(),
  height: side.optional(),
  resize: z.enum(["cover", "contain", "fill"]).default("cover"),
  quality: z.int().min(20).max(100).default(80),
  /** Without a format the Accept header decides. */
  format: z.enum(["origin", "webp", "avif"]).optional(),
});

export type TransformOptions = z.infer<typeof transformOptionsSchema>;

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
