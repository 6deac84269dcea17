/** The rules of how long data is stored; the database has the same limits. */
import * as z from "zod/mini";
import { wholeNumber } from "#app/lib/forms/whole-number.ts";

const days = (minimum: number) =>
  wholeNumber(minimum, 3650, `Saisissez un nombre entier de ${minimum} à 3650`);

export const retentionSchema = z.object({
  order_years: wholeNumber(1, 50, "Saisissez un nombre entier de 1 à 50"),
  message_days: days(7),
  quote_days: days(7),
  draft_days: days(1),
  mail_days: days(30),
  audit_days: days(90),
  unused_account_days: days(1),
});

export type RetentionInput = z.input<typeof retentionSchema>;
export type RetentionValues = z.output<typeof retentionSchema>;
