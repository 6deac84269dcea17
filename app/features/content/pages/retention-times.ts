/** For how long the shop stores what names people, in words. */
import type { Database } from "#app/lib/supabase/database.types.ts";

export type RetentionTimes = Pick<
  Database["public"]["Tables"]["retention_settings"]["Row"],
  "order_years" | "message_days" | "quote_days" | "mail_days" | "audit_days"
>;

/** «1 an», «10 ans», «90 jours». */
export function formatRetention(days: number): string {
  const years = days / 365;
  if (!Number.isInteger(years)) return `${days} jours`;
  return years === 1 ? "1 an" : `${years} ans`;
}
