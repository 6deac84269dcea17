/** The rows of a comparison: what is said of each product, and whether the products differ in it. */
import { parseSpecifications } from "#app/features/catalog/product/specifications.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { formatRating } from "#app/lib/format/ratings.ts";
import { formatPerUnit, formatUnitPrice } from "#app/lib/format/units.ts";
import { type Attribute, listNamedValues } from "#app/lib/models/attributes.ts";
import type { ComparedRow } from "./compare.queries.ts";

export interface CompareRow {
  name: string;
  /** Of each product in their order; null where nothing is said. */
  values: (string | null)[];
  /** Whether two products differ. */
  differs: boolean;
}

/** As on a card: «dès 850 XOF», «5 400 XOF le carton». */
function formatPrice(product: ComparedRow): string {
  const { has_variants, price } = product;
  return `${has_variants ? "dès " : ""}${formatXof(price)} ${formatPerUnit(product)}`.trim();
}

/** Price and stock, then the attributes in their order, then the specifications that are no attribute. */
export function listCompareRows(
  products: readonly ComparedRow[],
  attributes: readonly Attribute[],
): CompareRow[] {
  const rows = new Map<string, CompareRow>();
  const put = (name: string, index: number, value: string | null) => {
    const key = name.toLowerCase();
    const row = rows.get(key) ?? { name, values: products.map(() => null), differs: false };
    row.values[index] ??= value;
    rows.set(key, row);
  };
  const order = attributes.toSorted((one, other) => one.position - other.position);
  for (const [index, product] of products.entries()) {
    put("Prix", index, formatPrice(product));
    // The contents of variants differ.
    put("Prix par unité", index, (!product.has_variants && formatUnitPrice(product.price, product)) || null);
    put("Disponibilité", index, product.in_stock ? "En stock" : "Rupture de stock");
    put(
      "Note",
      index,
      product.review_count > 0 ? `${formatRating(product.rating)} (${product.review_count} avis)` : null,
    );
    put("Rayon", index, product.category?.name ?? null);
    put("Marque", index, product.brand);
    put("Référence", index, product.reference);
    for (const { name } of order) put(name, index, null);
  }
  // The words of the specification say more than the value of the attribute: «32 mm extérieur».
  for (const [index, { specifications }] of products.entries()) {
    for (const { name, value } of parseSpecifications(specifications)) put(name, index, value);
  }
  for (const [index, product] of products.entries()) {
    for (const { name, value } of listNamedValues(product.attributes, attributes)) put(name, index, value);
  }
  return [...rows.values()]
    .filter(({ values }) => values.some((value) => value !== null))
    .map((row) => ({ ...row, differs: new Set(row.values).size > 1 }));
}
