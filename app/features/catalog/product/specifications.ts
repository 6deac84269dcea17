/** The technical specifications of a product, stored as a JSON map from name to value. */

import { type Attribute, listNamedValues } from "#app/lib/models/attributes.ts";
import type { Product } from "./product.queries.ts";

export interface Specification {
  name: string;
  value: string;
}

/**
 * The pairs in their order; values other than texts and numbers are dropped, since they cannot be displayed.
 */
export function parseSpecifications(map: Product["specifications"]): Specification[] {
  if (map === null || typeof map !== "object" || Array.isArray(map)) return [];
  return Object.entries(map).flatMap(([name, value]) =>
    typeof value === "string" || typeof value === "number" ? [{ name, value: String(value) }] : [],
  );
}

/**
 * The specifications of a product with the values of its attributes after them: a specification of the same name says
 * it in its own words, and often more.
 */
export function listSpecifications(
  { specifications, attributes: values }: Pick<Product, "specifications" | "attributes">,
  attributes: readonly Attribute[],
): Specification[] {
  const written = parseSpecifications(specifications);
  const names = new Set(written.map(({ name }) => name.toLowerCase()));
  return [
    ...written,
    ...listNamedValues(values, attributes).filter(({ name }) => !names.has(name.toLowerCase())),
  ];
}
