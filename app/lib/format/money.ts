/** Formatting of amounts. Amounts are whole francs; there are no smaller coins. */

const francs = /* @__PURE__ */ new Intl.NumberFormat("fr-FR", { maximumFractionDigits: 0 });
const NO_BREAK_SPACE = "\u00a0";

/** 12500 -> «12 500 XOF», with the no-break spaces of French typography. */
export function formatXof(amount: number): string {
  return `${francs.format(amount)}${NO_BREAK_SPACE}XOF`;
}

/** As `formatXof`, with the label that promotions have: 12500 -> «12 500 FCFA». */
export function formatFcfa(amount: number): string {
  return `${francs.format(amount)}${NO_BREAK_SPACE}FCFA`;
}
