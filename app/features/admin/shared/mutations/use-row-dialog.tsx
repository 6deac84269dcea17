/**
 * What the dialogs that create or edit a row have in common: the id of a new row, its writes, what they say, and the list
 * that is read again.
 */
import { useState } from "react";
import type { FieldValues, Path } from "react-hook-form";
import { useRevalidator } from "react-router";
import { toast, toastError } from "#app/components/ui/toast/toast.ts";
import { randomId } from "#app/lib/random-id.ts";
import { getSupabase, type Supabase } from "#app/lib/supabase/supabase.client.ts";
import { UNKNOWN_REASON, UNREACHABLE_REASON } from "./error-messages.ts";
import { type RowFormOptions, useRowForm } from "./use-row-form.tsx";
import { toUserMessage } from "./user-error.ts";

export interface RowTexts {
  /** In the log: «brand». */
  entity: string;
  /** In the notice of a conflict: «cette marque». */
  subject: string;
  /** In the reason of a failure: «la marque». */
  object: string;
  newTitle: string;
  editTitle: string;
  /** The titles of the toasts. */
  added: string;
  updated: string;
}

interface RowDialogOptions<Input extends FieldValues, Values, Stored>
  extends Pick<RowFormOptions<Input, Values, Stored>, "form" | "toInput" | "diff"> {
  texts: RowTexts;
  /** Null for a new row. */
  row: (Stored & { id: string }) | null;
  create(client: Supabase, id: string, values: Values): Promise<Stored>;
  /** Writes over the version `base`. */
  update(client: Supabase, id: string, values: Values, base: string): Promise<Stored>;
  find(client: Supabase, id: string): Promise<Stored | null>;
  /** In the toast of a save. */
  getName(values: Values): string;
  /** What is said beside a field; null for a failure that is no field's. */
  toFieldError?(error: unknown): { field: Path<Input>; message: string } | null;
  /** What follows from a save, before the dialog is closed. */
  onSaved?(): Promise<void>;
  onClose(): void;
}

export function useRowDialog<
  Input extends FieldValues,
  Values,
  Stored extends Values & { updated_at: string },
>({
  form,
  row,
  toInput,
  diff,
  texts,
  create,
  update,
  find,
  getName,
  toFieldError,
  onSaved,
  onClose,
}: RowDialogOptions<Input, Values, Stored>) {
  const { revalidate } = useRevalidator();
  const [newId] = useState(randomId);
  const id = row?.id ?? newId;
  const dialog = useRowForm<Input, Values, Stored>({
    form,
    row,
    toInput,
    diff,
    write: (values, base) =>
      base === null ? create(getSupabase(), id, values) : update(getSupabase(), id, values, base),
    find: () => find(getSupabase(), id),
    entity: texts.entity,
    subject: texts.subject,
    reportFailure: (error) => {
      const atField = toFieldError?.(error);
      if (atField) return atField;
      const failed = `Impossible ${row ? "de mettre à jour" : "d'ajouter"} ${texts.object}`;
      toastError(failed);
      return { message: `${failed} : ${toUserMessage(error, UNREACHABLE_REASON, UNKNOWN_REASON)}` };
    },
    onSaved: async (values) => {
      toast({ title: row ? texts.updated : texts.added, description: getName(values) });
      await onSaved?.();
      onClose();
      await revalidate();
    },
  });
  return { id, dialog: { title: row ? texts.editTitle : texts.newTitle, onClose, ...dialog } };
}
