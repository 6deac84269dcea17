/** Formatting of amounts. Amounts are whole francs; there are no smaller coins. */
import { formatDecimal } from "./numbers.ts";

const NO_BREAK_SPACE = "\u00a0";

/** 12500 -> «12 500 XOF», with the no-break spaces of French typography. */
export function formatXof(amount: number): string {
  return `${formatDecimal(amount, 0)}${NO_BREAK_SPACE}XOF`;
}

/** As `formatXof`, with the label that promotions have: 12500 -> «12 500 FCFA». */
export function formatFcfa(amount: number): string {
  return `${formatDecimal(amount, 0)}${NO_BREAK_SPACE}FCFA`;
}
