/**
 * The validation rules of the technician form, with their error messages. The limits are those of the
 * database.
 */

import * as z from "zod/mini";
import { optionalImageUrl } from "#app/features/admin/shared/fields/optional-image-url.ts";
import { requiredSlug } from "#app/features/admin/shared/fields/required-slug.ts";
import { isPhone, normalizePhone } from "#app/lib/format/phone.ts";
import { normalizedText, optionalText, requiredText } from "#app/lib/forms/text-schema.ts";
import { INVALID_PHONE, NAME_REQUIRED } from "#app/lib/forms/validation-messages.ts";
import { optionalWholeNumber, stripSpaces } from "#app/lib/forms/whole-number.ts";
import { formatStoredPhone, type StoredTechnician, type TechnicianValues } from "./technician.ts";

/** Null when empty. */
function optionalOrNull(max: number) {
  return z.pipe(optionalText(max), z.transform(emptyToNull));
}

function emptyToNull(typed: string): string | null {
  return typed === "" ? null : typed;
}

const MAX_COUNT = 1_000_000;

export const technicianSchema = z.object({
  name: requiredText(1, 200, NAME_REQUIRED),
  slug: requiredSlug(200),
  specialty: requiredText(1, 200, "La spécialité est requise"),
  specialty_slug: requiredSlug(200, "Le slug de spécialité est requis"),
  description: requiredText(1, 5000, "La description est requise"),
  experience: optionalWholeNumber(0, 100, null, "L'expérience est un nombre d'années, de 0 à 100"),
  phone: z.pipe(
    z.string().check(
      normalizedText(),
      z.refine((typed) => typed === "" || (isPhone(typed) && typed.length <= 40), INVALID_PHONE),
    ),
    z.transform((typed) => emptyToNull(normalizePhone(typed))),
  ),
  email: z.pipe(
    z.string().check(
      normalizedText(),
      z.refine((typed) => typed === "" || z.email().safeParse(typed).success, "L'email doit être valide"),
    ),
    z.transform(emptyToNull),
  ),
  location: optionalOrNull(200),
  availability: optionalOrNull(200),
  image: optionalImageUrl("Entrez une URL valide ou laissez vide"),
  rating: z.pipe(
    z
      .string()
      .check(
        z.refine(
          (typed) => /^([0-4]([.,]\d)?|5([.,]0)?)?$/.test(stripSpaces(typed)),
          "La note va de 0 à 5, au dixième près",
        ),
      ),
    z.transform((typed) => Number(stripSpaces(typed).replace(",", "."))),
  ),
  review_count: optionalWholeNumber(0, MAX_COUNT, 0, "Le nombre d'avis est un nombre entier, 0 ou plus"),
  satisfied_clients: optionalWholeNumber(
    0,
    MAX_COUNT,
    100,
    "Le nombre de clients est un nombre entier, 0 ou plus",
  ),
  verified: z.boolean(),
});

/** The form's input: numbers are text. */
export type TechnicianInput = z.input<typeof technicianSchema>;

/** The stored technician as form input; the defaults of a new form without one. */
export function toTechnicianInput(stored: StoredTechnician | null): TechnicianInput {
  return {
    name: stored?.name ?? "",
    slug: stored?.slug ?? "",
    specialty: stored?.specialty ?? "",
    specialty_slug: stored?.specialty_slug ?? "",
    description: stored?.description ?? "",
    experience: String(stored?.experience ?? ""),
    phone: formatStoredPhone(stored?.phone),
    email: stored?.email ?? "",
    location: stored?.location ?? "",
    availability: stored?.availability ?? "",
    image: stored?.image ?? "",
    rating: stored ? String(stored.rating).replace(".", ",") : "",
    review_count: String(stored?.review_count ?? ""),
    satisfied_clients: String(stored?.satisfied_clients ?? 100),
    verified: Boolean(stored?.verified_at),
  };
}

/** The validated input as it is saved. A verified technician keeps the date of the verification. */
export function toTechnicianValues(
  { verified, ...values }: z.output<typeof technicianSchema>,
  stored: StoredTechnician | null,
): TechnicianValues {
  return { ...values, verified_at: verified ? (stored?.verified_at ?? new Date().toISOString()) : null };
}
