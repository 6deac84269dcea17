/** A new password for who has come by the link of a mail, and so need not know the old one. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { BusyButton } from "../../components/ui/busy-button.tsx";
import { PasswordField } from "../../components/ui/password-field.tsx";
import { toast, toastError } from "../../components/ui/toast/toast.ts";
import { authClient } from "../../lib/auth.client.ts";
import { changePassword } from "./change-password.ts";
import { chosenPasswordSchema } from "./credentials.schema.ts";

export function ChosenPasswordForm({ email, onChanged }: { email: string; onChanged: () => void }) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(chosenPasswordSchema),
    defaultValues: { newPassword: "", confirmPassword: "" },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ newPassword }) => {
    const result = await changePassword(authClient, { newPassword });
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
      {/* Tells a password manager whose password this is. */}
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
      <BusyButton type="submit" className="btn btn-primary w-full" busy={isSubmitting}>
        {isSubmitting ? "Modification..." : "Enregistrer le mot de passe"}
      </BusyButton>
    </form>
  );
}
