/**
 * The options and the variants of a product: what the form holds, where every value is text, and what is stored. The
 * messages are those of the database (private.find_variant_problems), which validates again.
 */
import * as z from "zod/mini";
import { parseDecimal } from "#app/lib/forms/decimal.ts";
import { isWholeNumber, parseWholeNumber } from "#app/lib/forms/whole-number.ts";
import { isImageUrl } from "#app/lib/images/image-url.ts";
import { MAX_PRICE, MAX_WEIGHT } from "./product-limits.ts";

export interface ProductOption {
  name: string;
  choices: string[];
}

export interface VariantRow {
  /** Null for a variant that is not stored. */
  id: string | null;
  /** One of each option, in the order of the options. */
  choices: string[];
  reference: string;
  barcode: string;
  price: string;
  old_price: string;
  stock: string;
  weight_grams: string;
  content_size: string;
  image: string;
}

/** The columns that are typed, in the order of the grid. */
export const VARIANT_COLUMNS = [
  "reference",
  "barcode",
  "price",
  "old_price",
  "stock",
  "weight_grams",
  "content_size",
  "image",
] as const satisfies readonly (keyof VariantRow)[];
export type VariantColumn = (typeof VARIANT_COLUMNS)[number];

export const VARIANT_LABELS: Readonly<Record<VariantColumn, string>> = {
  reference: "Référence",
  barcode: "Code-barres",
  price: "Prix",
  old_price: "Ancien prix",
  stock: "Stock",
  weight_grams: "Poids (g)",
  content_size: "Contenu",
  image: "Image",
};

export interface StoredVariant {
  id: string | null;
  choices: string[];
  reference: string | null;
  barcode: string | null;
  price: number;
  old_price: number | null;
  stock: number;
  weight_grams: number | null;
  content_size: number | null;
  image: string | null;
}

export const MAX_OPTIONS = 3;
/** Of one product. */
export const MAX_VARIANTS = 2000;
/** In steps. */
const MAX_VARIANT_STOCK = 1_000_000;
const MAX_NAME_LENGTH = 60;

/** `column` is «variants.3.price» or «options.0.name», from 0. */
export interface VariantProblem {
  column: string;
  message: string;
}

const isBlank = (typed: string) => typed.trim() === "";
const isOptionalNumber = (typed: string, min: number, max: number) =>
  isBlank(typed) || isWholeNumber(typed, min, max);

/** Null where the cell is valid. */
const CELL_RULES: Readonly<Record<VariantColumn, (row: VariantRow) => string | null>> = {
  reference: ({ reference }) =>
    reference.trim().length > 100 ? "La référence compte au plus 100 caractères" : null,
  barcode: ({ barcode }) =>
    barcode.trim().length > 50 ? "Le code-barres compte au plus 50 caractères" : null,
  price: ({ price }) => (isWholeNumber(price, 1, MAX_PRICE) ? null : "Le prix doit être un nombre positif"),
  old_price: ({ price, old_price }) => {
    if (!isOptionalNumber(old_price, 1, MAX_PRICE)) return "L'ancien prix doit être un nombre positif";
    return !isBlank(old_price) && parseWholeNumber(old_price) <= parseWholeNumber(price)
      ? "L'ancien prix doit être supérieur au prix"
      : null;
  },
  stock: ({ stock }) =>
    isOptionalNumber(stock, 0, MAX_VARIANT_STOCK) ? null : "Le stock doit être un nombre positif ou zéro",
  weight_grams: ({ weight_grams }) =>
    isOptionalNumber(weight_grams, 1, MAX_WEIGHT)
      ? null
      : "Le poids est un nombre de grammes, 10 000 000 au plus",
  content_size: ({ content_size }) =>
    isBlank(content_size) || !Number.isNaN(parseDecimal(content_size))
      ? null
      : "Le contenu est un nombre positif, à trois décimales",
  image: ({ image }) =>
    isBlank(image) || isImageUrl(image.trim()) ? null : "Une image n'a pas d'adresse valide",
};

export function findCellProblem(row: VariantRow, column: VariantColumn): string | null {
  return CELL_RULES[column](row);
}

export function listVariantProblems(
  options: readonly ProductOption[],
  rows: readonly VariantRow[],
): VariantProblem[] {
  const problems = options.flatMap((option, index) => listOptionProblems(options, option, index));
  if (options.length === 0 && rows.length === 0) return [];
  if (rows.length > MAX_VARIANTS)
    problems.push({ column: "variants", message: `Un produit a au plus ${MAX_VARIANTS} variantes` });
  if (rows.length === 0) problems.push({ column: "variants", message: "Ajoutez au moins une variante" });
  for (const [index, row] of rows.entries()) {
    for (const column of VARIANT_COLUMNS) {
      const message = findCellProblem(row, column);
      if (message !== null) problems.push({ column: `variants.${index}.${column}`, message });
    }
  }
  return problems;
}

