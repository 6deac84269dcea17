/**
 * The resolver of the product form: its schema, plus what the schema cannot know: the input that a number field shows
 * but does not return, and the values that other products have.
 */
import { zodResolver } from "@hookform/resolvers/zod";
import type { FieldErrors, Resolver } from "react-hook-form";
import { type ProductInput, productFieldNames } from "#app/features/admin/shared/fields/product-fields.ts";
import { type ProductValues, productSchema } from "./product.schema.ts";
import type { TakenValues } from "./use-taken-values.ts";

/** Stands for input that is no number. */
const NOT_A_NUMBER = "?";

const schemaResolver = zodResolver(productSchema);

export function createProductResolver(
  taken: Pick<TakenValues, "list">,
): Resolver<ProductInput, unknown, ProductValues> {
  return async (values, context, options) => {
    // A number field that shows «1e» returns an empty value, and an empty old price would be a valid value.
    const badInput = productFieldNames.filter((name) => {
      const element = options.fields[name]?.ref;
      return element instanceof HTMLInputElement && element.validity.badInput;
    });
    const input = { ...values, ...Object.fromEntries(badInput.map((name) => [name, NOT_A_NUMBER])) };
    const result = await schemaResolver(input, context, options);
    const problems = taken.list(values);
    if (problems.length === 0) return result;
    const errors: FieldErrors<ProductInput> = Object.fromEntries(
      problems.map(({ column, message }) => [column, { type: "taken", message }]),
    );
    return { values: {}, errors: { ...errors, ...result.errors } };
  };
}
