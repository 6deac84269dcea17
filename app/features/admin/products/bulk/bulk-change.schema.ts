/**
 * The validation rules of the bulk change form, with their error messages, and its conversion to a bulk
 * change.
 */
import * as z from "zod/mini";
import { MAX_STOCK } from "#app/features/admin/shared/fields/product-limits.ts";
import { isWholeNumber, parseWholeNumber } from "#app/lib/forms/whole-number.ts";
import type { BulkChange } from "./bulk-change.ts";

export const priceChangeOptions = [
  { value: "set", label: "Fixer à (XOF)" },
  { value: "raise-percent", label: "Augmenter de (%)" },
  { value: "lower-percent", label: "Baisser de (%)" },
  { value: "raise", label: "Augmenter de (XOF)" },
  { value: "lower", label: "Baisser de (XOF)" },
] as const;

export const stockChangeOptions = [
  { value: "set", label: "Fixer à" },
  { value: "raise", label: "Ajouter" },
  { value: "lower", label: "Retirer" },
] as const;

/** In francs; the preview says which product's price would leave its limits. */
const MAX_AMOUNT = 999_999_999;

const bulkChangeInputSchema = z.object({
  /** Empty for no change, as in every select of this form. */
  price: z.enum(["", ...priceChangeOptions.map(({ value }) => value)]),
  priceValue: z.string(),
  stock: z.enum(["", ...stockChangeOptions.map(({ value }) => value)]),
  stockValue: z.string(),
  is_new: z.enum(["", "yes", "no"]),
  is_featured: z.enum(["", "yes", "no"]),
});

type BulkChangeInput = z.infer<typeof bulkChangeInputSchema>;

export const NO_CHANGE: BulkChangeInput = {
  price: "",
  priceValue: "",
  stock: "",
  stockValue: "",
  is_new: "",
  is_featured: "",
};

export const bulkChangeSchema = z.pipe(
  bulkChangeInputSchema.check(
    z.refine(({ price, stock, is_new, is_featured }) => `${price}${stock}${is_new}${is_featured}` !== "", {
      message: "Choisissez au moins un changement",
      path: ["price"],
    }),
    z.refine(
      ({ price, priceValue }) =>
        price === "" || price.includes("percent") || isWholeNumber(priceValue, 1, MAX_AMOUNT),
      {
        message: "Le prix doit être un nombre positif",
        path: ["priceValue"],
      },
    ),
    z.refine(({ price, priceValue }) => price !== "raise-percent" || isWholeNumber(priceValue, 1, 1000), {
      message: "Le pourcentage est un nombre entier, de 1 à 1000",
      path: ["priceValue"],
    }),
    z.refine(({ price, priceValue }) => price !== "lower-percent" || isWholeNumber(priceValue, 1, 99), {
      message: "Le pourcentage est un nombre entier, de 1 à 99",
      path: ["priceValue"],
    }),
    z.refine(({ stock, stockValue }) => stock === "" || isWholeNumber(stockValue, 0, MAX_STOCK), {
      message: "Le stock doit être un nombre positif ou zéro",
      path: ["stockValue"],
    }),
  ),
  z.transform(toBulkChange),
);

function toBulkChange({
  price,
  priceValue,
  stock,
  stockValue,
  is_new,
  is_featured,
}: BulkChangeInput): BulkChange {
  return {
    ...(price !== "" && { price: toPriceChange(price, parseWholeNumber(priceValue)) }),
    ...(stock !== "" && { stock: toStockChange(stock, parseWholeNumber(stockValue)) }),
    ...(is_new !== "" && { is_new: is_new === "yes" }),
    ...(is_featured !== "" && { is_featured: is_featured === "yes" }),
  };
}

function toPriceChange(
  kind: Exclude<BulkChangeInput["price"], "">,
  value: number,
): NonNullable<BulkChange["price"]> {
  if (kind === "set") return { set: value };
  const amount = kind.startsWith("lower") ? -value : value;
  return kind.endsWith("percent") ? { percent: amount } : { add: amount };
}

function toStockChange(
  kind: Exclude<BulkChangeInput["stock"], "">,
  value: number,
): NonNullable<BulkChange["stock"]> {
  return kind === "set" ? { set: value } : { add: kind === "lower" ? -value : value };
}
