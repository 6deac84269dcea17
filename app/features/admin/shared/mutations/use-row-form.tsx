/**
 * The form of a row, in a dialog or a panel: submitting, the optimistic lock, and what the form says when nothing was
 * saved.
 */
import { type FormEventHandler, type ReactNode, useEffect, useEffectEvent, useState } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { EditConflict } from "#app/components/admin/edit-conflict.tsx";
import { DELETED_MESSAGE } from "./assert-rows-affected.ts";
import { useOptimisticLock } from "./use-optimistic-lock.ts";
import { UserError } from "./user-error.ts";

export interface RowFormOptions<Input extends FieldValues, Values, Stored> {
  form: UseFormReturn<Input, unknown, Values>;
  /**
   * The version that the form was opened with; null for a new row. While nothing is typed, the form follows a newer
   * one that its screen has loaded.
   */
  row: Stored | null;
  toInput(row: Stored): Input;
  /** The differences between two versions, with the values of the second one. */
  diff(before: Values, now: Values): { label: string; value: string }[];
  /** Writes over the version `base`, as `useOptimisticLock` describes it. */
  write(values: Values, base: string | null): Promise<Stored>;
  find(): Promise<Stored | null>;
  /** Before the write; false ends the submission, which has been explained. */
  prepare?(values: Values, stored: Stored | null): Promise<boolean>;
  /** The row in the log: «brand», and in the notice of a conflict: «cette marque». */
  entity: string;
  subject: string;
  /** Reports a failure, and returns what the form says, beside a field or above the buttons. */
  reportFailure(error: unknown): { message: string; field?: Path<Input> };
  /** Called after a successful save; the form stays busy until it resolves. */
  onSaved(values: Values): Promise<void>;
}

/** What `EditDialog` takes. */
interface RowForm {
  onSubmit: FormEventHandler<HTMLFormElement>;
  busy: boolean;
  failure: string | null;
  /** The choice between the own input and the version that another user saved; null without a conflict. */
  conflict: ReactNode;
}

export function useRowForm<Input extends FieldValues, Values, Stored extends Values & { updated_at: string }>(
  options: RowFormOptions<Input, Values, Stored>,
): RowForm {
  const { form, row, toInput, diff, write, find, prepare, entity, subject, reportFailure, onSaved } = options;
  const [failure, setFailure] = useState<string | null>(null);
  const { stored, conflict, save, accept, acceptNewer } = useOptimisticLock<Values, Stored>(row, {
    write,
    find,
    isSaved: (values, now) => diff(values, now).length === 0,
  });

  const { isDirty, isSubmitting } = form.formState;
  const follow = useEffectEvent(() => {
    if (!row || isDirty || row.updated_at === stored?.updated_at) return;
    accept(row);
    form.reset(toInput(row));
  });
  const version = row?.updated_at;
  useEffect(() => {
    if (version) follow();
  }, [version]);

  const submit = form.handleSubmit(async (values) => {
    setFailure(null);
    if (prepare && !(await prepare(values, stored))) return;
    try {
      const result = await save(values);
      if (result.kind === "conflict") {
        if (!result.conflict.newer) throw new UserError(DELETED_MESSAGE);
        return;
      }
    } catch (error) {
      console.error(`admin: the ${entity} could not be saved`, error);
      const { message, field } = reportFailure(error);
      if (field) form.setError(field, { message }, { shouldFocus: true });
      else setFailure(message);
      return;
    }
    await onSaved(values);
  });

  function renderConflict() {
    const newer = conflict?.newer;
    if (!newer || !stored) return null;
    return (
      <EditConflict
        subject={subject}
        changes={diff(stored, newer)}
        onAcceptTheirs={() => {
          acceptNewer();
          form.reset(toInput(newer));
        }}
        onKeepMine={acceptNewer}
      />
    );
  }

  return { onSubmit: submit, busy: isSubmitting, failure, conflict: renderConflict() };
}
