/** The rules of the settings of orders; the database has the same limits. */
import * as z from "zod/mini";
import { wholeNumber } from "#app/lib/forms/whole-number.ts";

export const orderSettingsSchema = z.object({
  refusals_before_call: wholeNumber(0, 100, "Le nombre de refus va de 0 à 100"),
  return_days: wholeNumber(0, 365, "Le nombre de jours va de 0 à 365"),
});

export type OrderSettingsInput = z.input<typeof orderSettingsSchema>;
export type OrderSettingsValues = z.output<typeof orderSettingsSchema>;
