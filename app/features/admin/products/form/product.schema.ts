/** The validation of the whole product form. The output has the stored values. */
import * as z from "zod/mini";
import { fields } from "#app/features/admin/product-fields.ts";

/** With an old price, the discount follows from the prices and is omitted. */
export const productSchema = z.pipe(
  fields.check(
    z.refine(({ price, old_price }) => !(Number(old_price) > 0 && Number(old_price) <= Number(price)), {
      path: ["old_price"],
      error: "L'ancien prix doit être supérieur au prix",
    }),
  ),
  z.transform((product) => (product.old_price === null ? product : { ...product, discount: null })),
);

export type ProductValues = z.output<typeof productSchema>;

/** The messages beside a field after it was left, before the first submit. */
const BLUR_MESSAGES: Readonly<Record<string, string>> = {
  "Le nom du produit est requis": "Champ requis",
  "Le slug URL est requis": "Champ requis",
  "Le prix doit être un nombre positif": "Prix valide requis",
  "Le stock doit être un nombre positif ou zéro": "Stock valide requis",
};

export function toBlurMessage(message: string): string {
  return BLUR_MESSAGES[message] ?? message;
}
