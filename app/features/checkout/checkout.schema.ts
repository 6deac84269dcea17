/** The schema of the checkout form with its error messages. Lengths match the database's. */

import * as z from "zod/mini";
import { firstNameSchema, lastNameSchema, phoneSchema } from "#app/lib/forms/customer-fields.ts";
import { optionalText, requiredText } from "#app/lib/forms/text-schema.ts";
import { INVALID_EMAIL } from "#app/lib/forms/validation-messages.ts";
import { PAYMENT_METHOD_VALUES } from "#app/lib/supabase/database.types.ts";

export const checkoutSchema = z.object({
  firstName: firstNameSchema,
  lastName: lastNameSchema,
  email: z.email(INVALID_EMAIL),
  phone: phoneSchema,
  address: requiredText(5, 500, "Adresse requise"),
  city: requiredText(2, 120, "Ville requise"),
  postalCode: optionalText(20),
  notes: optionalText(1000),
  paymentMethod: z.enum(PAYMENT_METHOD_VALUES),
});

/** The form's input values. */
export type CheckoutInput = z.input<typeof checkoutSchema>;
/** The validated values. */
export type CheckoutValues = z.output<typeof checkoutSchema>;
