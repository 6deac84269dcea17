/** The options and variants in the values of the product form, and what saving found wrong with them. */
import { useState } from "react";
import { type Control, type UseFormReturn, useWatch } from "react-hook-form";
import {
  describeProblem,
  NO_ERRORS,
  toVariantErrors,
  type VariantErrors,
} from "#app/features/admin/products/variants/variant-errors.ts";
import type { ProductInput } from "#app/features/admin/shared/fields/product-fields.ts";
import { listVariantProblems } from "#app/features/admin/shared/fields/variant-fields.ts";
import type { FieldProblem } from "./product.mutations.ts";
import type { ProductValues } from "./product.schema.ts";
import type { StoredProduct } from "./product.ts";

type ProductFormReturn = UseFormReturn<ProductInput, unknown, ProductValues>;

export interface Variants {
  hasVariants: boolean;
  errors: VariantErrors;
  /** Finds what is wrong with the input, to be shown beside the cells. */
  check(): void;
  /** Shows the problems of the server beside the cells, and returns all problems by the names of the fields. */
  show(problems: readonly FieldProblem[]): FieldProblem[];
}

export function useVariants({ control, getValues }: ProductFormReturn): Variants {
  const [errors, setErrors] = useState(NO_ERRORS);
  const hasVariants = useWatch({ control, name: "variants", compute: (rows) => rows.length > 0 });

  return {
    hasVariants,
    errors,
    check() {
      const { options, variants } = getValues();
      setErrors(toVariantErrors(listVariantProblems(options, variants), options, variants));
    },
    show(problems) {
      const { options, variants } = getValues();
      setErrors(toVariantErrors(problems, options, variants));
      return problems.map((problem) => {
        const [list = ""] = problem.column.split(".");
        return { column: list, message: describeProblem(problem, variants) };
      });
    },
  };
}

/** Whether the form changes the stock of a stored variant, or adds one with stock. */
export function useHasOtherStock(
  control: Control<ProductInput, unknown, ProductValues>,
  stored: StoredProduct | null,
): boolean {
  const stocks = new Map(stored?.variants.map(({ id, stock }) => [id, String(stock)]));
  return useWatch({
    control,
    name: "variants",
    compute: (rows) => rows.some(({ id, stock }) => (stocks.get(id) ?? "0") !== stock),
  });
}
