/**
 * The password of whoever accepts an invitation: that of the account with the invited address, or of a new one. The
 * route signs in or registers.
 */
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { TextField } from "#app/components/ui/forms/field.tsx";
import { PasswordField } from "#app/components/ui/forms/password-field.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { knownPasswordSchema, newPasswordSchema } from "./administrator.schema.ts";
import type { OpenInvitation } from "./administrators.queries.ts";

interface InvitationFormProps {
  invitation: OpenInvitation;
  /** Resolves to what failed or comes next, null when there is nothing to say. */
  onSubmit(password: string): Promise<string | null>;
}

export function InvitationForm({ invitation: { email, has_account }, onSubmit }: InvitationFormProps) {
  const [message, setMessage] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(has_account ? knownPasswordSchema : newPasswordSchema),
    defaultValues: { password: "" },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ password }) => setMessage(await onSubmit(password)));

  return (
    <form noValidate method="post" onSubmit={submit} className="grid gap-4">
      <TextField label="Email" type="email" autoComplete="username" value={email} readOnly />
      {has_account ? (
        <PasswordField
          label="Mot de passe"
          autoComplete="current-password"
          error={errors.password?.message}
          {...register("password")}
        />
      ) : (
        <PasswordField
          label="Choisissez un mot de passe"
          autoComplete="new-password"
          hint="12 caractères au moins."
          error={errors.password?.message}
          {...register("password")}
        />
      )}
      {message && (
        <Notice variant="warning" role="alert">
          {message}
        </Notice>
      )}
      <BusyButton variant="primary" type="submit" className="w-full" busy={isSubmitting}>
        {has_account ? "Se connecter et accepter" : "Créer mon compte et accepter"}
      </BusyButton>
    </form>
  );
}
