/**
 * How many articles a cart or an order has: the pieces of what is counted, and one for each line of what is measured,
 * as people count them: 33 m of cable are one article, and 33 bags are 33. The database counts those of an order in the
 * same way (private.count_articles).
 */
import type { Unit } from "#app/lib/supabase/database.types.ts";

/** Units that measure; the others count. */
const MEASURES = ["metre", "square_metre", "cubic_metre", "kilogram", "litre"] as const satisfies Unit[];
export type MeasureUnit = (typeof MEASURES)[number];

/** Whether quantities of the unit are typed as an amount of it, which may have decimals. */
export function isMeasured({ unit = "piece" }: { unit?: Unit }): boolean {
  return MEASURES.some((measure) => measure === unit);
}

export function countArticles(lines: readonly { unit?: Unit; quantity: number }[]): number {
  return lines.reduce((count, line) => count + (isMeasured(line) ? 1 : line.quantity), 0);
}
