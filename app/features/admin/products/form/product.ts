/** A product in its form: as stored, as input, and the differences between versions. */
import * as z from "zod/mini";
import type { ProductImage } from "#app/features/admin/products/images/product-image-list.ts";
import { formatVariantDifferences } from "#app/features/admin/products/variants/variant-differences.ts";
import {
  type Accessory,
  getProductField,
  type ProductColumnName,
  type ProductFieldName,
  type ProductInput,
  productFieldNames,
  productFields,
} from "#app/features/admin/shared/fields/product-fields.ts";
import type { ProductOption, StoredVariant } from "#app/features/admin/shared/fields/variant-fields.ts";
import { isUnit, UNIT_LABELS } from "#app/features/admin/shared/labels/unit-labels.ts";
import { formatXof } from "#app/lib/format/money.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";

/** `updated_at` identifies the version. */
export type StoredProduct = Pick<
  Database["public"]["Tables"]["products"]["Row"],
  ProductColumnName | "id" | "updated_at"
> & {
  images: ProductImage[];
  options: ProductOption[];
  variants: StoredVariant[];
  accessories: Accessory[];
};

export const emptyProduct: ProductInput = z.encode(productFields, {
  ...Object.fromEntries(productFieldNames.map((name) => [name, undefined])),
  images: [],
  options: [],
  variants: [],
  accessories: [],
});

export function toProductInput(product: StoredProduct): ProductInput {
  // With an old price, the discount follows from the prices.
  const discount = product.old_price === null ? product.discount : null;
  return z.encode(productFields, { ...product, discount });
}

/** The rounded percentage, like the database derives it; null while the prices result in none. */
export function deriveDiscount(price: string, oldPrice: string): number | null {
  const [now, before] = [Number(price), Number(oldPrice)];
  if (!(now > 0 && before > now)) return null;
  return Math.round((100 * (before - now)) / before);
}

/** The columns of a product that follow from its variants. */
const FOLLOWING_NAMES: readonly ProductFieldName[] = ["price", "old_price", "discount", "stock", "reference"];

export interface ProductDifference {
  field: ProductFieldName;
  label: string;
  stored: string;
  typed: string;
}

/**
 * The fields whose stored value differs from the input, as text. The stock is compared only when the form
 * changed it: orders placed in the meantime are no edit.
 */
export function diffProducts(
  stored: ProductInput,
  typed: ProductInput,
  opened: ProductInput,
  categories: readonly { id: string; name: string }[],
): ProductDifference[] {
  const format = (product: ProductInput, field: ProductFieldName) =>
    field === "variants"
      ? formatVariantDifferences(product.variants, { stored, typed, opened })
      : formatField(product, field, categories);
  const isComparable = (field: ProductFieldName) => {
    // What follows from the variants is compared there.
    if (FOLLOWING_NAMES.includes(field)) return typed.variants.length === 0;
    return true;
  };
  return productFieldNames
    .filter((field) => isComparable(field) && (field !== "stock" || typed.stock !== opened.stock))
    .map((field) => ({
      field,
      label: getProductField(field).label,
      stored: format(stored, field),
      typed: format(typed, field),
    }))
    .filter((difference) => difference.stored !== difference.typed);
}

function formatField(
  product: ProductInput,
  field: ProductFieldName,
  categories: readonly { id: string; name: string }[],
): string {
  const value = product[field];
  if (field === "unit" || field === "content_unit")
    return isUnit(product[field]) ? UNIT_LABELS[product[field]] : "–";
  if (typeof value === "boolean") return value ? "Oui" : "Non";
  if (typeof value === "string") {
    if (value.trim() === "") return field === "category_id" ? "Aucune" : "–";
    if (field === "category_id") return categories.find(({ id }) => id === value)?.name ?? "Aucune";
    return getProductField(field).kind === "money" ? formatXof(Number(value)) : value.trim();
  }
  if (!Array.isArray(value)) {
    const values = Object.entries(value).filter(([, typed]) => typed.trim() !== "");
    return (
      values
        .map(([key, typed]) => `${key} : ${typed.trim()}`)
        .sort()
        .join("\n") || "–"
    );
  }
  const lines = value.map((line) => {
    if (typeof line === "string") return line.trim();
    if ("image_url" in line) return `${line.image_url}${line.is_primary ? " (principale)" : ""}`;
    if ("reference" in line) return "";
    if ("url" in line) return `${line.title.trim()} : ${line.url.trim()}`;
    if ("id" in line) return line.name;
    if ("choices" in line) return `${line.name.trim()} : ${line.choices.join(", ")}`;
    return line.name.trim() && `${line.name.trim()} : ${line.value.trim()}`;
  });
  // The database does not preserve the order of the specifications.
  return (field === "specifications" ? lines.sort() : lines).filter(Boolean).join("\n") || "–";
}
