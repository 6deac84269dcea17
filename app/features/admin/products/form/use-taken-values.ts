/** The slugs and references that other products are known to have: said beside the field that was left, and on saving. */
import { useRef } from "react";
import type { ProductInput } from "#app/features/admin/shared/fields/product-fields.ts";
import { isTakenByAnother } from "#app/features/admin/shared/fields/taken-values.ts";
import { slugify } from "#app/lib/format/slugs.ts";
import type { FieldProblem } from "./product.mutations.ts";
import type { StoredProduct } from "./product.ts";

const UNIQUE_FIELDS = {
  slug: {
    field: "products.slug",
    normalize: slugify,
    message: "Ce slug est déjà celui d'un autre produit",
  },
  reference: {
    field: "products.reference",
    normalize: (typed: string) => typed.trim(),
    message: "Cette référence est déjà celle d'un autre produit",
  },
} as const;
type UniqueName = keyof typeof UNIQUE_FIELDS;

export const UNIQUE_NAMES = ["slug", "reference"] as const satisfies readonly UniqueName[];

export interface TakenValues {
  /** Asks the database about the typed value. A value that the product has already is no problem. */
  check(name: UniqueName, typed: string): Promise<void>;
  /** The problems that are known of the input. */
  list(input: ProductInput): FieldProblem[];
}

export function useTakenValues(id: string, stored: StoredProduct | null): TakenValues {
  const taken = useRef<Partial<Record<UniqueName, string>>>({});
  return {
    async check(name, typed) {
      const { field, normalize } = UNIQUE_FIELDS[name];
      const value = normalize(typed);
      const isTaken = value !== "" && value !== stored?.[name] && (await isTakenByAnother(field, value, id));
      taken.current[name] = isTaken ? value : undefined;
    },
    list: (input) =>
      UNIQUE_NAMES.filter((name) => {
        const value = taken.current[name];
        return value !== undefined && value === UNIQUE_FIELDS[name].normalize(input[name]);
      }).map((name) => ({ column: name, message: UNIQUE_FIELDS[name].message })),
  };
}
