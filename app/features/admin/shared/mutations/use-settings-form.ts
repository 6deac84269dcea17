/** The form of one row of settings in a panel: its versions, what a failure says, and the toast of a save. */
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { toast, toastError } from "#app/components/ui/toast/toast.ts";
import { diffFields } from "./diff-fields.ts";
import { useRowForm } from "./use-row-form.tsx";
import { toUserMessage } from "./user-error.ts";

interface SettingsFormOptions<Input extends FieldValues, Values, Stored> {
  form: UseFormReturn<Input, unknown, Values>;
  settings: Stored;
  toInput(values: Values): Input;
  labels: readonly (readonly [field: keyof Values, label: string])[];
  /** Writes over the version `base`. */
  write(values: Values, base: string): Promise<Stored>;
  find(): Promise<Stored | null>;
  /** In the log: «security settings». */
  entity: string;
  /** Called after the settings have been saved. */
  onSaved(): Promise<void> | void;
}

export function useSettingsForm<
  Input extends FieldValues,
  Values,
  Stored extends Values & { updated_at: string },
>({
  form,
  settings,
  toInput,
  labels,
  write,
  find,
  entity,
  onSaved,
}: SettingsFormOptions<Input, Values, Stored>) {
  return useRowForm<Input, Values, Stored>({
    form,
    row: settings,
    toInput,
    diff: (before, now) => diffFields<Values>(labels, before, now),
    write: (values, base) => write(values, base ?? settings.updated_at),
    find,
    entity,
    subject: "ces règles",
    reportFailure: (error) => {
      const message = toUserMessage(error);
      toastError(message);
      return { message };
    },
    onSaved: async (values) => {
      form.reset(toInput(values));
      toast({ title: "Paramètres enregistrés" });
      await onSaved();
    },
  });
}
