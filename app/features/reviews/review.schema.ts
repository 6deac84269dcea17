/** What the review form accepts, with the sentences for what it does not. Lengths are those of the database. */
import * as z from "zod/mini";
import { atMost, optionalText, textOf } from "../../lib/typed-text.ts";

export const reviewSchema = z.object({
  /** The value of a radio button is text. */
  rating: z.pipe(z.string().check(z.regex(/^[1-5]$/)), z.transform(Number)),
  name: textOf(2, 200, "Le nom doit contenir au moins 2 caractères"),
  email: z.email("Email invalide").check(atMost(320)),
  title: optionalText(200),
  comment: textOf(10, 5000, "Votre avis doit contenir au moins 10 caractères"),
});

/** The form as it is typed. */
export type ReviewInput = z.input<typeof reviewSchema>;
/** The form as it was accepted; an empty title is none. */
export type ReviewValues = z.output<typeof reviewSchema>;
