/** The validation rules of the forms of carriers. The limits are those of the database. */
import * as z from "zod/mini";
import { optionalOrderNumber, requiredOrderNumber } from "#app/features/admin/shared/fields/order-number.ts";
import { optionalPhone, optionalText, requiredText } from "#app/lib/forms/text-schema.ts";

export const carrierSchema = z.object({
  name: requiredText(1, 200, "Le nom du transporteur est requis"),
  phone: optionalPhone,
  is_active: z.boolean(),
});

export type CarrierInput = z.input<typeof carrierSchema>;
export type CarrierValues = z.output<typeof carrierSchema>;

export const parcelSchema = z.object({
  carrier: requiredText(1, 40, "Choisissez un transporteur"),
  number: requiredOrderNumber,
  tracking_number: optionalText(60),
});

export const settlementSchema = z.object({
  carrier_id: requiredText(1, 40, "Choisissez un transporteur"),
  account: z.enum(["bank", "drawer"]),
  reference: optionalText(100),
});

export type SettlementInput = z.input<typeof settlementSchema>;
export type SettlementValues = z.output<typeof settlementSchema>;

export const resolutionSchema = z.object({
  order_number: optionalOrderNumber,
  note: optionalText(500),
  /** The row is one too many: its money never came. */
  is_surplus: z.boolean(),
});

export type ResolutionValues = z.output<typeof resolutionSchema>;
