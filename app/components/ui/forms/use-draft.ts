/**
 * Stores what was typed into a form as a draft in tab storage, until it is sent: a reload, a closed dialog or a
 * failed request loses nothing. Only the named fields are stored, so never name a password.
 */
import { useCallback, useEffect } from "react";
import { type FillableForm, fillEmptyFields } from "#app/lib/forms/fill-empty-fields.ts";
import { readDraftTexts } from "#app/lib/storage/draft-texts.ts";
import { readTabStorage, writeTabStorage } from "#app/lib/storage/tab-storage.ts";

/** What the hook needs of react-hook-form's form. */
interface DraftedForm<Field extends string> extends FillableForm<Field> {
  subscribe(options: {
    formState: { values: true };
    callback(state: { values: Partial<Record<Field, string>> }): void;
  }): () => void;
}

/**
 * Fills the empty fields with the draft under `key`, and follows the form from then on. `fields` must be a constant.
 * `clearDraft` is called when the form was sent.
 */
export function useDraft<Field extends string>(
  { getValues, setValue, subscribe }: DraftedForm<Field>,
  key: string,
  fields: readonly Field[],
): { clearDraft(): void } {
  useEffect(() => {
    fillEmptyFields({ getValues, setValue }, fields, readDraftTexts(readTabStorage(key), fields));
    return subscribe({
      formState: { values: true },
      callback: ({ values }) =>
        writeTabStorage(key, Object.fromEntries(fields.map((field) => [field, values[field]]))),
    });
  }, [getValues, setValue, subscribe, key, fields]);

  const clearDraft = useCallback(() => writeTabStorage(key, null), [key]);
  return { clearDraft };
}
