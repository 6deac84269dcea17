/**
 * Whether another row has a value that identifies a row: asked when its field is left, so that the form says so before
 * everything else is typed. The database decides when the form is saved.
 */

import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { isTaken, type UniqueField } from "./taken-values.queries.ts";

/** The type of the form library's error. */
const TAKEN = "taken";

/** What the check needs of react-hook-form's form. */
interface SlugForm {
  getValues(field: "slug"): string;
  getFieldState(field: "slug"): { error?: { type: string | number } | undefined };
  setError(field: "slug", error: { type: string; message: string }): void;
  clearErrors(field: "slug"): void;
}

interface SlugCheck {
  field: UniqueField;
  /** The row of the form, and the slug that it has itself. */
  id: string;
  stored: string | undefined;
  /** What is said beside a slug that another row has. */
  message: string;
}

/** Says beside the field whether another row has the typed slug, unless it was changed meanwhile. */
export async function checkSlug(form: SlugForm, { field, id, stored, message }: SlugCheck): Promise<void> {
  const read = () => form.getValues("slug").trim();
  const slug = read();
  const isTaken = slug !== "" && slug !== stored && (await isTakenByAnother(field, slug, id));
  if (read() !== slug) return;
  if (isTaken) form.setError("slug", { type: TAKEN, message });
  else if (form.getFieldState("slug").error?.type === TAKEN) form.clearErrors("slug");
}

/** A failed request is only logged: saving decides. */
export async function isTakenByAnother(field: UniqueField, value: string, id: string): Promise<boolean> {
  try {
    return await isTaken(getSupabase(), field, value, id);
  } catch (error) {
    console.error(`admin: it could not be checked whether a value is taken (${field})`, error);
    return false;
  }
}
