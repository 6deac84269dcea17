/** What the review form accepts, with the sentences for what it does not. Lengths are those of the database. */
import * as z from "zod/mini";
import { tidied } from "../../lib/typed-text.ts";

function tooLong(max: number) {
  return z.maxLength(max, `${max} caractères au plus`);
}

export const reviewSchema = z.object({
  /** The value of a radio button is text. */
  rating: z.pipe(z.string().check(z.regex(/^[1-5]$/)), z.transform(Number)),
  name: z
    .string()
    .check(tidied(), z.minLength(2, "Le nom doit contenir au moins 2 caractères"), tooLong(200)),
  email: z.email("Email invalide").check(tooLong(320)),
  title: z.string().check(tidied(), tooLong(200)),
  comment: z
    .string()
    .check(tidied(), z.minLength(10, "Votre avis doit contenir au moins 10 caractères"), tooLong(5000)),
});

/** The form as it is typed. */
export type ReviewInput = z.input<typeof reviewSchema>;
/** The form as it was accepted; an empty title is none. */
export type ReviewValues = z.output<typeof reviewSchema>;
