/** Changes how much a limit allows, over the version that was loaded. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import { EditDialog } from "#app/components/admin/edit-dialog.tsx";
import { SwitchField } from "#app/components/admin/switch-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Field, TextField } from "#app/components/ui/forms/field.tsx";
import { toast, toastError } from "#app/components/ui/toast/toast.ts";
import {
  formatAllowance,
  formatLimitSubject,
  UNLIMITED_LABEL,
} from "#app/features/admin/shared/labels/limit-labels.ts";
import { useRowForm } from "#app/features/admin/shared/mutations/use-row-form.tsx";
import { toUserMessage } from "#app/features/admin/shared/mutations/user-error.ts";
import { DURATION_UNITS } from "#app/lib/format/durations.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import {
  createLimitSchema,
  diffLimits,
  type LimitInput,
  type LimitValues,
  toLimitInput,
} from "./limit.schema.ts";
import { updateLimit } from "./limits.mutations.ts";
import { findLimit, type Limit, type StoredLimit } from "./limits.queries.ts";

interface LimitDialogProps {
  limit: Limit;
  onClose(): void;
  /** Called after a successful save; the dialog stays busy until it resolves. */
  onSaved(): Promise<void>;
}

export function LimitDialog({ limit, onClose, onSaved }: LimitDialogProps) {
  const defaultValues = toLimitInput(limit);
  const form = useForm({
    resolver: zodResolver(createLimitSchema(limit.period_seconds)),
    defaultValues,
  });
  const { register, reset, control, formState } = form;
  const { errors } = formState;
  const isUnlimited = useWatch({ control, name: "isUnlimited" });
  const defaults = { maximum: limit.default_maximum, period_seconds: limit.default_period_seconds };
  const dialog = useRowForm<LimitInput, LimitValues, StoredLimit>({
    form,
    row: limit,
    toInput: toLimitInput,
    diff: diffLimits,
    write: (values, base) => updateLimit(getSupabase(), limit, values, base ?? limit.updated_at),
    find: () => findLimit(getSupabase(), limit),
    entity: "limit",
    subject: "cette limite",
    reportFailure: (error) => {
      toastError("Impossible d'enregistrer la limite");
      return { message: toUserMessage(error) };
    },
    onSaved: async () => {
      toast({ title: "Limite enregistrée", description: "Elle vaut dans quelques secondes." });
      await onSaved();
    },
  });

  return (
    <EditDialog title="Modifier la limite" {...dialog} onClose={onClose}>
      <p>
        <span className="font-semibold">{limit.label}</span>
        <span className="block text-sm text-muted">{formatLimitSubject(limit)}</span>
      </p>
      <SwitchField label={UNLIMITED_LABEL} {...register("isUnlimited")} />
      {!isUnlimited && (
        <>
          <TextField
            label="Maximum"
            inputMode="numeric"
            autoComplete="off"
            hint="0 refuse tout."
            error={errors.maximum?.message}
            {...register("maximum")}
          />
          {limit.period_seconds !== null && (
            <div className="grid grid-cols-2 gap-3">
              <TextField
                label="Durée"
                inputMode="numeric"
                autoComplete="off"
                error={errors.count?.message}
                {...register("count")}
              />
              <Field label="Unité de la durée" error={errors.unit?.message}>
                {(fieldProps) => (
                  <select {...register("unit")} {...fieldProps} defaultValue={defaultValues.unit}>
                    {DURATION_UNITS.map(({ name, plural }) => (
                      <option key={name} value={name}>
                        {plural}
                      </option>
                    ))}
                  </select>
                )}
              </Field>
            </div>
          )}
        </>
      )}
      <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
        <p>Valeur d'origine : {formatAllowance(defaults)}</p>
        <Button
          variant="outline"
          className="max-sm:grow"
          onClick={() => reset(toLimitInput(defaults), { keepDefaultValues: true })}
        >
          Remettre la valeur d'origine
        </Button>
      </div>
    </EditDialog>
  );
}
