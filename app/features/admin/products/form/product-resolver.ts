/**
 * The resolver of the product form: its schema, plus what the schema cannot know: the input that a number field shows
 * but does not return, and the values that other products have.
 */
import { zodResolver } from "@hookform/resolvers/zod";
import type { FieldErrors, Resolver } from "react-hook-form";
import { describeProblem } from "#app/features/admin/products/variants/variant-errors.ts";
import { type ProductInput, productFieldNames } from "#app/features/admin/shared/fields/product-fields.ts";
import { listVariantProblems, summarizeRows } from "#app/features/admin/shared/fields/variant-fields.ts";
import { type ProductValues, productSchema } from "./product.schema.ts";
import type { TakenValues } from "./use-taken-values.ts";

/** Stands for input that is no number. */
const NOT_A_NUMBER = "?";

const schemaResolver = zodResolver(productSchema);

/** What the database computes of the variants is not typed. */
function followVariants({ variants }: ProductInput): Partial<ProductInput> {
  return variants.length === 0
    ? {}
    : { ...summarizeRows(variants), reference: "", barcode: "", discount: "" };
}

export function createProductResolver(
  taken: Pick<TakenValues, "list">,
): Resolver<ProductInput, unknown, ProductValues> {
  return async (values, context, options) => {
    // A number field that shows «1e» returns an empty value, and an empty old price would be a valid value.
    const badInput = productFieldNames.filter((name) => {
      const element = options.fields[name]?.ref;
      return element instanceof HTMLInputElement && element.validity.badInput;
    });
    const input = {
      ...values,
      ...followVariants(values),
      ...Object.fromEntries(badInput.map((name) => [name, NOT_A_NUMBER])),
    };
    const result = await schemaResolver(input, context, options);
    const [variantProblem] = listVariantProblems(values.options, values.variants);
    const problems = taken.list(values);
    if (problems.length === 0 && !variantProblem) return result;
    const errors: FieldErrors<ProductInput> = Object.fromEntries(
      problems.map(({ column, message }) => [column, { type: "taken", message }]),
    );
    const variantErrors: FieldErrors<ProductInput> = variantProblem
      ? { variants: { type: "cell", message: describeProblem(variantProblem, values.variants) } }
      : {};
    return { values: {}, errors: { ...errors, ...result.errors, ...variantErrors } };
  };
}
