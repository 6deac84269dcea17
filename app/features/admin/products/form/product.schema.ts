/** The validation of the whole product form. The output has the stored values. */
import * as z from "zod/mini";
import { productFields } from "#app/features/admin/shared/fields/product-fields.ts";

/** With an old price, the discount follows from the prices and is omitted. */
export const productSchema = z.pipe(
  productFields.check(
    z.refine(({ price, old_price }) => !(Number(old_price) > 0 && Number(old_price) <= Number(price)), {
      path: ["old_price"],
      error: "L'ancien prix doit être supérieur au prix",
    }),
  ),
  z.transform((product) => (product.old_price === null ? product : { ...product, discount: null })),
);

export type ProductValues = z.output<typeof productSchema>;
