/** What the settings form accepts, with the sentences for what it does not. The limits are those of the database. */
import * as z from "zod/mini";
import { textOf, tidied } from "../../../lib/typed-text.ts";

/** Whole, from 0 to `max`; spaces between the digits are how people write thousands. */
function whole(max: number, message: string) {
  return z.pipe(
    z
      .string()
      .check(z.refine((typed) => /^\d+$/.test(digits(typed)) && Number(digits(typed)) <= max, message)),
    z.transform((typed) => Number(digits(typed))),
  );
}

function digits(typed: string): string {
  return typed.replace(/\s/g, "");
}

export const settingsSchema = z.object({
  shop_name: textOf(1, 100, "Le nom de la boutique est requis"),
  address: textOf(1, 300, "L'adresse est requise"),
  phone: textOf(8, 40, "Numéro de téléphone invalide"),
  whatsapp: z.pipe(
    z
      .string()
      .check(
        z.refine(
          (typed) => /^\d{8,15}$/.test(whatsappDigits(typed)),
          "Numéro WhatsApp invalide : l'indicatif du pays et le numéro, 8 à 15 chiffres",
        ),
      ),
    z.transform(whatsappDigits),
  ),
  email: z.pipe(z.string().check(tidied()), z.email("Email invalide")),
  shipping_fee: whole(1_000_000, "Les frais sont un nombre entier de francs, de 0 à 1 000 000"),
  offers_banner: textOf(1, 120, "Le texte du bandeau est requis"),
  low_stock_threshold: whole(1000, "Le seuil est un nombre entier, de 0 à 1 000"),
});

/** «+226 70 11 22 33» -> «22670112233», as wa.me links want it. */
function whatsappDigits(typed: string): string {
  return typed.replace(/[\s+.()-]/g, "");
}
