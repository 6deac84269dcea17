/** A product in its form: as stored, as input, and the differences between versions. */
import * as z from "zod/mini";
import type { ProductImage } from "#app/features/admin/products/images/product-image-list.ts";
import {
  getProductField,
  type ProductColumnName,
  type ProductFieldName,
  type ProductInput,
  productFieldNames,
  productFields,
} from "#app/features/admin/shared/fields/product-fields.ts";
import { formatXof } from "#app/lib/format/money.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";

/** `updated_at` identifies the version. */
export type StoredProduct = Pick<
  Database["public"]["Tables"]["products"]["Row"],
  ProductColumnName | "id" | "updated_at"
> & { images: ProductImage[] };

export const emptyProduct: ProductInput = z.encode(productFields, {
  ...Object.fromEntries(productFieldNames.map((name) => [name, undefined])),
  images: [],
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
  const format = (product: ProductInput, field: ProductFieldName) => formatField(product, field, categories);
  return productFieldNames
    .filter((field) => field !== "stock" || typed.stock !== opened.stock)
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
  if (typeof value === "boolean") return value ? "Oui" : "Non";
  if (typeof value === "string") {
    if (value.trim() === "") return field === "category_id" ? "Aucune" : "–";
    if (field === "category_id") return categories.find(({ id }) => id === value)?.name ?? "Aucune";
    return getProductField(field).kind === "money" ? formatXof(Number(value)) : value.trim();
  }
  const lines = value.map((line) => {
    if (typeof line === "string") return line.trim();
    if ("image_url" in line) return `${line.image_url}${line.is_primary ? " (principale)" : ""}`;
    return line.name.trim() && `${line.name.trim()} : ${line.value.trim()}`;
  });
  // The database does not preserve the order of the specifications.
  return (field === "specifications" ? lines.sort() : lines).filter(Boolean).join("\n") || "–";
}
