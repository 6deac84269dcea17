/** What the form of a bulk change accepts, with the sentences for what it does not, and the change that it means. */
import * as z from "zod/mini";
import type { BulkChange } from "./bulk-change.ts";

export const priceChanges = [
  { value: "set", label: "Fixer à (XOF)" },
  { value: "raise-percent", label: "Augmenter de (%)" },
  { value: "lower-percent", label: "Baisser de (%)" },
  { value: "raise", label: "Augmenter de (XOF)" },
  { value: "lower", label: "Baisser de (XOF)" },
] as const;

export const stockChanges = [
  { value: "set", label: "Fixer à" },
  { value: "raise", label: "Ajouter" },
  { value: "lower", label: "Retirer" },
] as const;

const typed = z.object({
  /** Empty for no change, as in all that is chosen here. */
  price: z.enum(["", ...priceChanges.map(({ value }) => value)]),
  priceValue: z.string(),
  stock: z.enum(["", ...stockChanges.map(({ value }) => value)]),
  stockValue: z.string(),
  is_new: z.enum(["", "yes", "no"]),
  is_featured: z.enum(["", "yes", "no"]),
});

type Typed = z.infer<typeof typed>;

export const NO_CHANGE: Typed = {
  price: "",
  priceValue: "",
  stock: "",
  stockValue: "",
  is_new: "",
  is_featured: "",
};

export const bulkChangeSchema = z.pipe(
  typed.check(
    z.refine(({ price, stock, is_new, is_featured }) => `${price}${stock}${is_new}${is_featured}` !== "", {
      message: "Choisissez au moins un changement",
      path: ["price"],
    }),
    z.refine(({ price, priceValue }) => price === "" || price.includes("percent") || isFrom(1, priceValue), {
      message: "Le prix doit être un nombre positif",
      path: ["priceValue"],
    }),
    z.refine(({ price, priceValue }) => price !== "raise-percent" || isFrom(1, priceValue, 1000), {
      message: "Le pourcentage est un nombre entier, de 1 à 1000",
      path: ["priceValue"],
    }),
    z.refine(({ price, priceValue }) => price !== "lower-percent" || isFrom(1, priceValue, 99), {
      message: "Le pourcentage est un nombre entier, de 1 à 99",
      path: ["priceValue"],
    }),
    z.refine(({ stock, stockValue }) => stock === "" || isFrom(0, stockValue), {
      message: "Le stock doit être un nombre positif ou zéro",
      path: ["stockValue"],
    }),
  ),
  z.transform(toChange),
);

function toChange({ price, priceValue, stock, stockValue, is_new, is_featured }: Typed): BulkChange {
  return {
    ...(price !== "" && { price: priceChange(price, whole(priceValue)) }),
    ...(stock !== "" && { stock: stockChange(stock, whole(stockValue)) }),
    ...(is_new !== "" && { is_new: is_new === "yes" }),
    ...(is_featured !== "" && { is_featured: is_featured === "yes" }),
  };
}

function priceChange(kind: Exclude<Typed["price"], "">, value: number): NonNullable<BulkChange["price"]> {
  if (kind === "set") return { set: value };
  const amount = kind.startsWith("lower") ? -value : value;
  return kind.endsWith("percent") ? { percent: amount } : { add: amount };
}

function stockChange(kind: Exclude<Typed["stock"], "">, value: number): NonNullable<BulkChange["stock"]> {
  return kind === "set" ? { set: value } : { add: kind === "lower" ? -value : value };
}

/** Spaces between the digits are how people write thousands; NaN for anything but digits. */
function whole(text: string): number {
  const digits = text.replace(/\s/g, "");
  return /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN;
}

function isFrom(least: number, text: string, most = 999_999_999): boolean {
  return whole(text) >= least && whole(text) <= most;
}
