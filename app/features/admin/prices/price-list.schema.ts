/** The validation rules of the forms of price lists. The limits are those of the database. */
import * as z from "zod/mini";
import { optionalText, requiredText } from "#app/lib/forms/text-schema.ts";
import { wholeNumber } from "#app/lib/forms/whole-number.ts";

export const priceListSchema = z.object({
  name: requiredText(1, 80, "Le nom de la liste est requis"),
  percent: wholeNumber(0, 90, "La remise va de 0 à 90 %"),
  is_active: z.boolean(),
});
export type PriceListInput = z.input<typeof priceListSchema>;
export type PriceListValues = z.output<typeof priceListSchema>;

/** An empty list refuses, or withdraws what was granted. */
export const answerSchema = z.object({ list: z.string(), reason: optionalText(500) }).check(
  z.refine(({ list, reason }) => list !== "" || reason !== "", {
    path: ["reason"],
    error: "Le motif est requis : le client le lira",
  }),
);
