/** What the checkout form accepts, with the sentences for what it does not. Lengths are those of the database. */
import * as z from "zod/mini";
import { firstName, lastName } from "../../lib/customer-names.ts";
import { phone } from "../../lib/phone-field.ts";
import { optionalText, textOf } from "../../lib/typed-text.ts";

export const checkoutSchema = z.object({
  firstName,
  lastName,
  email: z.email("Email invalide"),
  phone,
  address: textOf(5, 500, "Adresse requise"),
  city: textOf(2, 120, "Ville requise"),
  postalCode: optionalText(20),
  notes: optionalText(1000),
  paymentMethod: z.enum(["cod", "bank_transfer", "mobile_money"]),
});

/** The form as it is typed. */
export type CheckoutInput = z.input<typeof checkoutSchema>;
/** The form as it was accepted. */
export type CheckoutValues = z.output<typeof checkoutSchema>;
