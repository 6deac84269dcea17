/** The form of what is required of administrators: a second factor, and sessions that end. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Panel } from "#app/components/admin/panel.tsx";
import { SwitchField } from "#app/components/admin/switch-field.tsx";
import { UnsavedGuard } from "#app/components/admin/unsaved-guard.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { TextField } from "#app/components/ui/forms/field.tsx";
import { useSettingsForm } from "#app/features/admin/shared/mutations/use-settings-form.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { saveSecuritySettings } from "./security-settings.mutations.ts";
import { getSecuritySettings, type SecuritySettings } from "./security-settings.queries.ts";
import {
  type SecuritySettingsInput,
  type SecuritySettingsValues,
  securitySettingsSchema,
} from "./security-settings.schema.ts";

const toInput = (settings: SecuritySettingsValues): SecuritySettingsInput => ({
  admin_factor_required: settings.admin_factor_required,
  admin_idle_minutes: String(settings.admin_idle_minutes),
  admin_session_hours: String(settings.admin_session_hours),
});

const LABELS = [
  ["admin_factor_required", "Exiger un second facteur des administrateurs"],
  ["admin_idle_minutes", "Fin de session sans activité (minutes)"],
  ["admin_session_hours", "Durée maximale d'une session (heures)"],
] as const;
const [[, FACTOR_LABEL], [, IDLE_LABEL], [, SESSION_LABEL]] = LABELS;

interface SecuritySettingsFormProps {
  settings: SecuritySettings;
  /** Whether the administrator who is signed in has a second factor. */
  hasFactor: boolean;
  /** Called after the settings have been saved. */
  onSaved(): Promise<void> | void;
}

export function SecuritySettingsForm({ settings, hasFactor, onSaved }: SecuritySettingsFormProps) {
  const form = useForm({ resolver: zodResolver(securitySettingsSchema), defaultValues: toInput(settings) });
  const { register, formState } = form;
  const { errors, isDirty } = formState;
  const { onSubmit, busy, conflict } = useSettingsForm<
    SecuritySettingsInput,
    SecuritySettingsValues,
    SecuritySettings
  >({
    form,
    settings,
    toInput,
    labels: LABELS,
    write: (values, base) => saveSecuritySettings(getSupabase(), values, base),
    find: () => getSecuritySettings(getSupabase()),
    entity: "security settings",
    onSaved,
  });

  return (
    <Panel title="Règles pour les administrateurs">
      <form noValidate method="post" onSubmit={onSubmit} className="grid gap-4 p-4 md:grid-cols-2">
        <UnsavedGuard dirty={isDirty && !busy} />
        {conflict && <div className="md:col-span-2">{conflict}</div>}
        <div className="md:col-span-2">
          <SwitchField
            label={FACTOR_LABEL}
            hint={
              hasFactor
                ? "Un administrateur qui n'en a pas l'active à sa prochaine page, et ne peut rien faire avant."
                : "Vous n'en avez pas encore : vous devrez l'activer aussitôt."
            }
            {...register("admin_factor_required")}
          />
        </div>
        <TextField
          label={IDLE_LABEL}
          inputMode="numeric"
          error={errors.admin_idle_minutes?.message}
          {...register("admin_idle_minutes")}
        />
        <TextField
          label={SESSION_LABEL}
          inputMode="numeric"
          error={errors.admin_session_hours?.message}
          {...register("admin_session_hours")}
        />
        <BusyButton variant="primary" type="submit" className="justify-self-start max-sm:w-full" busy={busy}>
          {busy ? "Enregistrement..." : "Enregistrer"}
        </BusyButton>
      </form>
    </Panel>
  );
}
