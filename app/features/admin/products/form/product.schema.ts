/** The validation of the whole product form. The output has the stored values. */
import * as z from "zod/mini";
import { productFields } from "#app/features/admin/shared/fields/product-fields.ts";
import { isMeasure } from "#app/features/admin/shared/labels/unit-labels.ts";

/** With an old price, the discount follows from the prices and is omitted. */
export const productSchema = z.pipe(
  productFields.check(
    z.refine(({ price, old_price }) => !(Number(old_price) > 0 && Number(old_price) <= Number(price)), {
      path: ["old_price"],
      error: "L'ancien prix doit être supérieur au prix",
    }),
    z.refine(({ unit, step_size }) => step_size === 1 || isMeasure(String(unit)), {
      path: ["step_size"],
      error: "Seule une mesure a un pas : mètre, m², m³, kilo ou litre",
    }),
    z.refine(({ content_size, content_unit }) => (content_size === null) === (content_unit === null), {
      path: ["content_size"],
      error: "Le contenu a un nombre et une unité",
    }),
    z.refine(({ unit, content_unit }) => content_unit === null || !isMeasure(String(unit)), {
      path: ["content_size"],
      error: "Seul un paquet a un contenu : pièce, sac, rouleau ou carton",
    }),
  ),
  z.transform((product) => (product.old_price === null ? product : { ...product, discount: null })),
);

export type ProductValues = z.output<typeof productSchema>;
