/** The validation rules of the forms of returns. The limits are those of the database. */
import * as z from "zod/mini";
import { optionalOrderNumber, requiredOrderNumber } from "#app/features/admin/shared/fields/order-number.ts";
import { REASON_REQUIRED } from "#app/features/admin/shared/mutations/error-messages.ts";
import { optionalText, requiredText } from "#app/lib/forms/text-schema.ts";
import { optionalWholeNumber, wholeNumber } from "#app/lib/forms/whole-number.ts";

const pieces = optionalWholeNumber(0, 999_999, 0, "Un nombre de pièces");

/** The pieces of one line, by where they go. */
const lineSchema = z.object({ stock: pieces, repair: pieces, loss: pieces });

/** `maxima`: of each line, in the order of the form. */
export function createPiecesSchema(maxima: readonly number[]) {
  return z.object({
    lines: z.array(lineSchema).check(
      z.refine(
        (lines) => lines.some(({ stock, repair, loss }) => stock + repair + loss > 0),
        "Comptez au moins une pièce",
      ),
      ({ value, issues }) => {
        for (const [index, { stock, repair, loss }] of value.entries()) {
          const most = maxima[index] ?? 0;
          if (stock + repair + loss <= most) continue;
          issues.push({
            code: "custom",
            message: `${most} au plus en tout`,
            input: value,
            path: [index, "stock"],
          });
        }
      },
    ),
  });
}

export const refusalSchema = z.object({ reason: requiredText(1, 500, "Le motif du refus est requis") });

export function createRefundSchema(refundable: number) {
  return z
    .object({
      method: z.enum(["cash", "mobile_money", "order"]),
      amount: wholeNumber(1, refundable, "Au plus ce qui est à rembourser"),
      reference: optionalText(100),
      to_number: optionalOrderNumber,
    })
    .check(
      z.refine(({ method, reference }) => method !== "mobile_money" || reference !== "", {
        error: "La référence du paiement mobile est requise",
        path: ["reference"],
      }),
      z.refine(({ method, to_number }) => method !== "order" || to_number !== "", {
        error: "Le numéro de la nouvelle commande est requis",
        path: ["to_number"],
      }),
    );
}

export type RefundInput = z.input<ReturnType<typeof createRefundSchema>>;
export type RefundValues = z.output<ReturnType<typeof createRefundSchema>>;

/** `maxima`: of each line, in the order of the form. */
export function createReturnSchema(maxima: readonly number[]) {
  return z.object({
    reason: requiredText(1, 1000, REASON_REQUIRED),
    quantities: z.array(pieces).check(
      z.refine((quantities) => quantities.some((quantity) => quantity > 0), "Choisissez au moins une pièce"),
      ({ value, issues }) => {
        for (const [index, quantity] of value.entries()) {
          if (quantity <= (maxima[index] ?? 0)) continue;
          issues.push({ code: "custom", message: "Plus de pièces que livrées", input: value, path: [index] });
        }
      },
    ),
  });
}

export const orderNumberSchema = z.object({ number: requiredOrderNumber });
