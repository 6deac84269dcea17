/** The filters of the quote list, and which files browsers can show. */
import { QUOTE_STATUS_VALUES } from "#app/lib/supabase/database.types.ts";

/** One status, or the unread quotes. */
export const QUOTE_FILTERS = ["unread", ...QUOTE_STATUS_VALUES] as const;

/** Whether browsers can show the file; other formats need a program. */
export function hasPreview(filePath: string): boolean {
  return /\.(jpe?g|png|webp)$/i.test(filePath);
}
