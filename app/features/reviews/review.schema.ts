/** The schema of the review form with its error messages. Lengths match the database's. */

import * as z from "zod/mini";
import { emailSchema, requiredName } from "#app/lib/forms/customer-fields.ts";
import { optionalText, requiredText } from "#app/lib/forms/text-schema.ts";

export const reviewSchema = z.object({
  /** Radio buttons have text values. */
  rating: z.pipe(z.string().check(z.regex(/^[1-5]$/)), z.transform(Number)),
  name: requiredName(2, 200, "Le nom doit contenir au moins 2 caractères"),
  email: emailSchema,
  title: optionalText(200),
  comment: requiredText(10, 5000, "Votre avis doit contenir au moins 10 caractères"),
});

/** The form's input values. */
export type ReviewInput = z.input<typeof reviewSchema>;
/** The validated values; an omitted title is empty. */
export type ReviewValues = z.output<typeof reviewSchema>;
