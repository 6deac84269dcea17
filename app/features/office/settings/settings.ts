/** The shop's settings as their form knows them. */
import type { Database } from "../../../lib/database.types.ts";

type Row = Database["public"]["Tables"]["shop_settings"]["Row"];

export type SettingsValues = Pick<
  Row,
  | "shop_name"
  | "address"
  | "phone"
  | "whatsapp"
  | "email"
  | "shipping_fee"
  | "offers_banner"
  | "low_stock_threshold"
>;

/** With the moment that tells one edition from the next. */
export type StoredSettings = SettingsValues & Pick<Row, "updated_at">;

/** In the order of the form. */
export const settingsLabels: Readonly<Record<keyof SettingsValues, string>> = {
  shop_name: "Nom de la boutique",
  address: "Adresse",
  phone: "Téléphone",
  whatsapp: "Numéro WhatsApp",
  email: "Email",
  shipping_fee: "Frais de livraison (XOF)",
  offers_banner: "Texte du bandeau",
  low_stock_threshold: "Seuil de stock faible",
};

/** What somebody else has changed meanwhile: the labels with the values as they stand now. */
export function changedSettings(
  before: SettingsValues,
  now: SettingsValues,
): { label: string; value: string }[] {
  const keys = Object.keys(settingsLabels).filter((key): key is keyof SettingsValues => key in now);
  return keys
    .filter((key) => before[key] !== now[key])
    .map((key) => ({ label: settingsLabels[key], value: String(now[key]) }));
}

/** The figure that a banner promises, in percent; null when it names none. */
export function promisedPercent(banner: string): number | null {
  const figures = [...banner.matchAll(/(\d+)\s*%/g)].map(([, figure]) => Number(figure));
  return figures.length === 0 ? null : Math.max(...figures);
}

/** What to say when no current offer reaches the banner's figure; null when one does, or none is promised. */
export function bannerWarning(banner: string, bestDiscount: number): string | null {
  const promised = promisedPercent(banner);
  if (promised === null || bestDiscount >= promised) return null;
  return bestDiscount === 0
    ? `Le bandeau annonce ${promised} %, mais aucune offre n'est en cours.`
    : `Le bandeau annonce ${promised} %, mais la meilleure offre en cours est de ${bestDiscount} %.`;
}
