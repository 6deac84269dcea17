/** The technical specifications of a product, stored as a JSON map from name to value. */
import type { Product } from "#app/features/catalog/catalog.queries.ts";

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
