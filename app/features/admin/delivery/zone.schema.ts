/**
 * The validation rules of the forms of zones and pick-up points, with their error messages. The limits are those of
 * the database, which alone knows the places of the other zones.
 */
import * as z from "zod/mini";
import { optionalText, requiredText } from "#app/lib/forms/text-schema.ts";
import { optionalWholeNumber, wholeNumber } from "#app/lib/forms/whole-number.ts";
import { parseKilograms, parsePlaces } from "./zone-texts.ts";

const MAX_FEE = 1_000_000;
const MAX_GRAMS = 999_999_999;
const INVALID_FEE = "Entrez un montant en francs, 1 000 000 au plus";

const position = wholeNumber(0, 10_000, "L'ordre est un nombre entier, de 0 à 10 000");

const feeSchema = z.object({
  up_to_grams: z.pipe(
    z
      .string()
      .check(
        z.refine(
          (typed) => typed.trim() === "" || (parseKilograms(typed) > 0 && parseKilograms(typed) <= MAX_GRAMS),
          "Entrez un poids en kilogrammes, ou laissez vide",
        ),
      ),
    z.transform((typed) => (typed.trim() === "" ? null : parseKilograms(typed))),
  ),
  fee: wholeNumber(0, MAX_FEE, INVALID_FEE),
});

export const zoneSchema = z.object({
  name: requiredText(1, 200, "Le nom de la zone est requis"),
  places: z.pipe(
    z.string().check(z.refine((typed) => parsePlaces(typed).length > 0, "Nommez au moins une ville")),
    z.transform(parsePlaces),
  ),
  fees: z.array(feeSchema).check(z.minLength(1, "Entrez au moins un tarif")),
  free_from: optionalWholeNumber(1, 999_999_999, null, "Entrez un montant en francs, ou laissez vide"),
  bulky_fee: optionalWholeNumber(0, MAX_FEE, 0, INVALID_FEE),
  delay_hours: wholeNumber(0, 720, "Le délai va de 0 à 720 heures"),
  days: z.pipe(
    z.array(z.string()).check(z.minLength(1, "Choisissez au moins un jour de livraison")),
    z.transform((days) => days.map(Number).toSorted((one, other) => one - other)),
  ),
  position,
  is_active: z.boolean(),
});

export type ZoneInput = z.input<typeof zoneSchema>;
export type ZoneValues = z.output<typeof zoneSchema>;

export const pickupPointSchema = z.object({
  name: requiredText(1, 200, "Le nom du point de retrait est requis"),
  address: requiredText(5, 500, "Adresse requise"),
  town: requiredText(2, 120, "Ville requise"),
  hours: optionalText(200),
  position,
  is_active: z.boolean(),
});

export type PickupPointInput = z.input<typeof pickupPointSchema>;
export type PickupPointValues = z.output<typeof pickupPointSchema>;
