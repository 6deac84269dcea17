/** The address that a link for a new password is to go to. What it answers is the same for every address. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { BusyButton } from "../../components/ui/busy-button.tsx";
import { EmailField } from "../../components/ui/person-fields.tsx";
import { toastError } from "../../components/ui/toast/toast.ts";
import { authClient } from "../../lib/auth.client.ts";
import { recoverySchema } from "./credentials.schema.ts";
import { MailNotice } from "./mail-notice.tsx";
import { requestRecovery } from "./recovery.ts";

export function RecoveryForm({ page }: { page: string }) {
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(recoverySchema),
    defaultValues: { email: "" },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ email }) => {
    const result = await requestRecovery(authClient, email, page);
    if (result.kind === "sent") setMailedTo(email);
    else toastError(result.message);
  });

  if (mailedTo !== null) {
    return (
      <MailNotice title="Regardez votre boîte mail">
        Si un compte existe pour <strong>{mailedTo}</strong>, un lien vient d'y être envoyé. Il reste valable
        une heure&nbsp;; pensez à regarder aussi dans les indésirables.
      </MailNotice>
    );
  }
  return (
    <form noValidate method="post" onSubmit={submit} className="grid gap-4">
      <EmailField autoComplete="username" error={errors.email?.message} {...register("email")} />
      <BusyButton type="submit" className="btn btn-primary w-full" busy={isSubmitting}>
        {isSubmitting ? "Envoi en cours..." : "Recevoir un lien"}
      </BusyButton>
    </form>
  );
}
