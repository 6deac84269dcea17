/** The validation rules of the form of sales. The limits are those of the database. */
import * as z from "zod/mini";
import { requiredText } from "#app/lib/forms/text-schema.ts";
import { optionalWholeNumber } from "#app/lib/forms/whole-number.ts";
import { END_TIME, requiredMoment, START_TIME } from "./price-periods.ts";

export const saleSchema = z
  .object({
    name: requiredText(1, 80, "Donnez un nom à la promotion"),
    percent: optionalWholeNumber(1, 90, null, "La réduction va de 1 à 90 %"),
    starts_at: requiredMoment(START_TIME),
    ends_at: requiredMoment(END_TIME),
    category_ids: z.array(z.string()),
    products: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        price: optionalWholeNumber(1, 100_000_000, null, "Entrez un prix en francs, ou laissez vide"),
      }),
    ),
  })
  .check(
    z.refine(({ starts_at, ends_at }) => starts_at < ends_at, {
      path: ["ends_at"],
      error: "La fin doit venir après le début de la promotion",
    }),
    z.refine(({ category_ids, products }) => category_ids.length + products.length > 0, {
      path: ["products"],
      error: "Choisissez au moins une catégorie ou un produit",
    }),
    z.refine(
      ({ percent, category_ids, products }) =>
        percent !== null || (category_ids.length === 0 && products.every(({ price }) => price !== null)),
      { path: ["percent"], error: "Le pourcentage est requis, sauf si chaque produit a son prix" },
    ),
  );

export type SaleInput = z.input<typeof saleSchema>;
export type SaleValues = z.output<typeof saleSchema>;
