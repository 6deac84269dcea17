/**
 * The form that changes the password, in a collapsible section. The service requires the current password and
 * ends the sessions of all other devices; its errors are shown at their fields, which have no default values, since
 * they are part of the server's HTML.
 */
import { zodResolver } from "@hookform/resolvers/zod";
import ChevronDown from "lucide-react/icons/chevron-down";
import { useRef } from "react";
import { useForm } from "react-hook-form";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { PasswordField } from "#app/components/ui/forms/password-field.tsx";
import { toast, toastError } from "#app/components/ui/toast/toast.ts";
import { changePasswordSchema } from "#app/features/identity/sign-in/credentials.schema.ts";
import { getAuthClient } from "#app/lib/supabase/auth.client.ts";
import { changePassword } from "./change-password.ts";

export function ChangePasswordForm({ email }: { email: string }) {
  const section = useRef<HTMLDetailsElement>(null);
  const { register, handleSubmit, reset, setError, formState } = useForm({
    resolver: zodResolver(changePasswordSchema),
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (passwords) => {
    const result = await changePassword(getAuthClient, passwords);
    if (result.kind === "changed") {
      reset();
      if (section.current) section.current.open = false;
      section.current?.querySelector("summary")?.focus();
      toast({ title: "Mot de passe modifié", description: "Vos autres appareils devront se reconnecter." });
    } else if (result.field) {
      setError(result.field, { message: result.message }, { shouldFocus: true });
    } else {
      toastError(result.message);
    }
  });

  return (
    <details ref={section} className="card group">
      <summary className="flex min-h-14 items-center justify-between gap-4 rounded-card px-4 py-3 sm:px-6">
        <h2 className="text-xl">Changer le mot de passe</h2>
        <ChevronDown aria-hidden className="shrink-0 transition-transform group-open:rotate-180" />
      </summary>
      <form noValidate method="post" onSubmit={submit} className="grid gap-4 px-4 pb-4 sm:px-6 sm:pb-6">
        {/* The account of the password, for password managers. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="Mot de passe actuel"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...register("currentPassword")}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <PasswordField
            label="Nouveau mot de passe"
            autoComplete="new-password"
            hint="6 caractères au moins."
            error={errors.newPassword?.message}
            {...register("newPassword")}
          />
          <PasswordField
            label="Confirmer le nouveau mot de passe"
            autoComplete="new-password"
            error={errors.confirmPassword?.message}
            {...register("confirmPassword")}
          />
        </div>
        <p className="text-sm text-muted">
          Vous restez connecté ici&nbsp;; vos autres appareils devront se reconnecter.
        </p>
        <BusyButton variant="primary" type="submit" className="sm:justify-self-start" busy={isSubmitting}>
          {isSubmitting ? "Modification..." : "Changer le mot de passe"}
        </BusyButton>
      </form>
    </details>
  );
}