function listOptionProblems(
  options: readonly ProductOption[],
  { name, choices }: ProductOption,
  index: number,
): VariantProblem[] {
  const problems: VariantProblem[] = [];
  const normalized = name.trim().toLowerCase();
  if (normalized === "" || normalized.length > MAX_NAME_LENGTH) {
    problems.push({
      column: `options.${index}.name`,
      message: "Une option a un nom de 60 caractères au plus",
    });
  } else if (options.slice(0, index).some((other) => other.name.trim().toLowerCase() === normalized)) {
    problems.push({ column: `options.${index}.name`, message: "Deux options portent ce nom" });
  }
  const folded = choices.map((choice) => choice.trim().toLowerCase());
  if (choices.length === 0) {
    problems.push({ column: `options.${index}.choices`, message: "Une option a de 1 à 1000 choix" });
  } else if (choices.some((choice) => choice.trim().length > MAX_NAME_LENGTH)) {
    problems.push({ column: `options.${index}.choices`, message: "Un choix compte de 1 à 60 caractères" });
  } else if (new Set(folded).size < folded.length) {
    problems.push({ column: `options.${index}.choices`, message: "Un choix figure deux fois" });
  }
  return problems;
}

const toNumber = (typed: string): number | null => (isBlank(typed) ? null : parseWholeNumber(typed));
const toText = (typed: string): string | null => typed.trim() || null;

/** A row without problems as it is stored. */
function toStoredVariant(row: VariantRow): StoredVariant {
  const { id, choices, reference, barcode, price, old_price, stock, weight_grams, content_size, image } = row;
  return {
    id,
    choices,
    reference: toText(reference),
    barcode: toText(barcode),
    price: parseWholeNumber(price),
    old_price: toNumber(old_price),
    stock: toNumber(stock) ?? 0,
    weight_grams: toNumber(weight_grams),
    content_size: isBlank(content_size) ? null : parseDecimal(content_size),
    image: toText(image),
  };
}

function toVariantRow(variant: StoredVariant): VariantRow {
  const { id, choices, reference, barcode, price, old_price, stock, weight_grams, content_size, image } =
    variant;
  const format = (value: number | null) => String(value ?? "");
  return {
    id,
    choices,
    reference: reference ?? "",
    barcode: barcode ?? "",
    price: format(price),
    old_price: format(old_price),
    stock: format(stock),
    weight_grams: format(weight_grams),
    content_size: format(content_size).replace(".", ","),
    image: image ?? "",
  };
}

const storedText = z.nullable(z.string());
const storedNumber = z.nullable(z.number());
const storedVariantSchema = z.object({
  id: storedText,
  choices: z.array(z.string()),
  reference: storedText,
  barcode: storedText,
  price: z.number(),
  old_price: storedNumber,
  stock: z.number(),
  weight_grams: storedNumber,
  content_size: storedNumber,
  image: storedText,
});

const text = z.string();
export const variantRowSchema = z.object({
  id: storedText,
  choices: z.array(text),
  reference: text,
  barcode: text,
  price: text,
  old_price: text,
  stock: text,
  weight_grams: text,
  content_size: text,
  image: text,
});
export const productOptionSchema = z.object({ name: text, choices: z.array(text) });

/** The rows as the form and the database have them. Whether they are valid depends on the options. */
export const variantsField = z.codec(z.array(variantRowSchema), z.array(storedVariantSchema), {
  decode: (rows) => rows.map(toStoredVariant),
  encode: (variants) => variants.map(toVariantRow),
});

/** Decides beside the columns of the product, which then follow from the variants, as the database computes them. */
export function summarizeRows(rows: readonly VariantRow[]): {
  price: string;
  old_price: string;
  stock: string;
} {
  const valid = rows.filter((row) => findCellProblem(row, "price") === null);
  const cheapest = valid.reduce<VariantRow | null>(
    (best, row) => (best && parseWholeNumber(best.price) <= parseWholeNumber(row.price) ? best : row),
    null,
  );
  const stocks = rows.map(({ stock }) => parseWholeNumber(stock)).filter((stock) => !Number.isNaN(stock));
  return {
    price: cheapest?.price ?? "1",
    old_price: "",
    stock: String(stocks.reduce((sum, stock) => sum + stock, 0)),
  };
}
