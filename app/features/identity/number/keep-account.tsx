/** In the account of somebody who has no e-mail address: «Créer mon compte», which keeps their orders. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { PasswordField } from "#app/components/ui/forms/password-field.tsx";
import { EmailField } from "#app/components/ui/forms/person-fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { useAuth } from "#app/features/identity/session/auth-provider.tsx";
import { keepAccountSchema } from "#app/features/identity/sign-in/credentials.schema.ts";
import { EmailSentNotice } from "#app/features/identity/sign-in/email-sent-notice.tsx";
import { useAuthMethods } from "./auth-methods.ts";
import { keepAccount } from "./number-account.ts";
import { PhoneCodeForm } from "./phone-code-form.tsx";

interface KeepAccountProps {
  /** Called when the account has an address or a proven number. */
  onKept(): Promise<void>;
}

export function KeepAccount({ onKept }: KeepAccountProps) {
  const { connect, user } = useAuth();
  const { phone } = useAuthMethods();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(keepAccountSchema),
  });
  const { errors, isSubmitting } = formState;
  const [failure, setFailure] = useState<string | null>(null);
  const [mailedTo, setMailedTo] = useState<string | null>(null);

  const submit = handleSubmit(async (account) => {
    setFailure(null);
    const result = await keepAccount(connect, account);
    switch (result.kind) {
      case "kept":
        toast({ title: "Compte créé", description: "Vos commandes y sont toutes." });
        await onKept();
        break;
      case "confirm-email":
        setMailedTo(account.email);
        break;
      case "error":
        setFailure(result.message);
    }
  });

  if (mailedTo !== null)
    return (
      <EmailSentNotice title="Il reste une étape">
        Un email a été envoyé à <strong>{mailedTo}</strong>. Ouvrez le lien qu'il contient&nbsp;: votre compte
        gardera vos commandes.
      </EmailSentNotice>
    );
  return (
    <section aria-labelledby="keep" className="card grid gap-4 p-4 sm:p-6">
      <div>
        <h2 id="keep" className="text-xl">
          Créer mon compte
        </h2>
        <p className="text-muted">
          {user?.is_anonymous
            ? "Sans compte, vos commandes ne se voient que sur cet appareil. Un compte les garde toutes."
            : "Une adresse e-mail et un mot de passe ouvrent aussi votre compte."}
        </p>
      </div>
      <form noValidate method="post" onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
        <EmailField autoComplete="username" error={errors.email?.message} {...register("email")} />
        <PasswordField
          label="Mot de passe"
          autoComplete="new-password"
          hint="6 caractères au moins."
          error={errors.password?.message}
          {...register("password")}
        />
        {failure && (
          <Notice variant="error" role="alert" className="sm:col-span-2">
            {failure}
          </Notice>
        )}
        <BusyButton variant="primary" type="submit" busy={isSubmitting} className="sm:justify-self-start">
          {isSubmitting ? "Création en cours..." : "Créer mon compte"}
        </BusyButton>
      </form>
      {phone && user?.is_anonymous && (
        <div className="grid gap-3 border-t border-border pt-4">
          <p>Ou avec votre numéro, par un code&nbsp;:</p>
          <PhoneCodeForm purpose="keep" onProven={async (isProven) => void (isProven && (await onKept()))} />
        </div>
      )}
    </section>
  );
}
