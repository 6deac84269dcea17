/** The validation rules of a limit's form, with their error messages. The bounds are those of the database. */
import * as z from "zod/mini";
import { type Allowance, formatAllowance } from "#app/features/admin/shared/labels/limit-labels.ts";
import { DURATION_UNITS, splitDuration, toSeconds } from "#app/lib/format/durations.ts";
import { formatNumber } from "#app/lib/format/numbers.ts";
import { isWholeNumber, parseWholeNumber } from "#app/lib/forms/whole-number.ts";

const MAX_MAXIMUM = 1_000_000_000_000;
const MAX_PERIOD_SECONDS = 30 * 86_400;

export type LimitValues = Allowance;

/** `storedPeriod`: the period of the stored limit, which one without a maximum keeps; null without periods. */
export function createLimitSchema(storedPeriod: number | null) {
  return z.pipe(
    z
      .object({
        isUnlimited: z.boolean(),
        maximum: z.string(),
        count: z.string(),
        unit: z.enum(DURATION_UNITS.map(({ name }) => name)),
      })
      .check(
        z.refine(({ isUnlimited, maximum }) => isUnlimited || isWholeNumber(maximum, 0, MAX_MAXIMUM), {
          path: ["maximum"],
          error: "Le maximum est un nombre entier, de 0 à 1 000 milliards",
        }),
        z.refine(
          ({ isUnlimited, count, unit }) =>
            isUnlimited ||
            storedPeriod === null ||
            isWholeNumber(count, 1, MAX_PERIOD_SECONDS / toSeconds(1, unit)),
          { path: ["count"], error: "La durée est un nombre entier, d'une seconde à 30 jours" },
        ),
      ),
    z.transform(({ isUnlimited, maximum, count, unit }): LimitValues => {
      if (isUnlimited) return { maximum: null, period_seconds: storedPeriod };
      const period_seconds = storedPeriod === null ? null : toSeconds(parseWholeNumber(count), unit);
      return { maximum: parseWholeNumber(maximum), period_seconds };
    }),
  );
}

export type LimitInput = z.input<ReturnType<typeof createLimitSchema>>;

/** A limit as the form's input. A limit without a period gets one that its form does not show. */
export function toLimitInput({ maximum, period_seconds }: LimitValues): LimitInput {
  const { count, unit } = splitDuration(period_seconds ?? 60);
  return {
    isUnlimited: maximum === null,
    maximum: maximum === null ? "" : formatNumber(maximum),
    count: String(count),
    unit,
  };
}

/** The difference between two versions, with the value of the second one. */
export function diffLimits(before: LimitValues, now: LimitValues): { label: string; value: string }[] {
  const isSame = before.maximum === now.maximum && before.period_seconds === now.period_seconds;
  return isSame ? [] : [{ label: "La limite", value: formatAllowance(now) }];
}
