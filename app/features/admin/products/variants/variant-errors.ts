/**
 * What saving found wrong with the variants, by cell. A problem disappears with the value that it is about; the grid
 * judges what is typed afterwards.
 */
import {
  type ProductOption,
  VARIANT_COLUMNS,
  VARIANT_LABELS,
  type VariantColumn,
  type VariantProblem,
  type VariantRow,
} from "#app/features/admin/shared/fields/variant-fields.ts";
import { formatChoices, getRowKey } from "./variant-rows.ts";

type RowErrors = Partial<Record<VariantColumn, string>>;

export interface VariantErrors {
  /** The first row with an invalid cell, from 0. */
  firstRow: number | null;
  /** The same object as long as the problems of the row are the same. */
  getRowErrors(row: VariantRow): RowErrors | undefined;
  getOptionError(index: number, option: ProductOption, field: "name" | "choices"): string | undefined;
}

export const NO_ERRORS: VariantErrors = {
  firstRow: null,
  getRowErrors: () => undefined,
  getOptionError: () => undefined,
};

/** `options` and `rows` are those that were to be saved. */
export function toVariantErrors(
  problems: readonly VariantProblem[],
  options: readonly ProductOption[],
  rows: readonly VariantRow[],
): VariantErrors {
  const byRow = new Map<string, { row: VariantRow; errors: RowErrors }>();
  const byOption = new Map<string, string>();
  let firstRow: number | null = null;
  for (const { column, message } of problems) {
    const [list, place, field] = column.split(".");
    if (list === "options") byOption.set(`${place} ${field}`, message);
    const row = list === "variants" ? rows[Number(place)] : undefined;
    // What concerns the whole row stands at its first cell.
    const cell = VARIANT_COLUMNS.find((each) => each === field) ?? "reference";
    if (!row) continue;
    firstRow = Math.min(firstRow ?? Number(place), Number(place));
    const known = byRow.get(getRowKey(row))?.errors;
    byRow.set(getRowKey(row), { row, errors: { ...known, [cell]: message } });
  }
  return {
    firstRow,
    getRowErrors(row) {
      const known = byRow.get(getRowKey(row));
      if (!known) return undefined;
      const isCurrent = VARIANT_COLUMNS.every(
        (column) => known.errors[column] === undefined || known.row[column] === row[column],
      );
      if (isCurrent) return known.errors;
      const rest = VARIANT_COLUMNS.filter((column) => known.row[column] === row[column]);
      return Object.fromEntries(
        rest.flatMap((column) => (known.errors[column] ? [[column, known.errors[column]]] : [])),
      );
    },
    getOptionError(index, option, field) {
      const isCurrent = JSON.stringify(options[index]?.[field]) === JSON.stringify(option[field]);
      return isCurrent ? byOption.get(`${index} ${field}`) : undefined;
    },
  };
}

/** «20 mm · 4 m, Prix : Le prix doit être un nombre positif», for a message that stands alone. */
export function describeProblem({ column, message }: VariantProblem, rows: readonly VariantRow[]): string {
  const [list, place, field] = column.split(".");
  const row = list === "variants" ? rows[Number(place)] : undefined;
  const label = VARIANT_COLUMNS.find((each) => each === field);
  if (!row) return message;
  return `${formatChoices(row.choices)}${label ? `, ${VARIANT_LABELS[label]}` : ""} : ${message}`;
}
