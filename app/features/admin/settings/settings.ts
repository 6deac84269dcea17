/** The stored settings of the shop: how two versions differ, and whether the banner promises too much. */
import {
  getSettingLabel,
  SETTING_NAMES,
  type SettingsValues,
} from "#app/features/admin/shared/fields/settings-fields.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";

/** `updated_at` identifies the version. */
export type StoredSettings = Database["public"]["Tables"]["shop_settings"]["Row"];

/** The fields that another user has changed in the meantime, with their current values. */
export function diffSettings(
  before: SettingsValues,
  now: SettingsValues,
): { label: string; value: string }[] {
  return SETTING_NAMES.filter((name) => before[name] !== now[name]).map((name) => ({
    label: getSettingLabel(name),
    value: String(now[name]),
  }));
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
