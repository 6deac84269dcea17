/**
 * Cells of files and spreadsheets, which save numbers as they format them. What is no number stays as it is, for the
 * error that names it.
 */
import { parseFrancs } from "#app/lib/forms/francs.ts";

/** «12 500,00 F CFA» -> «12500». */
export function cleanFrancs(cell: string): string {
  return String(parseFrancs(cell) ?? cell.trim());
}

/** «4 500,00» -> «4500», «12,5» -> «12,5», «15 %» -> «15». */
export function cleanNumber(cell: string): string {
  const number = cell.replace(/\s/g, "").replace(/(?<=\d)([.,]0{1,2})?%?$/, "");
  return /^-?\d+([.,]\d+)?$/.test(number) ? number : cell.trim();
}
