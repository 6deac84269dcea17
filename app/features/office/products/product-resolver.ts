/** The form's rules, told of what a number field shows but does not hand over. */
import { zodResolver } from "@hookform/resolvers/zod";
import type { Resolver } from "react-hook-form";
import { type ProductValues, productSchema } from "./product.schema.ts";
import type { TypedProduct } from "./product.ts";

const FIGURES = ["price", "old_price", "discount", "stock"] as const;
/** For what is typed and is no number. */
const NO_NUMBER = "?";

const rules = zodResolver(productSchema);

/** A number field with «1e» in it says that it is empty, and an empty old price would be taken for a wish. */
export const productResolver: Resolver<TypedProduct, unknown, ProductValues> = (values, context, options) => {
  const seen = { ...values };
  for (const name of FIGURES) {
    const input = options.fields[name]?.ref;
    if (input instanceof HTMLInputElement && input.validity.badInput) seen[name] = NO_NUMBER;
  }
  return rules(seen, context, options);
};
