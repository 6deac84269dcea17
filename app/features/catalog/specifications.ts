/** Technical specifications as the database keeps them: a JSON map from a name to a value. */
import type { Product } from "./catalog.types.ts";

export interface Specification {
  name: string;
  value: string;
}

/** The pairs in their order; anything but texts and numbers is left out, since nobody could read it. */
export function readSpecifications(map: Product["specifications"]): Specification[] {
  if (map === null || typeof map !== "object" || Array.isArray(map)) return [];
  return Object.entries(map).flatMap(([name, value]) =>
    typeof value === "string" || typeof value === "number" ? [{ name, value: String(value) }] : [],
  );
}
