/** The form that sets a new password after a recovery link, without the current password. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { PasswordField } from "#app/components/ui/forms/password-field.tsx";
import { toast, toastError } from "#app/components/ui/toast/toast.ts";
import { resetPasswordSchema } from "#app/features/identity/sign-in/credentials.schema.ts";
import { getAuthClient } from "#app/lib/supabase/auth.client.ts";
import { changePassword } from "./change-password.ts";

export function ResetPasswordForm({ email, onChanged }: { email: string; onChanged: () => void }) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(resetPasswordSchema),
    defaultValues: { newPassword: "", confirmPassword: "" },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ newPassword }) => {
    const result = await changePassword(getAuthClient, { newPassword });
    if (result.kind === "changed") {
      toast({ title: "Mot de passe modifié", description: "Vous êtes connecté." });
      onChanged();
    } else if (result.field === "newPassword") {
      setError(result.field, { message: result.message }, { shouldFocus: true });
    } else {
      toastError(result.message);
    }
  });

  return (
    <form noValidate method="post" onSubmit={submit} className="grid gap-4">
      {/* The account of the password, for password managers. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
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
      <BusyButton variant="primary" type="submit" className="w-full" busy={isSubmitting}>
        {isSubmitting ? "Modification..." : "Enregistrer le mot de passe"}
      </BusyButton>
    </form>
  );
}
