/**
 * The resolver of the product form: its schema, plus the input that a number field shows but does not return.
 */
import { zodResolver } from "@hookform/resolvers/zod";
import type { Resolver } from "react-hook-form";
import { type ProductInput, productFieldNames } from "#app/features/admin/shared/fields/product-fields.ts";
import { type ProductValues, productSchema } from "./product.schema.ts";

/** Stands for input that is no number. */
const NOT_A_NUMBER = "?";

const schemaResolver = zodResolver(productSchema);

/** A number field that shows «1e» returns an empty value, and an empty old price would be a valid value. */
export const productResolver: Resolver<ProductInput, unknown, ProductValues> = (values, context, options) => {
  const badInput = productFieldNames.filter((name) => {
    const element = options.fields[name]?.ref;
    return element instanceof HTMLInputElement && element.validity.badInput;
  });
  const input = { ...values, ...Object.fromEntries(badInput.map((name) => [name, NOT_A_NUMBER])) };
  return schemaResolver(input, context, options);
};
