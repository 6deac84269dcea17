/** The schema of the form for a saved address with its error messages. Lengths match the database's. */
import * as z from "zod/mini";
import { optionalText, requiredText } from "#app/lib/forms/text-schema.ts";

export const addressSchema = z.object({
  name: requiredText(1, 120, "Nom requis"),
  address: requiredText(5, 500, "Adresse requise"),
  city: requiredText(2, 120, "Ville requise"),
  quarter: optionalText(120),
  landmark: optionalText(300),
  postalCode: optionalText(20),
});
