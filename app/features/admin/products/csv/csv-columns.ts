/** The columns of a product CSV: their headers, and the conversion between values and cells. */

import { removeAccents } from "#app/lib/search/search-text.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";
import { escapeFormula, unescapeFormula } from "./csv.ts";

type Json = Database["public"]["Tables"]["products"]["Row"]["specifications"];

/** A product as it is exported. */
export interface CsvProduct {
  reference: string | null;
  name: string;
  category: { slug: string } | null;
  price: number;
  old_price: number | null;
  discount: number | null;
  stock: number;
  is_new: boolean;
  is_featured: boolean;
  description: string;
  features: string[];
  specifications: Json;
  more_info_url: string | null;
  slug: string;
}

export interface CsvColumn {
  key: keyof CsvProduct;
  /** The header in the file's first row; the key is accepted as well. */
  header: string;
  format(product: CsvProduct): string;
  /** The value for the database, which accepts it or rejects it with a reason. */
  parse(cell: string): Json;
}

export const csvColumns: readonly CsvColumn[] = [
  textColumn("reference", "Référence"),
  textColumn("name", "Nom"),
  {
    ...textColumn("slug", "Catégorie"),
    key: "category",
    format: ({ category }) => escapeFormula(category?.slug ?? ""),
  },
  numberColumn("price", "Prix"),
  numberColumn("old_price", "Ancien prix"),
  numberColumn("discount", "Réduction"),
  numberColumn("stock", "Stock"),
  booleanColumn("is_new", "Nouveau"),
  booleanColumn("is_featured", "Promotion"),
  textColumn("description", "Description"),
  {
    key: "features",
    header: "Caractéristiques",
    format: ({ features }) => escapeFormula(formatFeatures(features)),
    parse: (cell) => parseFeatures(unescapeFormula(cell)),
  },
  {
    key: "specifications",
    header: "Spécifications",
    format: ({ specifications }) => escapeFormula(formatSpecifications(specifications)),
    parse: (cell) => parseSpecifications(unescapeFormula(cell)),
  },
  textColumn("more_info_url", "Lien"),
  textColumn("slug", "Slug"),
];

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
  return removeAccents(name)
    .toLowerCase()
    .replace(/[^a-z]+/g, " ")
    .trim();
}

function textColumn(
  key: "reference" | "name" | "slug" | "description" | "more_info_url",
  header: string,
): CsvColumn {
  return { key, header, format: (product) => escapeFormula(product[key] ?? ""), parse: unescapeFormula };
}

function numberColumn(key: "price" | "old_price" | "discount" | "stock", header: string): CsvColumn {
  return { key, header, format: (product) => String(product[key] ?? ""), parse: normalizeNumber };
}

function booleanColumn(key: "is_new" | "is_featured", header: string): CsvColumn {
  return { key, header, format: (product) => (product[key] ? "oui" : "non"), parse: (cell) => cell };
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
