/**
 * The schema of the profile form with its error messages: names and phone number as at the registration, the
 * address as at the checkout, but optional. Lengths match the database's.
 */
import * as z from "zod/mini";
import { firstNameSchema, lastNameSchema, phoneSchema } from "#app/lib/forms/customer-fields.ts";
import { maxLength, normalizedText, optionalText } from "#app/lib/forms/text-schema.ts";

/** Empty, or a text of at least `min` characters. */
function optional(min: number, max: number, message: string) {
  return z.string().check(
    normalizedText(),
    z.refine((text) => text.length === 0 || text.length >= min, message),
    maxLength(max),
  );
}

export const profileSchema = z.object({
  firstName: firstNameSchema,
  lastName: lastNameSchema,
  phone: phoneSchema,
  address: optional(5, 500, "5 caractères au moins, ou rien"),
  city: optional(2, 120, "2 caractères au moins, ou rien"),
  postalCode: optionalText(20),
});
