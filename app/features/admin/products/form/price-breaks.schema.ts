/** The validation rules of prices by quantity. That they fall is checked by the database too. */
import * as z from "zod/mini";
import { wholeNumber } from "#app/lib/forms/whole-number.ts";

const breakSchema = z.object({
  minimum_quantity: wholeNumber(1, 999_999, "Entrez une quantité"),
  price: wholeNumber(1, 100_000_000, "Entrez un prix en francs"),
});

export const priceBreakSchema = z.object({
  breaks: z.array(breakSchema).check(z.maxLength(20, "20 prix par quantité au plus")),
});

export type PriceBreakInput = z.input<typeof priceBreakSchema>;
export type PriceBreakValues = z.output<typeof priceBreakSchema>;
