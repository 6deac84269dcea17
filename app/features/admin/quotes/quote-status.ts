/** The statuses of a quote request, as in the database. */
export const QUOTE_STATUSES = ["new", "in_progress", "answered", "closed"] as const;
export type QuoteStatus = (typeof QUOTE_STATUSES)[number];

/** The filters of the list: one status, or the unread quotes. */
export const QUOTE_FILTERS = ["unread", ...QUOTE_STATUSES] as const;

/** An unknown status counts as new, so that an administrator looks at it. */
export function toQuoteStatus(stored: string): QuoteStatus {
  return QUOTE_STATUSES.find((status) => status === stored) ?? "new";
}

/** Whether browsers can show the file; other formats need a program. */
export function hasPreview(filePath: string): boolean {
  return /\.(jpe?g|png|webp)$/i.test(filePath);
}
