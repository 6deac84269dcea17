/** The columns of a product CSV: their headers, and the conversion between values and cells. */

import { escapeFormula, formatCode, parseCode, unescapeFormula } from "#app/features/admin/shared/csv/csv.ts";
import { cleanFrancs, cleanNumber } from "#app/features/admin/shared/fields/number-cells.ts";
import {
  formatAttributeInput,
  getProductField,
  type ProductColumnName,
  productColumnNames,
} from "#app/features/admin/shared/fields/product-fields.ts";
import { isUnit, UNIT_LABELS, UNITS } from "#app/features/admin/shared/labels/unit-labels.ts";
import { parseDecimal } from "#app/lib/forms/decimal.ts";
import { parseVideos } from "#app/lib/models/product-links.ts";
import { normalizeSearchText } from "#app/lib/search/search-text.ts";
import type { Database, Unit } from "#app/lib/supabase/database.types.ts";
import { formatVariantCell, type OptionChoice, parseVariantCell } from "./variant-cell.ts";

type Row = Database["public"]["Tables"]["products"]["Row"];
type Json = Row["specifications"];

/** A file cannot carry files: data sheets are added in the form, as images are. */
type CsvName = Exclude<ProductColumnName, "data_sheets">;

/** A product as it is exported. */
export type CsvProduct = Pick<Row, Exclude<CsvName, "category_id">> & {
  category: { slug: string } | null;
};

/** A line of the file: a product, or one of its variants, which has no values of its product. */
export type CsvLine = { [Name in keyof CsvProduct]?: CsvProduct[Name] | null } & {
  /** The options with their choices. */
  variant?: readonly OptionChoice[];
};

export interface CsvColumn {
  /** A column of the database, or the category. */
  key: keyof CsvLine;
  /** The header in the file's first row; the key is accepted as well. */
  header: string;
  /** An empty cell for a missing value. */
  format(line: CsvLine): string;
  /** The value for the database, which accepts it or rejects it with a reason. */
  parse(cell: string): Json;
}

/** Names the variant of a line; its product is that of the slug, else that of the line above. */
const variantColumn: CsvColumn = {
  key: "variant",
  header: "Variante",
  format: ({ variant }) => escapeFormula(formatVariantCell(variant ?? [])),
  parse: (cell) => parseVariantCell(unescapeFormula(cell)),
};

const productColumns = productColumnNames.filter((name) => name !== "data_sheets").map(toColumn);

/** The slug comes last. */
export const csvColumns: readonly CsvColumn[] = productColumns.toSpliced(-1, 0, variantColumn);

function toColumn(name: CsvName): CsvColumn {
  const { kind, label, header = label } = getProductField(name);
  if (name === "category_id") {
    const format = ({ category }: CsvLine) => escapeFormula(category?.slug ?? "");
    return { key: "category", header, format, parse: unescapeFormula };
  }
  const column = { key: name, header };
  if (name === "reference" || name === "barcode") {
    return { ...column, format: (line) => formatCode(line[name] ?? ""), parse: parseCode };
  }
  switch (kind) {
    case "features":
      return {
        ...column,
        format: ({ features }) => escapeFormula(formatFeatures(features ?? [])),
        parse: (cell) => parseFeatures(unescapeFormula(cell)),
      };
    case "specifications":
      return {
        ...column,
        format: ({ specifications }) => escapeFormula(formatSpecifications(specifications ?? {})),
        parse: (cell) => parseSpecifications(unescapeFormula(cell)),
      };
    case "decimal":
      return {
        ...column,
        format: (product) => String(product[name] ?? "").replace(".", ","),
        parse: parseDecimalCell,
      };
    case "unit":
      return { ...column, format: (product) => formatUnit(product[name]), parse: parseUnit };
    case "attributes":
      return {
        ...column,
        format: ({ attributes }) => escapeFormula(formatAttributes(attributes ?? null)),
        parse: (cell) => parseAttributes(unescapeFormula(cell)),
      };
    case "videos":
      return {
        ...column,
        format: ({ videos }) => escapeFormula(formatVideos(videos ?? [])),
        parse: (cell) => parseVideoCell(unescapeFormula(cell)),
      };
    case "money":
      return { ...column, format: (product) => String(product[name] ?? ""), parse: cleanFrancs };
    case "number":
      return { ...column, format: (product) => String(product[name] ?? ""), parse: cleanNumber };
    case "boolean":
      return { ...column, format: (product) => formatFlag(product[name]), parse: (cell) => cell };
    default:
      return {
        ...column,
        format: (product) => escapeFormula(String(product[name] ?? "")),
        parse: unescapeFormula,
      };
  }
}

