/** The validation rules of the form of promo codes. The limits are those of the database. */
import * as z from "zod/mini";
import { optionalWholeNumber } from "#app/lib/forms/whole-number.ts";
import { END_TIME, optionalMoment, START_TIME } from "./price-periods.ts";

export const PROMO_CODE_KINDS = ["amount", "percent", "free_delivery"] as const;

const fields = z.object({
  code: z.pipe(
    z
      .string()
      .check(
        z.trim(),
        z.toUpperCase(),
        z.regex(/^[A-Z0-9][A-Z0-9-]{2,29}$/, "3 à 30 lettres sans accent, chiffres ou tirets"),
      ),
    z.string(),
  ),
  kind: z.enum(PROMO_CODE_KINDS),
  amount: optionalWholeNumber(1, 100_000_000, null, "Entrez un montant en francs"),
  percent: optionalWholeNumber(1, 90, null, "Entrez un pourcentage de 1 à 90"),
  minimum_amount: optionalWholeNumber(0, 100_000_000, 0, "Entrez un montant en francs, ou laissez vide"),
  max_uses: optionalWholeNumber(1, 1_000_000, null, "Entrez un nombre, ou laissez vide"),
  max_uses_per_customer: optionalWholeNumber(1, 1000, null, "Entrez un nombre de 1 à 1 000, ou laissez vide"),
  starts_at: optionalMoment(START_TIME),
  ends_at: optionalMoment(END_TIME),
  category_ids: z.array(z.string()),
  is_active: z.boolean(),
});

export const promoCodeSchema = z.pipe(
  fields.check(
    z.refine(({ kind, amount }) => kind !== "amount" || amount !== null, {
      path: ["amount"],
      error: "Le montant de la réduction est requis",
    }),
    z.refine(({ kind, percent }) => kind !== "percent" || percent !== null, {
      path: ["percent"],
      error: "Le pourcentage est requis",
    }),
    z.refine(({ starts_at, ends_at }) => starts_at === null || ends_at === null || starts_at < ends_at, {
      path: ["ends_at"],
      error: "La fin du code doit venir après son début",
    }),
  ),
  z.transform((code) => ({
    ...code,
    amount: code.kind === "amount" ? code.amount : null,
    percent: code.kind === "percent" ? code.percent : null,
  })),
);

export type PromoCodeInput = z.input<typeof promoCodeSchema>;
export type PromoCodeValues = z.output<typeof promoCodeSchema>;
