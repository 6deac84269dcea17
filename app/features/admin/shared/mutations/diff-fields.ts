/** The differences between two versions of a row, for the notice of an edit conflict. */
import { formatNumber } from "#app/lib/format/numbers.ts";

/** Of the labelled fields, those that differ, with the values of the second version. */
export function diffFields<Values>(
  labels: readonly (readonly [field: keyof Values, label: string])[],
  before: Values,
  now: Values,
): { label: string; value: string }[] {
  return labels
    .map(([field, label]) => ({ label, before: formatValue(before[field]), value: formatValue(now[field]) }))
    .filter((difference) => difference.before !== difference.value)
    .map(({ label, value }) => ({ label, value }));
}

function formatValue(value: unknown): string {
  if (typeof value === "boolean") return value ? "oui" : "non";
  if (typeof value === "number") return formatNumber(value);
  return String(value ?? "") || "vide";
}
