/** What the checkout form accepts, with the sentences for what it does not. Lengths are those of the database. */
import * as z from "zod/mini";
import { isPhone, normalizePhone } from "../../lib/phone.ts";
import { tidied } from "../../lib/typed-text.ts";

function text(min: number, max: number, message: string) {
  return z.string().check(tidied(), z.minLength(min, message), z.maxLength(max, `${max} caractères au plus`));
}

function optionalText(max: number) {
  return z.string().check(tidied(), z.maxLength(max, `${max} caractères au plus`));
}

export const checkoutSchema = z.object({
  firstName: text(2, 100, "Le prénom est requis"),
  lastName: text(2, 100, "Le nom est requis"),
  email: z.email("Email invalide"),
  phone: z.pipe(
    z
      .string()
      .check(
        z.refine(isPhone, "Numéro de téléphone invalide"),
        z.maxLength(40, "Numéro de téléphone invalide"),
      ),
    z.transform(normalizePhone),
  ),
  address: text(5, 500, "Adresse requise"),
  city: text(2, 120, "Ville requise"),
  postalCode: optionalText(20),
  notes: optionalText(1000),
  paymentMethod: z.enum(["cod", "bank_transfer", "mobile_money"]),
});

/** The form as it is typed. */
export type CheckoutInput = z.input<typeof checkoutSchema>;
/** The form as it was accepted. */
export type CheckoutValues = z.output<typeof checkoutSchema>;
