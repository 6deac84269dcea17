/** The columns of a file of products: what they are called in it, and how a value becomes a cell and a cell a value. */
import type { Database } from "../../../../lib/database.types.ts";
import { withoutAccents } from "../../../../lib/search-text.ts";
import { originalCell, withoutFormula } from "./csv.ts";

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
  /** As the file's first row names it; the key is understood as well. */
  header: string;
  write(product: CsvProduct): string;
  /** The value that the database is asked to take, or to refuse with a reason. */
  read(cell: string): Json;
}

export const csvColumns: readonly CsvColumn[] = [
  text("reference", "Référence"),
  text("name", "Nom"),
  {
    ...text("slug", "Catégorie"),
    key: "category",
    write: ({ category }) => withoutFormula(category?.slug ?? ""),
  },
  number("price", "Prix"),
  number("old_price", "Ancien prix"),
  number("discount", "Réduction"),
  number("stock", "Stock"),
  flag("is_new", "Nouveau"),
  flag("is_featured", "Promotion"),
  text("description", "Description"),
  {
    key: "features",
    header: "Caractéristiques",
    write: ({ features }) => withoutFormula(writeFeatures(features)),
    read: (cell) => readFeatures(originalCell(cell)),
  },
  {
    key: "specifications",
    header: "Spécifications",
    write: ({ specifications }) => withoutFormula(writeSpecifications(specifications)),
    read: (cell) => readSpecifications(originalCell(cell)),
  },
  text("more_info_url", "Lien"),
  text("slug", "Slug"),
];

/** The column that a name in the first row means, however it is written. */
export function columnNamed(name: string): CsvColumn | undefined {
  const folded = foldedName(name);
  return csvColumns.find(({ key, header }) => folded === foldedName(key) || folded === foldedName(header));
}

/** The header of a column as the database names it. */
export function headerOf(key: string): string {
  return csvColumns.find((column) => column.key === key || `${column.key}_id` === key)?.header ?? key;
}

function foldedName(name: string): string {
  return withoutAccents(name)
    .toLowerCase()
    .replace(/[^a-z]+/g, " ")
    .trim();
}

function text(
  key: "reference" | "name" | "slug" | "description" | "more_info_url",
  header: string,
): CsvColumn {
  return { key, header, write: (product) => withoutFormula(product[key] ?? ""), read: originalCell };
}

function number(key: "price" | "old_price" | "discount" | "stock", header: string): CsvColumn {
  return { key, header, write: (product) => String(product[key] ?? ""), read: plainNumber };
}

function flag(key: "is_new" | "is_featured", header: string): CsvColumn {
  return { key, header, write: (product) => (product[key] ? "oui" : "non"), read: (cell) => cell };
}

/** «12 500,00» -> «12500»: spreadsheets write numbers as they show them. What is no number stays, to be refused. */
function plainNumber(cell: string): string {
  return cell.replace(/\s/g, "").replace(/(?<=\d)([.,]0{1,2})?%?$/, "");
}

/** One a line, as a cell with line breaks; as JSON where that would not give the same back. */
function writeFeatures(features: string[]): string {
  const lines = features.join("\n");
  const json = JSON.stringify(features);
  return features.length === 0 || JSON.stringify(readFeatures(lines)) === json ? lines : json;
}

function readFeatures(cell: string): Json {
  const json = cell.startsWith("[") ? parsedJson(cell) : undefined;
  if (Array.isArray(json)) return json;
  const lines = cell.split(/[\r\n]+/).flatMap((line) => line.trim() || []);
  return lines.length === 0 ? "" : lines;
}

/** «Puissance: 750 W», one a line; as JSON where that would not give the same back. */
function writeSpecifications(specifications: Json): string {
  const lines = Object.entries(specifications ?? {})
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
  const json = JSON.stringify(specifications);
  return lines === "" || JSON.stringify(readSpecifications(lines)) === json ? lines : json;
}

function readSpecifications(cell: string): Json {
  const json = cell.startsWith("{") ? parsedJson(cell) : undefined;
  if (typeof json === "object" && json !== null) return json;
  const pairs: [string, string][] = [];
  for (const line of cell.split(/[\r\n]+/)) {
    if (line.trim() === "") continue;
    const [, name, value] = /^([^:]+):(.*)$/.exec(line) ?? [];
    // Not a name and its value: handed on as it is, for the database to say so.
    if (name === undefined || value === undefined) return cell;
    pairs.push([name.trim(), value.trim()]);
  }
  return pairs.length === 0 ? "" : Object.fromEntries(pairs);
}

function parsedJson(cell: string): Json | undefined {
  try {
    return JSON.parse(cell);
  } catch {
    return undefined;
  }
}
