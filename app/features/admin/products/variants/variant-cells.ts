/** What is typed into many cells of the grid of variants at once: filled down, pasted, or computed. */
import { cleanFrancs, cleanNumber } from "#app/features/admin/shared/fields/number-cells.ts";
import type { VariantColumn, VariantRow } from "#app/features/admin/shared/fields/variant-fields.ts";
import { parseWholeNumber } from "#app/lib/forms/whole-number.ts";
import { getRowKey } from "./variant-rows.ts";

/** A cell of a row, by the key of the row. */
export interface CellPlace {
  row: string;
  column: VariantColumn;
}

type Rows = readonly VariantRow[];

const TEXT_COLUMNS: ReadonlySet<VariantColumn> = new Set(["reference", "barcode", "image"]);

/** What the grid lists at this moment of all rows. */
interface FillTarget {
  rows: Rows;
  visible: Rows;
  columns: readonly VariantColumn[];
}

/** A value in this cell and in all rows that are listed below it. */
export function fillDown(
  { rows, visible }: Omit<FillTarget, "columns">,
  { row: from, column }: CellPlace,
  value: string,
): VariantRow[] {
  const start = visible.findIndex((row) => getRowKey(row) === from);
  if (start < 0) return [...rows];
  return setCells(rows, new Map(visible.slice(start).map((row) => [getRowKey(row), { [column]: value }])));
}

/** The cells of a spreadsheet; null for the text of one cell. */
export function parsePastedCells(text: string): string[][] | null {
  const lines = text.replace(/(\r\n|\r|\n)$/, "").split(/\r\n|\r|\n/);
  const cells = lines.map((line) => line.split("\t").map((cell) => cell.trim()));
  return cells.length > 1 || (cells[0]?.length ?? 0) > 1 ? cells : null;
}

/** Pasted cells, from this cell on to the right and down. What lies beyond the grid is left out. */
export function pasteCells(
  { rows, visible, columns: all }: FillTarget,
  at: CellPlace,
  cells: string[][],
): VariantRow[] {
  const start = visible.findIndex((row) => getRowKey(row) === at.row);
  const columns = all.slice(all.indexOf(at.column));
  if (start < 0) return [...rows];
  const changes = cells.flatMap((line, index) => {
    const row = visible[start + index];
    const values = columns.flatMap((column, place) => {
      const cell = line[place];
      return cell === undefined ? [] : [[column, cleanCell(column, cell)]];
    });
    return row ? ([[getRowKey(row), Object.fromEntries(values)]] as const) : [];
  });
  return setCells(rows, new Map(changes));
}

function cleanCell(column: VariantColumn, cell: string): string {
  if (column === "price" || column === "old_price") return cleanFrancs(cell);
  return TEXT_COLUMNS.has(column) ? cell : cleanNumber(cell);
}

export const CELL_OPERATIONS = [
  { value: "set", label: "Mettre" },
  { value: "raise", label: "Ajouter" },
  { value: "lower", label: "Retirer" },
  { value: "raise-percent", label: "Augmenter de (%)" },
  { value: "lower-percent", label: "Baisser de (%)" },
] as const;
export type CellOperation = (typeof CELL_OPERATIONS)[number]["value"];

/** The column computed in the rows `among` for which it has a number; set, in all of them. */
export function computeCells(
  rows: Rows,
  among: Rows,
  column: VariantColumn,
  operation: CellOperation,
  typed: string,
): VariantRow[] {
  const amount = parseWholeNumber(typed);
  const changes = among.flatMap((row) => {
    const value =
      operation === "set" ? typed.trim() : compute(parseWholeNumber(row[column]), operation, amount);
    return value === null ? [] : ([[getRowKey(row), { [column]: value }]] as const);
  });
  return setCells(rows, new Map(changes));
}

function compute(value: number, operation: Exclude<CellOperation, "set">, amount: number): string | null {
  const computed = {
    raise: value + amount,
    lower: value - amount,
    "raise-percent": Math.round((value * (100 + amount)) / 100),
    "lower-percent": Math.round((value * (100 - amount)) / 100),
  }[operation];
  return Number.isNaN(computed) ? null : String(Math.max(0, computed));
}

export function setCells(rows: Rows, changes: ReadonlyMap<string, Partial<VariantRow>>): VariantRow[] {
  return rows.map((row) => {
    const change = changes.get(getRowKey(row));
    return change ? { ...row, ...change } : row;
  });
}
