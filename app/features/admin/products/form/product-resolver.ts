/**
 * The resolver of the product form: its schema, plus the input that a number field shows but does not return.
 */
import { zodResolver } from "@hookform/resolvers/zod";
import type { Resolver } from "react-hook-form";
import { type ProductValues, productSchema } from "./product.schema.ts";
import type { ProductInput } from "./product.ts";

const NUMBER_FIELDS = ["price", "old_price", "discount", "stock"] as const;
/** Stands for input that is no number. */
const NOT_A_NUMBER = "?";

const schemaResolver = zodResolver(productSchema);

/** A number field that shows «1e» returns an empty value, and an empty old price would be a valid value. */
export const productResolver: Resolver<ProductInput, unknown, ProductValues> = (values, context, options) => {
  const input = { ...values };
  for (const name of NUMBER_FIELDS) {
    const element = options.fields[name]?.ref;
    if (element instanceof HTMLInputElement && element.validity.badInput) input[name] = NOT_A_NUMBER;
  }
  return schemaResolver(input, context, options);
};
