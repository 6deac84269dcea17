/** Formatting of ratings. */
import { formatDecimal } from "./numbers.ts";

/** 4.25 -> «4,3». */
export function formatRating(rating: number): string {
  return formatDecimal(rating, 1, 1);
}
