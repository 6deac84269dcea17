/** The form of what is required of administrators: a second factor, and sessions that end. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Panel } from "#app/components/admin/panel.tsx";
import { SwitchField } from "#app/components/admin/switch-field.tsx";
import { UnsavedGuard } from "#app/components/admin/unsaved-guard.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { TextField } from "#app/components/ui/forms/field.tsx";
import { toast, toastError } from "#app/components/ui/toast/toast.ts";
import { toUserMessage } from "#app/features/admin/shared/mutations/user-error.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { saveSecuritySettings } from "./security-settings.mutations.ts";
import type { SecuritySettings } from "./security-settings.queries.ts";
import { securitySettingsSchema } from "./security-settings.schema.ts";

const toInput = (settings: SecuritySettings) => ({
  admin_factor_required: settings.admin_factor_required,
  admin_idle_minutes: String(settings.admin_idle_minutes),
  admin_session_hours: String(settings.admin_session_hours),
});

interface SecuritySettingsFormProps {
  settings: SecuritySettings;
  /** Whether the administrator who is signed in has a second factor. */
  hasFactor: boolean;
  /** Called after the settings have been saved. */
  onSaved(): Promise<void> | void;
}

export function SecuritySettingsForm({ settings, hasFactor, onSaved }: SecuritySettingsFormProps) {
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(securitySettingsSchema),
    defaultValues: toInput(settings),
  });
  const { errors, isSubmitting, isDirty } = formState;

  const submit = handleSubmit(async (values) => {
    try {
      await saveSecuritySettings(getSupabase(), values);
      reset(toInput(values));
      toast({ title: "Paramètres enregistrés" });
      await onSaved();
    } catch (error) {
      console.error("admin: the security settings could not be saved", error);
      toastError(toUserMessage(error));
    }
  });

  return (
    <Panel title="Règles pour les administrateurs">
      <form noValidate method="post" onSubmit={submit} className="grid gap-4 p-4 md:grid-cols-2">
        <UnsavedGuard dirty={isDirty && !isSubmitting} />
        <div className="md:col-span-2">
          <SwitchField
            label="Exiger un second facteur des administrateurs"
            hint={
              hasFactor
                ? "Un administrateur qui n'en a pas l'active à sa prochaine page, et ne peut rien faire avant."
                : "Vous n'en avez pas encore : vous devrez l'activer aussitôt."
            }
            {...register("admin_factor_required")}
          />
        </div>
        <TextField
          label="Fin de session sans activité (minutes)"
          inputMode="numeric"
          error={errors.admin_idle_minutes?.message}
          {...register("admin_idle_minutes")}
        />
        <TextField
          label="Durée maximale d'une session (heures)"
          inputMode="numeric"
          error={errors.admin_session_hours?.message}
          {...register("admin_session_hours")}
        />
        <BusyButton
          variant="primary"
          type="submit"
          className="justify-self-start max-sm:w-full"
          busy={isSubmitting}
        >
          {isSubmitting ? "Enregistrement..." : "Enregistrer"}
        </BusyButton>
      </form>
    </Panel>
  );
}
