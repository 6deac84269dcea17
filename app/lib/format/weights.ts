/** Formatting of weights, which are stored in whole grams. */
import { formatNumber } from "./numbers.ts";

/** 1500 -> «1,5 kg», with a no-break space. */
export function formatWeight(grams: number): string {
  return `${formatNumber(grams / 1000)}\u00a0kg`;
}
