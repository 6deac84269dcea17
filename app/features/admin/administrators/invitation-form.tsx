/**
 * The account of whoever accepts an invitation: that of the invited address, or of the address that somebody invited by
 * their number chooses. The route signs in or registers.
 */
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { TextField } from "#app/components/ui/forms/field.tsx";
import { PasswordField } from "#app/components/ui/forms/password-field.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { knownAccountSchema, newAccountSchema } from "./administrator.schema.ts";
import type { OpenInvitation } from "./administrators.queries.ts";

export interface InvitedAccount {
  email: string;
  password: string;
  /** Whether it exists: then the password is that of the account. */
  isKnown: boolean;
}

interface InvitationFormProps {
  invitation: OpenInvitation;
  /** Resolves to what failed or comes next, null when there is nothing to say. */
  onSubmit(account: InvitedAccount): Promise<string | null>;
}

export function InvitationForm({ invitation: { email, has_account }, onSubmit }: InvitationFormProps) {
  const [message, setMessage] = useState<string | null>(null);
  const [isKnown, setKnown] = useState(has_account);
  const { register, handleSubmit, clearErrors, formState } = useForm({
    resolver: zodResolver(isKnown ? knownAccountSchema : newAccountSchema),
    defaultValues: { email: email ?? "", password: "" },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => setMessage(await onSubmit({ ...values, isKnown })));

  return (
    <form noValidate method="post" onSubmit={submit} className="grid gap-4">
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={email !== null}
        error={errors.email?.message}
        {...register("email")}
      />
      {isKnown ? (
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
        {isKnown ? "Se connecter et accepter" : "Créer mon compte et accepter"}
      </BusyButton>
      {email === null && (
        <Button
          variant="outline"
          onClick={() => {
            clearErrors();
            setMessage(null);
            setKnown(!isKnown);
          }}
        >
          {isKnown ? "Je n'ai pas de compte" : "J'ai déjà un compte"}
        </Button>
      )}
    </form>
  );
}
