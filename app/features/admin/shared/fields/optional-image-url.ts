/** The schema of an optional image URL in the admin forms. */
import * as z from "zod/mini";
import { normalizedText } from "#app/lib/forms/text-schema.ts";
import { isImageUrl } from "#app/lib/images/image-url.ts";

/** Null when empty; `message` when the text is no image URL. */
export function optionalImageUrl(message: string) {
  return z.pipe(
    z.string().check(
      normalizedText(),
      z.refine((url) => url === "" || isImageUrl(url), message),
    ),
    z.transform((url) => url || null),
  );
}
