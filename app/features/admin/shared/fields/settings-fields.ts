/**
 * The settings of the shop: for each one its label, its place in the form and its validation rule with the
 * error message. The form, the audit log and the comparison of versions derive from it. The limits are those
 * of the database.
 */

import * as z from "zod/mini";
import { normalizedText, requiredText } from "#app/lib/forms/text-schema.ts";
import { INVALID_EMAIL, INVALID_PHONE } from "#app/lib/forms/validation-messages.ts";
import { wholeNumber } from "#app/lib/forms/whole-number.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";

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
  shipping_fee: wholeNumber(0, 1_000_000, "Les frais sont un nombre entier de francs, de 0 à 1 000 000"),
  offers_banner: requiredText(1, 120, "Le texte du bandeau est requis"),
  low_stock_threshold: wholeNumber(0, 1000, "Le seuil est un nombre entier, de 0 à 1 000"),
});

/** «+226 70 11 22 33» -> «22670112233», the format of wa.me links. */
function normalizeWhatsapp(typed: string): string {
  return typed.replace(/[\s+.()-]/g, "");
}

/** All settings, without the figures that follow from the delivery zones. */
export type SettingsValues = Omit<
  Database["public"]["Tables"]["shop_settings"]["Row"],
  "id" | "updated_at" | "delivery_from" | "free_delivery_from"
>;
type SettingName = keyof SettingsValues;

export const SETTINGS_SECTIONS = ["La boutique", "Livraison et stock", "Bandeau des promotions"] as const;

interface SettingsField {
  section: (typeof SETTINGS_SECTIONS)[number];
  label: string;
  /** Stands behind the label in the form. */
  unit?: string;
  hint?: string;
  isWide?: boolean;
  isMultiline?: boolean;
  type?: "email" | "tel";
  inputMode?: "email" | "tel" | "numeric";
  autoComplete?: string;
}

/** In the order of the form. */
export const settingsFields: Readonly<Record<SettingName, SettingsField>> = {
  shop_name: { section: "La boutique", label: "Nom de la boutique", autoComplete: "organization" },
  email: {
    section: "La boutique",
    label: "Email",
    type: "email",
    inputMode: "email",
    autoComplete: "email",
  },
  phone: {
    section: "La boutique",
    label: "Téléphone",
    hint: "Tel que les clients le lisent.",
    type: "tel",
    inputMode: "tel",
    autoComplete: "tel",
  },
  whatsapp: {
    section: "La boutique",
    label: "Numéro WhatsApp",
    hint: "Avec l'indicatif du pays : 226 70 11 22 33.",
    type: "tel",
    inputMode: "tel",
  },
  address: {
    section: "La boutique",
    label: "Adresse",
    isWide: true,
    isMultiline: true,
    autoComplete: "street-address",
  },
  shipping_fee: {
    section: "Livraison et stock",
    label: "Frais de livraison",
    unit: "XOF",
    hint: "Les mêmes pour chaque commande à venir.",
    inputMode: "numeric",
  },
  offers_banner: { section: "Bandeau des promotions", label: "Texte du bandeau", isWide: true },
  low_stock_threshold: {
    section: "Livraison et stock",
    label: "Seuil de stock faible",
    hint: "Un stock en dessous compte comme faible.",
    inputMode: "numeric",
  },
};

export const SETTING_NAMES = Object.keys(settingsFields).filter(
  (name): name is SettingName => name in settingsFields,
);

/** The label in the form, with the unit. */
export function getSettingLabel(name: SettingName): string {
  const { label, unit } = settingsFields[name];
  return unit ? `${label} (${unit})` : label;
}

/** The stored settings as the form's input: numbers are text. */
export function toSettingsInput(values: SettingsValues): z.input<typeof settingsSchema> {
  return {
    ...values,
    shipping_fee: String(values.shipping_fee),
    low_stock_threshold: String(values.low_stock_threshold),
  };
}
