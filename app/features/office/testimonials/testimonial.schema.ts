/** What the form of a testimonial accepts, with the sentences for what it does not. The limits are those of the database. */
import * as z from "zod/mini";
import { optionalText, textOf } from "../../../lib/typed-text.ts";
import { optionalPicture } from "../optional-picture.ts";

/** Stars, in halves. */
export const RATING = { min: 1, max: 5, step: 0.5 };

export const testimonialSchema = z.object({
  name: textOf(1, 200, "Le nom est requis"),
  role: z.pipe(
    optionalText(120),
    z.transform((role) => role || null),
  ),
  content: textOf(1, 2000, "Le témoignage est requis"),
  rating: z.number().check(z.gte(RATING.min), z.lte(RATING.max), z.multipleOf(RATING.step)),
  avatar: optionalPicture("L'URL de la photo n'est pas valide"),
});

export type TestimonialValues = z.output<typeof testimonialSchema>;
