/**
 * Fills in what becomes known after a form is shown: a draft, or the profile. What was typed in the meantime, also
 * before hydration, stays.
 */

/** What is needed of react-hook-form's form. */
export interface FillableForm<Field extends string> {
  getValues(field: Field): string | undefined;
  setValue(field: Field, value: string): void;
}

export function fillEmptyFields<Field extends string>(
  { getValues, setValue }: FillableForm<Field>,
  fields: readonly Field[],
  values: Partial<Record<Field, string>>,
): void {
  for (const field of fields) {
    const value = values[field];
    if (value && !getValues(field)) setValue(field, value);
  }
}
