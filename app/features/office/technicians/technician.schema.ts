/** What the form of a technician accepts, with the sentences for what it does not. The limits are the database's. */
import * as z from "zod/mini";
import { isPhone, normalizePhone } from "../../../lib/phone.ts";
import { optionalText, textOf, tidied } from "../../../lib/typed-text.ts";
import { optionalPicture } from "../optional-picture.ts";
import { readablePhone, type StoredTechnician, type TechnicianValues } from "./technician.ts";

function slug(message: string) {
  return textOf(1, 200, message).check(
    z.refine(
      (typed) => typed === "" || /^[a-z0-9]+(-[a-z0-9]+)*$/.test(typed),
      "Lettres minuscules sans accents, chiffres et tirets seulement",
    ),
  );
}

/** Empty is null. */
function optional(max: number) {
  return z.pipe(optionalText(max), z.transform(orNull));
}

function orNull(typed: string): string | null {
  return typed === "" ? null : typed;
}

/** Whole, from 0 to `max`; `empty` where nothing is typed. Spaces between digits are how people write thousands. */
function whole<Empty extends number | null>(max: number, empty: Empty, message: string) {
  return z.pipe(
    z
      .string()
      .check(z.refine((typed) => /^\d*$/.test(digits(typed)) && Number(digits(typed)) <= max, message)),
    z.transform((typed): number | Empty => (digits(typed) === "" ? empty : Number(digits(typed)))),
  );
}

function digits(typed: string): string {
  return typed.replace(/\s/g, "");
}

const COUNT_MAX = 1_000_000;

export const technicianSchema = z.object({
  name: textOf(1, 200, "Le nom est requis"),
  slug: slug("Le slug est requis"),
  specialty: textOf(1, 200, "La spécialité est requise"),
  specialty_slug: slug("Le slug de spécialité est requis"),
  description: textOf(1, 5000, "La description est requise"),
  experience: whole(100, null, "L'expérience est un nombre d'années, de 0 à 100"),
  phone: z.pipe(
    z.string().check(
      tidied(),
      z.refine(
        (typed) => typed === "" || (isPhone(typed) && typed.length <= 40),
        "Numéro de téléphone invalide",
      ),
    ),
    z.transform((typed) => orNull(normalizePhone(typed))),
  ),
  email: z.pipe(
    z.string().check(
      tidied(),
      z.refine((typed) => typed === "" || z.email().safeParse(typed).success, "L'email doit être valide"),
    ),
    z.transform(orNull),
  ),
  location: optional(200),
  availability: optional(200),
  image: optionalPicture("Entrez une URL valide ou laissez vide"),
  rating: z.pipe(
    z
      .string()
      .check(
        z.refine(
          (typed) => /^([0-4]([.,]\d)?|5([.,]0)?)?$/.test(digits(typed)),
          "La note va de 0 à 5, au dixième près",
        ),
      ),
    z.transform((typed) => Number(digits(typed).replace(",", "."))),
  ),
  review_count: whole(COUNT_MAX, 0, "Le nombre d'avis est un nombre entier, 0 ou plus"),
  satisfied_clients: whole(COUNT_MAX, 100, "Le nombre de clients est un nombre entier, 0 ou plus"),
  verified: z.boolean(),
});

/** The form as it is typed: figures are text. */
export type TechnicianInput = z.input<typeof technicianSchema>;

/** What is stored, as it is typed; a new form without it. */
export function toForm(stored: StoredTechnician | null): TechnicianInput {
  return {
    name: stored?.name ?? "",
    slug: stored?.slug ?? "",
    specialty: stored?.specialty ?? "",
    specialty_slug: stored?.specialty_slug ?? "",
    description: stored?.description ?? "",
    experience: String(stored?.experience ?? ""),
    phone: readablePhone(stored?.phone),
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

/** What was accepted, as it is saved. Who was verified before stays so since then. */
export function toValues(
  { verified, ...values }: z.output<typeof technicianSchema>,
  stored: StoredTechnician | null,
): TechnicianValues {
  return { ...values, verified_at: verified ? (stored?.verified_at ?? new Date().toISOString()) : null };
}
