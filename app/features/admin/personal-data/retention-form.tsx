/** The form of how long the shop stores what names people. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Panel } from "#app/components/admin/panel.tsx";
import { UnsavedGuard } from "#app/components/admin/unsaved-guard.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { TextField } from "#app/components/ui/forms/field.tsx";
import { RETENTION_LABELS } from "#app/features/admin/shared/labels/retention-labels.ts";
import { useSettingsForm } from "#app/features/admin/shared/mutations/use-settings-form.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { saveRetentionSettings } from "./personal-data.mutations.ts";
import { getRetentionSettings, type RetentionSettings } from "./personal-data.queries.ts";
import { type RetentionInput, type RetentionValues, retentionSchema } from "./retention.schema.ts";

const toInput = (values: RetentionValues): RetentionInput => ({
  order_years: String(values.order_years),
  message_days: String(values.message_days),
  quote_days: String(values.quote_days),
  draft_days: String(values.draft_days),
  mail_days: String(values.mail_days),
  audit_days: String(values.audit_days),
  unused_account_days: String(values.unused_account_days),
});

interface RetentionFormProps {
  settings: RetentionSettings;
  onSaved(): Promise<void>;
}

export function RetentionForm({ settings, onSaved }: RetentionFormProps) {
  const form = useForm({ resolver: zodResolver(retentionSchema), defaultValues: toInput(settings) });
  const { register, formState } = form;
  const { errors, isDirty } = formState;
  const { onSubmit, busy, conflict } = useSettingsForm<RetentionInput, RetentionValues, RetentionSettings>({
    form,
    settings,
    toInput,
    labels: RETENTION_LABELS,
    write: (values, base) => saveRetentionSettings(getSupabase(), values, base),
    find: () => getRetentionSettings(getSupabase()),
    entity: "retention settings",
    onSaved,
  });

  return (
    <Panel title="Durées de conservation">
      <form noValidate method="post" onSubmit={onSubmit} className="grid gap-4 p-4 md:grid-cols-2">
        <UnsavedGuard dirty={isDirty && !busy} />
        {conflict && <div className="md:col-span-2">{conflict}</div>}
        <p className="text-sm text-muted md:col-span-2">
          Passé ces délais, la boutique efface chaque nuit, et le Journal dit combien. Une commande reste,
          sans son client : la loi demande dix ans de comptes. La page « Politique de Confidentialité »
          reprend ces durées.
        </p>
        {RETENTION_LABELS.map(([name, label]) => (
          <TextField
            key={name}
            label={label}
            inputMode="numeric"
            error={errors[name]?.message}
            {...register(name)}
          />
        ))}
        <BusyButton
          variant="outline"
          type="submit"
          className="justify-self-start max-sm:w-full md:col-span-2"
          busy={busy}
        >
          Appliquer les durées
        </BusyButton>
      </form>
    </Panel>
  );
}
