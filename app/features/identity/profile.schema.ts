/**
 * What the profile form accepts, with the sentences for what it does not: names and number as at the registration,
 * the address as at the checkout but for that it may be left empty. Lengths are those of the database.
 */
import * as z from "zod/mini";
import { firstName, lastName } from "../../lib/customer-names.ts";
import { phone } from "../../lib/phone-field.ts";
import { atMost, optionalText, tidied } from "../../lib/typed-text.ts";

/** Nothing, or a text of at least `min` characters. */
function optional(min: number, max: number, message: string) {
  return z.string().check(
    tidied(),
    z.refine((text) => text.length === 0 || text.length >= min, message),
    atMost(max),
  );
}

export const profileSchema = z.object({
  firstName,
  lastName,
  phone,
  address: optional(5, 500, "5 caractères au moins, ou rien"),
  city: optional(2, 120, "2 caractères au moins, ou rien"),
  postalCode: optionalText(20),
});
