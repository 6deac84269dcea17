/** The form that requests a password recovery mail. Its response is the same for every e-mail address. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { EmailField } from "#app/components/ui/forms/person-fields.tsx";
import { toastError } from "#app/components/ui/toast/toast.ts";
import { recoverySchema } from "#app/features/identity/sign-in/credentials.schema.ts";
import { EmailSentNotice } from "#app/features/identity/sign-in/email-sent-notice.tsx";
import { getAuthClient } from "#app/lib/supabase/auth.client.ts";
import { requestRecovery } from "./recovery.ts";

interface RecoveryFormProps {
  /** The absolute URL that the mail's link opens. */
  redirectTo: string;
}

export function RecoveryForm({ redirectTo }: RecoveryFormProps) {
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(recoverySchema),
    defaultValues: { email: "" },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ email }) => {
    const result = await requestRecovery(getAuthClient, email, redirectTo);
    if (result.kind === "sent") setMailedTo(email);
    else toastError(result.message);
  });

  if (mailedTo !== null) {
    return (
      <EmailSentNotice title="Regardez votre boîte mail">
        Si un compte existe pour <strong>{mailedTo}</strong>, un lien vient d'y être envoyé. Il reste valable
        une heure&nbsp;; pensez à regarder aussi dans les indésirables.
      </EmailSentNotice>
    );
  }
  return (
    <form noValidate method="post" onSubmit={submit} className="grid gap-4">
      <EmailField autoComplete="username" error={errors.email?.message} {...register("email")} />
      <BusyButton variant="primary" type="submit" className="w-full" busy={isSubmitting}>
        {isSubmitting ? "Envoi en cours..." : "Recevoir un lien"}
      </BusyButton>
    </form>
  );
}
