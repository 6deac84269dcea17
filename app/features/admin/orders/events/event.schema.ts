/** The rules of what is said with an event. The database has the same. */
import * as z from "zod/mini";
import { REASON_REQUIRED } from "#app/features/admin/shared/mutations/error-messages.ts";
import { optionalText, requiredText } from "#app/lib/forms/text-schema.ts";
import { optionalWholeNumber } from "#app/lib/forms/whole-number.ts";

export const reasonSchema = z.object({ reason: requiredText(1, 500, REASON_REQUIRED) });

export const noteSchema = z.object({ text: requiredText(1, 2000, "Écrivez la note") });

const amount = optionalWholeNumber(0, 999_999_999, 0, "Entrez un nombre entier de francs");

export const paymentSchema = z
  .object({
    cash: amount,
    mobile_money: amount,
    reference: optionalText(100),
    /** The refused pieces of each line, in the order of the lines. */
    refused: z.array(z.object({ pieces: optionalWholeNumber(0, 100_000, 0, "Entrez un nombre de pièces") })),
  })
  .check(
    z.refine(({ mobile_money, reference }) => mobile_money === 0 || reference !== "", {
      path: ["reference"],
      message: "Entrez la référence du paiement mobile",
    }),
  );

export type PaymentInput = z.input<typeof paymentSchema>;
export type PaymentValues = z.output<typeof paymentSchema>;
