/** The rules of the security settings; the database has the same limits. */
import * as z from "zod/mini";
import { wholeNumber } from "#app/lib/forms/whole-number.ts";

export const securitySettingsSchema = z.object({
  admin_factor_required: z.boolean(),
  admin_idle_minutes: wholeNumber(5, 1440, "Saisissez un nombre entier de 5 à 1440"),
  admin_session_hours: wholeNumber(1, 168, "Saisissez un nombre entier de 1 à 168"),
});

export type SecuritySettingsInput = z.input<typeof securitySettingsSchema>;
export type SecuritySettingsValues = z.output<typeof securitySettingsSchema>;
