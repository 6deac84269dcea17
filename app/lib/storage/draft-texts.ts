/**
 * The texts of these fields in a stored draft of a form. The draft comes from tab storage, so its other values are
 * ignored; empty for a value that is no draft.
 */
export function readDraftTexts<Field extends string>(
  stored: unknown,
  fields: readonly Field[],
): Partial<Record<Field, string>> {
  if (typeof stored !== "object" || stored === null) return {};
  const entries = new Map<string, unknown>(Object.entries(stored));
  const texts: Partial<Record<Field, string>> = {};
  for (const field of fields) {
    const text = entries.get(field);
    if (typeof text === "string") texts[field] = text;
  }
  return texts;
}
