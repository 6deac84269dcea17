/** A product as its form knows it: as read, as typed, and as saved. */
import type { Database } from "../../../lib/database.types.ts";
import { formatXof } from "../../../lib/money.ts";
import type { ProductImage } from "./product-image-list.ts";

type Row = Database["public"]["Tables"]["products"]["Row"];

/** With the moment that tells one edition from the next. */
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

/** Figures are text in a form. */
export interface TypedProduct {
  name: string;
  slug: string;
  description: string;
  /** Empty: no category. */
  category_id: string;
  reference: string;
  price: string;
  old_price: string;
  /** Only when there is no old price: else it follows from both prices. */
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
export const productLabels: Readonly<Record<keyof TypedProduct, string>> = {
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
  (key): key is keyof TypedProduct => key in productLabels,
);

export const emptyProduct: TypedProduct = {
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

export function toForm(product: StoredProduct): TypedProduct {
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

/** The rounded percent drop, as the database derives it; null while the prices say none. */
export function derivedDiscount(price: string, oldPrice: string): number | null {
  const [now, before] = [Number(price), Number(oldPrice)];
  if (!(now > 0 && before > now)) return null;
  return Math.round((100 * (before - now)) / before);
}

export interface Difference {
  field: keyof TypedProduct;
  label: string;
  stored: string;
  typed: string;
}

/**
 * Where what is stored now is not what was typed, in words. The stock counts only when the form changed it: pieces
 * that were ordered meanwhile are nobody's edit.
 */
export function differences(
  stored: TypedProduct,
  typed: TypedProduct,
  opened: TypedProduct,
  categories: readonly { id: string; name: string }[],
): Difference[] {
  const say = (product: TypedProduct, field: keyof TypedProduct) => inWords(product, field, categories);
  return productFields
    .filter((field) => field !== "stock" || typed.stock !== opened.stock)
    .map((field) => ({
      field,
      label: productLabels[field],
      stored: say(stored, field),
      typed: say(typed, field),
    }))
    .filter((difference) => difference.stored !== difference.typed);
}

function inWords(
  product: TypedProduct,
  field: keyof TypedProduct,
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
      return listed(product.features.map((line) => line.trim()));
    case "specifications":
      return listed(
        product.specifications
          .filter(({ name }) => name.trim())
          .map(({ name, value }) => `${name.trim()} : ${value.trim()}`)
          .sort(),
      );
    case "images":
      return listed(
        product.images.map(({ image_url, is_primary }) => `${image_url}${is_primary ? " (principale)" : ""}`),
      );
    default:
      return product[field].trim() || "–";
  }
}

function listed(lines: string[]): string {
  return lines.filter(Boolean).join("\n") || "–";
}
