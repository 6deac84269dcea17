/**
 * What the profile form accepts, with the sentences for what it does not: names and number as at the registration,
 * the address as at the checkout but for that it may be left empty. Lengths are those of the database.
 */
import * as z from "zod/mini";
import { isPhone, normalizePhone } from "../../lib/phone.ts";
import { tidied } from "../../lib/typed-text.ts";
import type { ProfileFields } from "./profile.ts";

function name(message: string) {
  return z.string().check(tidied(), z.minLength(2, message), z.maxLength(100, "100 caractères au plus"));
}

/** Nothing, or a text of at least `min` characters. */
function optional(min: number, max: number, message: string) {
  return z.string().check(
    tidied(),
    z.refine((text) => text.length === 0 || text.length >= min, message),
    z.maxLength(max, `${max} caractères au plus`),
  );
}

export const profileSchema = z.object({
  firstName: name("Le prénom est requis"),
  lastName: name("Le nom est requis"),
  phone: z.pipe(
    z
      .string()
      .check(
        z.refine(isPhone, "Numéro de téléphone invalide"),
        z.maxLength(40, "Numéro de téléphone invalide"),
      ),
    z.transform(normalizePhone),
  ),
  address: optional(5, 500, "5 caractères au moins, ou rien"),
  city: optional(2, 120, "2 caractères au moins, ou rien"),
  postalCode: optional(0, 20, ""),
});

type ProfileValues = z.output<typeof profileSchema>;

/** The columns that an accepted form fills; what was left empty is absent. */
export function toProfileFields(values: ProfileValues): ProfileFields {
  const { firstName, lastName, phone, address, city, postalCode } = values;
  return {
    first_name: firstName,
    last_name: lastName,
    phone,
    address: address || null,
    city: city || null,
    postal_code: postalCode || null,
  };
}
