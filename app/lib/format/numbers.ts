/**
 * Formatting of numbers in French. Not by Intl, whose first use holds up the start of every page on a cheap phone for
 * a tenth of a second.
 */

/** Groups of three digits are counted from the end. */
const THOUSANDS = /\B(?=(?:\d{3})+$)/g;
const NARROW_NO_BREAK_SPACE = "\u202f";

/**
 * 12500 -> «12 500», and with 3 decimals at most 1234.5 -> «1 234,5». Halves are rounded away from zero.
 *
 * @param minimum decimals that are written also when they are zero
 */
export function formatDecimal(value: number, maximum: number, minimum = 0): string {
  const scaled = String(Math.round(Math.abs(value) * 10 ** maximum)).padStart(maximum + 1, "0");
  const whole = scaled.slice(0, scaled.length - maximum).replace(THOUSANDS, NARROW_NO_BREAK_SPACE);
  const decimals = scaled
    .slice(scaled.length - maximum)
    .replace(/0+$/, "")
    .padEnd(minimum, "0");
  return `${value < 0 ? "-" : ""}${whole}${decimals && `,${decimals}`}`;
}

/** 12500 -> «12 500», with the narrow no-break space of French typography and three decimals at most. */
export function formatNumber(value: number): string {
  if (Number.isInteger(value) && value >= 0 && value < 1000) return String(value);
  return formatDecimal(value, 3);
}

/** «0 commande», «1 commande», «12 500 commandes»: in French, zero is singular. */
export function formatCount(count: number, singular: string, plural: string): string {
  return `${formatNumber(count)} ${count > 1 ? plural : singular}`;
}

/** «1 234», or «environ 1 200 000» for an estimate, which would pretend to be counted if it had more digits. */
export function formatTotal(total: number, isEstimate = false): string {
  return isEstimate ? `environ ${formatNumber(Number(total.toPrecision(2)))}` : formatNumber(total);
}
