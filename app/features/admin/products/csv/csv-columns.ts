/** The columns of a product CSV: their headers, and the conversion between values and cells. */

import { escapeFormula, unescapeFormula } from "#app/features/admin/shared/csv/csv.ts";
import {
  getProductField,
  type ProductColumnName,
  productColumnNames,
} from "#app/features/admin/shared/fields/product-fields.ts";
import { normalizeSearchText } from "#app/lib/search/search-text.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";

type Row = Database["public"]["Tables"]["products"]["Row"];
type Json = Row["specifications"];

/** A product as it is exported. */
export type CsvProduct = Pick<Row, Exclude<ProductColumnName, "category_id">> & {
  category: { slug: string } | null;
};

export interface CsvColumn {
  /** A column of the database, or the category. */
  key: keyof CsvProduct;
  /** The header in the file's first row; the key is accepted as well. */
  header: string;
  format(product: CsvProduct): string;
  /** The value for the database, which accepts it or rejects it with a reason. */
  parse(cell: string): Json;
}

export const csvColumns: readonly CsvColumn[] = productColumnNames.map(toColumn);

function toColumn(name: ProductColumnName): CsvColumn {
  const { kind, label, header = label } = getProductField(name);
  if (name === "category_id") {
    const format = ({ category }: CsvProduct) => escapeFormula(category?.slug ?? "");
    return { key: "category", header, format, parse: unescapeFormula };
  }
  const column = { key: name, header };
  switch (kind) {
    case "features":
      return {
        ...column,
        format: ({ features }) => escapeFormula(formatFeatures(features)),
        parse: (cell) => parseFeatures(unescapeFormula(cell)),
      };
    case "specifications":
      return {
        ...column,
        format: ({ specifications }) => escapeFormula(formatSpecifications(specifications)),
        parse: (cell) => parseSpecifications(unescapeFormula(cell)),
      };
    case "number":
    case "money":
      return { ...column, format: (product) => String(product[name] ?? ""), parse: normalizeNumber };
    case "boolean":
      return { ...column, format: (product) => (product[name] ? "oui" : "non"), parse: (cell) => cell };
    default:
      return {
        ...column,
        format: (product) => escapeFormula(String(product[name] ?? "")),
        parse: unescapeFormula,
      };
  }
}

/** The column of a header, regardless of its case, accents and punctuation. */
export function findColumn(name: string): CsvColumn | undefined {
  const normalized = normalizeName(name);
  return csvColumns.find(
    ({ key, header }) => normalized === normalizeName(key) || normalized === normalizeName(header),
  );
}

/** The header of a database column. */
export function getColumnHeader(key: string): string {
  return csvColumns.find((column) => column.key === key || `${column.key}_id` === key)?.header ?? key;
}

function normalizeName(name: string): string {
  return normalizeSearchText(name)
    .replace(/[^a-z]+/g, " ")
    .trim();
}

/**
 * «12 500,00» -> «12500»: spreadsheets save numbers as they format them. A text that is no number stays
 * unchanged and is rejected later.
 */
function normalizeNumber(cell: string): string {
  return cell.replace(/\s/g, "").replace(/(?<=\d)([.,]0{1,2})?%?$/, "");
}

/** One feature per line, in one cell; as JSON where that would not round-trip. */
function formatFeatures(features: string[]): string {
  const lines = features.join("\n");
  const json = JSON.stringify(features);
  return features.length === 0 || JSON.stringify(parseFeatures(lines)) === json ? lines : json;
}

function parseFeatures(cell: string): Json {
  const json = cell.startsWith("[") ? tryParseJson(cell) : undefined;
  if (Array.isArray(json)) return json;
  const lines = cell.split(/[\r\n]+/).flatMap((line) => line.trim() || []);
  return lines.length === 0 ? "" : lines;
}

/** «Puissance: 750 W», one per line; as JSON where that would not round-trip. */
function formatSpecifications(specifications: Json): string {
  const lines = Object.entries(specifications ?? {})
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
  const json = JSON.stringify(specifications);
  return lines === "" || JSON.stringify(parseSpecifications(lines)) === json ? lines : json;
}

function parseSpecifications(cell: string): Json {
  const json = cell.startsWith("{") ? tryParseJson(cell) : undefined;
  if (typeof json === "object" && json !== null) return json;
  const pairs: [string, string][] = [];
  for (const line of cell.split(/[\r\n]+/)) {
    if (line.trim() === "") continue;
    const [, name, value] = /^([^:]+):(.*)$/.exec(line) ?? [];
    // A line that is no name and value is passed on unchanged, so that the database reports it.
    if (name === undefined || value === undefined) return cell;
    pairs.push([name.trim(), value.trim()]);
  }
  return pairs.length === 0 ? "" : Object.fromEntries(pairs);
}

function tryParseJson(cell: string): Json | undefined {
  try {
    return JSON.parse(cell);
  } catch {
    return undefined;
  }
}
