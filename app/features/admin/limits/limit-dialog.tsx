/** Changes how much a limit allows, over the version that was loaded. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { EditConflict } from "#app/components/admin/edit-conflict.tsx";
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
import { DELETED_MESSAGE } from "#app/features/admin/shared/mutations/assert-rows-affected.ts";
import { useOptimisticLock } from "#app/features/admin/shared/mutations/use-optimistic-lock.ts";
import { toUserMessage, UserError } from "#app/features/admin/shared/mutations/user-error.ts";
import { DURATION_UNITS } from "#app/lib/format/durations.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { createLimitSchema, diffLimits, type LimitValues, toLimitInput } from "./limit.schema.ts";
import { updateLimit } from "./limits.mutations.ts";
import { findLimit, type Limit, type StoredLimit } from "./limits.queries.ts";

interface LimitDialogProps {
  limit: Limit;
  onClose(): void;
  /** Called after a successful save; the dialog stays busy until it resolves. */
  onSaved(): Promise<void>;
}

export function LimitDialog({ limit, onClose, onSaved }: LimitDialogProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const { stored, conflict, save, acceptNewer } = useOptimisticLock<LimitValues, StoredLimit>(limit, {
    write: (values, base) => updateLimit(getSupabase(), limit, values, base ?? limit.updated_at),
    find: () => findLimit(getSupabase(), limit),
    isSaved: (values, now) => diffLimits(values, now).length === 0,
  });
  const defaultValues = toLimitInput(limit);
  const { register, handleSubmit, reset, control, formState } = useForm({
    resolver: zodResolver(createLimitSchema(limit.period_seconds)),
    defaultValues,
  });
  const { errors, isSubmitting } = formState;
  const isUnlimited = useWatch({ control, name: "isUnlimited" });
  const defaults = { maximum: limit.default_maximum, period_seconds: limit.default_period_seconds };

  const submit = handleSubmit(async (values) => {
    setFailure(null);
    try {
      const result = await save(values);
      if (result.kind === "conflict") {
        if (!result.conflict.newer) throw new UserError(DELETED_MESSAGE);
        return;
      }
    } catch (error) {
      console.error("admin: the limit could not be saved", error);
      setFailure(toUserMessage(error));
      toastError("Impossible d'enregistrer la limite");
      return;
    }
    toast({ title: "Limite enregistrée", description: "Elle vaut dans quelques secondes." });
    await onSaved();
  });

  return (
    <EditDialog
      title="Modifier la limite"
      failure={failure}
      busy={isSubmitting}
      onSubmit={submit}
      onClose={onClose}
    >
      {conflict?.newer && stored && (
        <EditConflict
          subject="cette limite"
          changes={diffLimits(stored, conflict.newer)}
          onAcceptTheirs={() => {
            acceptNewer();
            reset(toLimitInput(conflict.newer ?? limit));
          }}
          onKeepMine={acceptNewer}
        />
      )}
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
