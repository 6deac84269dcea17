/** The variants of two versions of a product as text: only those lines in which they differ. */
import {
  VARIANT_COLUMNS,
  VARIANT_LABELS,
  type VariantColumn,
  type VariantRow,
} from "#app/features/admin/shared/fields/variant-fields.ts";
import { formatChoices, getRowKey } from "./variant-rows.ts";

/** More lines are counted. */
const MAX_LINES = 20;

interface Versions {
  stored: { variants: VariantRow[] };
  typed: { variants: VariantRow[] };
  opened: { variants: VariantRow[] };
}

/**
 * The lines of `rows`, which are those of the stored or of the typed version. A stock is compared only where the form
 * changed it: orders placed in the meantime are no edit.
 */
export function formatVariantDifferences(rows: readonly VariantRow[], versions: Versions): string {
  const openedStocks = toMap(versions.opened.variants, ({ stock }) => stock);
  const changedStocks = new Set(
    versions.typed.variants.filter((row) => openedStocks.get(getRowKey(row)) !== row.stock).map(getRowKey),
  );
  const format = (row: VariantRow) =>
    formatRow(row, changedStocks.has(getRowKey(row)) ? VARIANT_COLUMNS : COLUMNS_WITHOUT_STOCK);
  const stored = toMap(versions.stored.variants, format);
  const typed = toMap(versions.typed.variants, format);
  const lines = rows.filter((row) => stored.get(getRowKey(row)) !== typed.get(getRowKey(row))).map(format);
  const rest = lines.length - MAX_LINES;
  return [...lines.slice(0, MAX_LINES), ...(rest > 0 ? [`et ${rest} autres`] : [])].join("\n") || "–";
}

const COLUMNS_WITHOUT_STOCK = VARIANT_COLUMNS.filter((column) => column !== "stock");

function formatRow(row: VariantRow, columns: readonly VariantColumn[]): string {
  const values = columns.flatMap((column) => {
    const value = row[column].trim();
    return value === "" ? [] : [`${VARIANT_LABELS[column]} ${value}`];
  });
  return `${formatChoices(row.choices)} : ${values.join(", ")}`;
}

function toMap<Value>(rows: readonly VariantRow[], toValue: (row: VariantRow) => Value): Map<string, Value> {
  return new Map(rows.map((row) => [getRowKey(row), toValue(row)]));
}
