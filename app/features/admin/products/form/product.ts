/** A product in its form: as stored, as input, and the differences between versions. */

import type { ProductImage } from "#app/features/admin/products/images/product-image-list.ts";
import { formatXof } from "#app/lib/format/money.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";

type Row = Database["public"]["Tables"]["products"]["Row"];

/** `updated_at` identifies the version. */
export interface StoredProduct
  extends Pick<
    Row,
    | "id"
    | "name"
    | "slug"
    | "description"
    | "category_id"
    | "reference"
    | "price"
    | "old_price"
    | "discount"
    | "stock"
    | "is_new"
    | "is_featured"
    | "features"
    | "more_info_url"
    | "updated_at"
  > {
  specifications: Specification[];
  images: ProductImage[];
}

export interface Specification {
  name: string;
  value: string;
}

/** Numbers are text in a form. */
export interface ProductInput {
  name: string;
  slug: string;
  description: string;
  /** Empty for no category. */
  category_id: string;
  reference: string;
  price: string;
  old_price: string;
  /** Only without an old price: otherwise it follows from both prices. */
  discount: string;
  stock: string;
  is_new: boolean;
  is_featured: boolean;
  features: string[];
  specifications: Specification[];
  more_info_url: string;
  images: ProductImage[];
}

/** In the order of the form. */
export const productLabels: Readonly<Record<keyof ProductInput, string>> = {
  name: "Nom",
  slug: "Slug URL",
  description: "Description",
  category_id: "Catégorie",
  reference: "Référence (SKU)",
  images: "Images",
  price: "Prix (XOF)",
  old_price: "Ancien prix (XOF)",
  discount: "Réduction (%)",
  stock: "Stock",
  is_new: "Marquer comme nouveau",
  is_featured: "Mettre en avant / promotion",
  features: "Caractéristiques",
  specifications: "Spécifications techniques",
  more_info_url: "Lien « Plus d'informations »",
};

export const productFields = Object.keys(productLabels).filter(
  (key): key is keyof ProductInput => key in productLabels,
);

export const emptyProduct: ProductInput = {
  name: "",
  slug: "",
  description: "",
  category_id: "",
  reference: "",
  price: "",
  old_price: "",
  discount: "",
  stock: "0",
  is_new: false,
  is_featured: false,
  features: [],
  specifications: [],
  more_info_url: "",
  images: [],
};

export function toProductInput(product: StoredProduct): ProductInput {
  return {
    name: product.name,
    slug: product.slug,
    description: product.description,
    category_id: product.category_id ?? "",
    reference: product.reference ?? "",
    price: String(product.price),
    old_price: String(product.old_price ?? ""),
    discount: product.old_price === null ? String(product.discount ?? "") : "",
    stock: String(product.stock),
    is_new: product.is_new,
    is_featured: product.is_featured,
    features: product.features,
    specifications: product.specifications,
    more_info_url: product.more_info_url ?? "",
    images: product.images,
  };
}

/** The rounded percentage, like the database derives it; null while the prices result in none. */
export function deriveDiscount(price: string, oldPrice: string): number | null {
  const [now, before] = [Number(price), Number(oldPrice)];
  if (!(now > 0 && before > now)) return null;
  return Math.round((100 * (before - now)) / before);
}

export interface ProductDifference {
  field: keyof ProductInput;
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
  const format = (product: ProductInput, field: keyof ProductInput) =>
    formatField(product, field, categories);
  return productFields
    .filter((field) => field !== "stock" || typed.stock !== opened.stock)
    .map((field) => ({
      field,
      label: productLabels[field],
      stored: format(stored, field),
      typed: format(typed, field),
    }))
    .filter((difference) => difference.stored !== difference.typed);
}

function formatField(
  product: ProductInput,
  field: keyof ProductInput,
  categories: readonly { id: string; name: string }[],
): string {
  switch (field) {
    case "category_id":
      return categories.find(({ id }) => id === product.category_id)?.name ?? "Aucune";
    case "price":
    case "old_price":
      return product[field].trim() ? formatXof(Number(product[field])) : "–";
    case "is_new":
    case "is_featured":
      return product[field] ? "Oui" : "Non";
    case "features":
      return joinLines(product.features.map((line) => line.trim()));
    case "specifications":
      return joinLines(
        product.specifications
          .filter(({ name }) => name.trim())
          .map(({ name, value }) => `${name.trim()} : ${value.trim()}`)
          .sort(),
      );
    case "images":
      return joinLines(
        product.images.map(({ image_url, is_primary }) => `${image_url}${is_primary ? " (principale)" : ""}`),
      );
    default:
      return product[field].trim() || "–";
  }
}

function joinLines(lines: string[]): string {
  return lines.filter(Boolean).join("\n") || "–";
}
