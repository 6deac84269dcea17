/** The shop's settings in their form. */
import type { Database } from "#app/lib/supabase/database.types.ts";

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

/** `updated_at` identifies the version. */
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

/** The fields that another user has changed in the meantime, with their current values. */
export function diffSettings(
  before: SettingsValues,
  now: SettingsValues,
): { label: string; value: string }[] {
  const keys = Object.keys(settingsLabels).filter((key): key is keyof SettingsValues => key in now);
  return keys
    .filter((key) => before[key] !== now[key])
    .map((key) => ({ label: settingsLabels[key], value: String(now[key]) }));
}

/** The percentage in a banner; null when it contains none. */
export function parseBannerPercent(banner: string): number | null {
  const figures = [...banner.matchAll(/(\d+)\s*%/g)].map(([, figure]) => Number(figure));
  return figures.length === 0 ? null : Math.max(...figures);
}

/**
 * The warning when no current offer reaches the banner's percentage; null when one does, or the banner
 * contains none.
 */
export function getBannerWarning(banner: string, bestDiscount: number): string | null {
  const announced = parseBannerPercent(banner);
  if (announced === null || bestDiscount >= announced) return null;
  return bestDiscount === 0
    ? `Le bandeau annonce ${announced} %, mais aucune offre n'est en cours.`
    : `Le bandeau annonce ${announced} %, mais la meilleure offre en cours est de ${bestDiscount} %.`;
}
