/**
 * The validation rules of the settings form, with their error messages. The limits are those of the database.
 */

import * as z from "zod/mini";
import { normalizedText, requiredText } from "#app/lib/forms/text-schema.ts";
import { INVALID_EMAIL, INVALID_PHONE } from "#app/lib/forms/validation-messages.ts";

/** A whole number from 0 to `max`; spaces separate thousands. */
function wholeNumber(max: number, message: string) {
  return z.pipe(
    z
      .string()
      .check(
        z.refine((typed) => /^\d+$/.test(stripSpaces(typed)) && Number(stripSpaces(typed)) <= max, message),
      ),
    z.transform((typed) => Number(stripSpaces(typed))),
  );
}

function stripSpaces(typed: string): string {
  return typed.replace(/\s/g, "");
}

export const settingsSchema = z.object({
  shop_name: requiredText(1, 100, "Le nom de la boutique est requis"),
  address: requiredText(1, 300, "L'adresse est requise"),
  phone: requiredText(8, 40, INVALID_PHONE),
  whatsapp: z.pipe(
    z
      .string()
      .check(
        z.refine(
          (typed) => /^\d{8,15}$/.test(normalizeWhatsapp(typed)),
          "Numéro WhatsApp invalide : l'indicatif du pays et le numéro, 8 à 15 chiffres",
        ),
      ),
    z.transform(normalizeWhatsapp),
  ),
  email: z.pipe(z.string().check(normalizedText()), z.email(INVALID_EMAIL)),
  shipping_fee: wholeNumber(1_000_000, "Les frais sont un nombre entier de francs, de 0 à 1 000 000"),
  offers_banner: requiredText(1, 120, "Le texte du bandeau est requis"),
  low_stock_threshold: wholeNumber(1000, "Le seuil est un nombre entier, de 0 à 1 000"),
});

/** «+226 70 11 22 33» -> «22670112233», the format of wa.me links. */
function normalizeWhatsapp(typed: string): string {
  return typed.replace(/[\s+.()-]/g, "");
}
