/** What is counted where a step is not one of the unit: 100 m of cable that is sold by half metres are 200. */
import { formatAmount, type SoldBy } from "#app/lib/format/units.ts";
import type { Unit } from "#app/lib/supabase/database.types.ts";

/** «Câble souple, par 0,5 m»; the name or number alone where one of the unit is counted. */
export function withStep(text: string, { unit, step_size }: { unit: Unit; step_size: number }): string {
  return step_size === 1 ? text : withFormerStep(text, { unit, step_size });
}

/** «Câble souple, par 1 m»: counted in steps that are no longer those of the product, which are always named. */
export function withFormerStep(text: string, { unit = "piece", step_size = 1 }: SoldBy): string {
  return `${text}, par ${formatAmount(step_size, unit)}`;
}
