/**
 * The validation rules of the testimonial form, with their error messages. The limits are those of the
 * database.
 */

import * as z from "zod/mini";
import { optionalImageUrl } from "#app/features/admin/shared/fields/optional-image-url.ts";
import { optionalText, requiredText } from "#app/lib/forms/text-schema.ts";
import { NAME_REQUIRED } from "#app/lib/forms/validation-messages.ts";

/** Stars, in steps of 0.5. */
export const RATING_RANGE = { min: 1, max: 5, step: 0.5 };

export const testimonialSchema = z.object({
  name: requiredText(1, 200, NAME_REQUIRED),
  role: z.pipe(
    optionalText(120),
    z.transform((role) => role || null),
  ),
  content: requiredText(1, 2000, "Le témoignage est requis"),
  rating: z.number().check(z.gte(RATING_RANGE.min), z.lte(RATING_RANGE.max), z.multipleOf(RATING_RANGE.step)),
  avatar: optionalImageUrl("L'URL de la photo n'est pas valide"),
});

export type TestimonialInput = z.input<typeof testimonialSchema>;
export type TestimonialValues = z.output<typeof testimonialSchema>;