const CURRENCY = /(?<![a-zà-ÿ])(?:f?\s?cfa|xof|francs?|frs|f)[\s.)]*$/i;

/** The column of a header, regardless of its case, accents, punctuation and currency: «PRIX (F CFA)». */
export function findColumn(name: string): CsvColumn | undefined {
  const normalized = normalizeName(name.replace(CURRENCY, ""));
  return csvColumns.find(
    ({ key, header }) => normalized === normalizeName(key) || normalized === normalizeName(header),
  );
}

/** The header of a database column. */
export function getColumnHeader(key: string): string {
  if (key === "variants") return "Variantes";
  return csvColumns.find((column) => column.key === key || `${column.key}_id` === key)?.header ?? key;
}

function normalizeName(name: string): string {
  return normalizeSearchText(name)
    .replace(/[^a-z]+/g, " ")
    .trim();
}

function formatFlag(flag: unknown): string {
  if (typeof flag !== "boolean") return "";
  return flag ? "oui" : "non";
}

/** «1,44» -> 1.44, as a number, which equals a stored 1.440. A text that is no amount is rejected later. */
function parseDecimalCell(cell: string): Json {
  const amount = parseDecimal(cell);
  return Number.isNaN(amount) ? cell.trim() : amount;
}

function formatUnit(unit: unknown): string {
  return typeof unit === "string" && isUnit(unit) ? UNIT_LABELS[unit] : "";
}

/** By its label, its name in the database or its symbol; another text is rejected later. */
function parseUnit(cell: string): string {
  const typed = normalizeUnit(cell);
  return (
    UNITS.find((unit) => unit === typed || normalizeUnit(UNIT_LABELS[unit]) === typed) ??
    UNIT_SYMBOLS[typed] ??
    cell.trim()
  );
}

const UNIT_SYMBOLS: Readonly<Record<string, Unit>> = {
  m: "metre",
  ml: "metre",
  m2: "square_metre",
  "metre carre": "square_metre",
  m3: "cubic_metre",
  "metre cube": "cubic_metre",
  kg: "kilogram",
  kilogramme: "kilogram",
  l: "litre",
  boite: "box",
};

function normalizeUnit(text: string): string {
  const plain = text.trim().toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  return plain.replace("²", "2").replace("³", "3").replace(/s$/, "");
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

/** «diametre: 32», one per line; a file may also name the attribute and write the unit: «Diamètre: 32 mm». */
function formatAttributes(attributes: Json): string {
  return Object.entries(attributes ?? {})
    .map(([key, value]) => `${key}: ${formatAttributeInput(value)}`)
    .join("\n");
}

/** What is written as the export writes it becomes the stored value, so that nothing of it counts as a change. */
function parseAttributes(cell: string): Json {
  const pairs = parseSpecifications(cell);
  if (typeof pairs !== "object" || pairs === null || Array.isArray(pairs)) return pairs;
  return Object.fromEntries(
    Object.entries(pairs).map(([key, written]) => {
      if (written === "oui" || written === "non") return [key, written === "oui"];
      const isNumber = typeof written === "string" && /^\d{1,9}(,\d{1,3})?$/.test(written);
      return [key, isNumber ? Number(written.replace(",", ".")) : written];
    }),
  );
}

/** «Le montage: https://…», one per line. */
function formatVideos(videos: Json): string {
  return parseVideos(videos)
    .map(({ title, url }) => `${title}: ${url}`)
    .join("\n");
}

function parseVideoCell(cell: string): Json {
  const videos: { title: string; url: string }[] = [];
  for (const line of cell.split(/[\r\n]+/)) {
    if (line.trim() === "") continue;
    const { title, url } = /^(?<title>.+?)\s*:\s*(?<url>https:\/\/\S+)$/.exec(line.trim())?.groups ?? {};
    // A line that is no title and address is passed on unchanged, so that the database reports it.
    if (title === undefined || url === undefined) return cell;
    videos.push({ title, url });
  }
  return videos.length === 0 ? "" : videos;
}

function tryParseJson(cell: string): Json | undefined {
  try {
    return JSON.parse(cell);
  } catch {
    return undefined;
  }
}
