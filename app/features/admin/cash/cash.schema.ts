/** The validation rules of the forms of the cash book. The limits are those of the database. */
import * as z from "zod/mini";
import { REASON_REQUIRED } from "#app/features/admin/shared/mutations/error-messages.ts";
import { optionalText, requiredText } from "#app/lib/forms/text-schema.ts";
import { wholeNumber } from "#app/lib/forms/whole-number.ts";
import { OWN_ACCOUNTS } from "./cash-accounts.ts";

const INVALID_AMOUNT = "Entrez un montant entier en francs";

/** The count of a run or of the drawer, of which the book says `expected`. */
export const createCountSchema = (expected: number) =>
  z.object({ amount: wholeNumber(0, 1_000_000_000, INVALID_AMOUNT), note: optionalText(500) }).check(
    z.refine(({ amount, note }) => amount === expected || note !== "", {
      path: ["note"],
      message: "Expliquez la différence",
    }),
  );

export const movementSchema = z
  .object({
    from_account: z.enum(OWN_ACCOUNTS),
    to_account: z.enum(OWN_ACCOUNTS),
    amount: wholeNumber(1, 100_000_000, INVALID_AMOUNT),
    reference: optionalText(100),
    note: optionalText(500),
  })
  .check(
    z.refine(({ from_account, to_account }) => from_account !== to_account, {
      error: "Choisissez un autre compte",
      path: ["to_account"],
    }),
  );

export type MovementInput = z.input<typeof movementSchema>;
export type MovementValues = z.output<typeof movementSchema>;

export const reasonSchema = z.object({ note: requiredText(1, 500, REASON_REQUIRED) });
