/** Fields for the number of an order. Staff type it from a paper or a call, often the digits alone. */
import * as z from "zod/mini";
import { ORDER_NUMBER_REQUIRED } from "#app/features/admin/shared/mutations/error-messages.ts";
import { maxLength, normalizedText } from "#app/lib/forms/text-schema.ts";

/** «123456» and «ord 123456» are «ORD-123456». Another text stays as it is. */
function toOrderNumber(typed: string): string {
  const digits = /^(?:ORD)?-?(\d+)$/i.exec(typed.replace(/\s/g, ""))?.at(1);
  return digits === undefined ? typed : `ORD-${digits}`;
}

export const optionalOrderNumber = z
  .string()
  .check(normalizedText(), z.overwrite<string>(toOrderNumber), maxLength(20));

export const requiredOrderNumber = z
  .string()
  .check(
    normalizedText(),
    z.overwrite<string>(toOrderNumber),
    z.minLength(1, ORDER_NUMBER_REQUIRED),
    maxLength(20),
  );
