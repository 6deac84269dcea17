/** The schema of the checkout form with its error messages. Lengths match the database's. */

import * as z from "zod/mini";
import { firstNameSchema, lastNameSchema, phoneSchema } from "#app/lib/forms/customer-fields.ts";
import { optionalText, requiredText } from "#app/lib/forms/text-schema.ts";
import { INVALID_EMAIL } from "#app/lib/forms/validation-messages.ts";
import { HALF_DAY_VALUES, PAYMENT_METHOD_VALUES } from "#app/lib/supabase/database.types.ts";

/** A field that is not always shown; without it, an empty text. */
const shownText = (max: number) =>
  z.pipe(
    z.pipe(
      z.optional(z.string()),
      z.transform((typed) => typed ?? ""),
    ),
    optionalText(max),
  );

export const checkoutSchema = z.object({
  firstName: firstNameSchema,
  lastName: lastNameSchema,
  /** Not shown to an account without an address. */
  email: z.optional(z.email(INVALID_EMAIL)),
  phone: phoneSchema,
  address: requiredText(5, 500, "Adresse requise"),
  city: requiredText(2, 120, "Ville requise"),
  postalCode: optionalText(20),
  quarter: shownText(120),
  landmark: shownText(300),
  /** «latitude,longitude» */
  position: shownText(40),
  /** The id; empty for a delivery. */
  pickupPoint: shownText(40),
  /** A date such as 2026-11-24; empty for the earliest possible. */
  deliveryDay: shownText(10),
  deliveryHalf: z.pipe(
    z.optional(z.enum(["", ...HALF_DAY_VALUES])),
    z.transform((chosen) => chosen ?? ""),
  ),
  /** To keep the address for later orders. */
  keepAddress: z.pipe(
    z.optional(z.boolean()),
    z.transform((checked) => checked ?? false),
  ),
  notes: optionalText(1000),
  paymentMethod: z.enum(PAYMENT_METHOD_VALUES),
});

/** Of a pick-up, which needs no address. Its fields are not shown. */
export const pickupSchema = z.extend(checkoutSchema, {
  address: optionalText(500),
  city: optionalText(120),
});

/** The form's input values. */
export type CheckoutInput = z.input<typeof checkoutSchema>;
/** The validated values. */
export type CheckoutValues = z.output<typeof checkoutSchema>;
