/** How far the answer to a request for a quote is: the database's words. */
export const QUOTE_STATUSES = ["new", "in_progress", "answered", "closed"] as const;
export type QuoteStatus = (typeof QUOTE_STATUSES)[number];

/** What a list can be narrowed to: one status, or those that nobody has looked at. */
export const QUOTE_FILTERS = ["unread", ...QUOTE_STATUSES] as const;

/** One that the shop does not know counts as new: somebody has to look at it. */
export function quoteStatus(stored: string): QuoteStatus {
  return QUOTE_STATUSES.find((status) => status === stored) ?? "new";
}

/** What browsers can show by themselves; the rest is for the programs of whoever opens it. */
export function hasPreview(filePath: string): boolean {
  return /\.(jpe?g|png|webp)$/i.test(filePath);
}
