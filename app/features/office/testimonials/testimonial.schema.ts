/** What the form of a testimonial accepts, with the sentences for what it does not. The limits are those of the database. */
import * as z from "zod/mini";
import { isPictureAddress } from "../../../lib/picture-address.ts";
import { tidied } from "../../../lib/typed-text.ts";

/** Stars, in halves. */
export const RATING = { min: 1, max: 5, step: 0.5 };

function required(max: number, message: string) {
  return z.string().check(tidied(), z.minLength(1, message), z.maxLength(max, `${max} caractères au plus`));
}

export const testimonialSchema = z.object({
  name: required(200, "Le nom est requis"),
  role: z.pipe(
    z.string().check(tidied(), z.maxLength(120, "120 caractères au plus")),
    z.transform((role) => role || null),
  ),
  content: required(2000, "Le témoignage est requis"),
  rating: z.number().check(z.gte(RATING.min), z.lte(RATING.max), z.multipleOf(RATING.step)),
  avatar: z.pipe(
    z.string().check(
      tidied(),
      z.refine((url) => url === "" || isPictureAddress(url), "L'URL de la photo n'est pas valide"),
    ),
    z.transform((url) => url || null),
  ),
});

export type TestimonialValues = z.output<typeof testimonialSchema>;
