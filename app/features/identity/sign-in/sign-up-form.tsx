/**
 * The registration form. Accounts are confirmed at once by default; with confirmation enabled there is no
 * session yet, and `onMailSent` is called with the address of the mail. The fields have no default values, as
 * in the sign-in form; what was typed into them is stored as a draft, except for the passwords.
 */
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { PasswordField } from "#app/components/ui/forms/password-field.tsx";
import {
  EmailField,
  FirstNameField,
  LastNameField,
  PhoneField,
} from "#app/components/ui/forms/person-fields.tsx";
import { useDraft } from "#app/components/ui/forms/use-draft.ts";
import { Notice } from "#app/components/ui/notice.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { useAuth } from "#app/features/identity/session/auth-provider.tsx";
import { signUpSchema } from "./credentials.schema.ts";
import { signUpWithPassword } from "./sign-in.ts";

const DRAFT_KEY = "registration";
const draftFields = ["firstName", "lastName", "phone", "email"] as const;

export function SignUpForm({ onMailSent }: { onMailSent: (email: string) => void }) {
  const { connect } = useAuth();
  const form = useForm({ resolver: zodResolver(signUpSchema) });
  const { register, handleSubmit, setError, formState } = form;
  const { errors, isSubmitting } = formState;
  const [failure, setFailure] = useState<string | null>(null);
  const { clearDraft } = useDraft(form, DRAFT_KEY, draftFields);

  const submit = handleSubmit(async (account) => {
    setFailure(null);
    const result = await signUpWithPassword(connect, account, `${window.location.origin}/login`);
    switch (result.kind) {
      case "signed-in":
        clearDraft();
        toast({
          title: "Inscription réussie",
          description: "Votre compte a été créé avec succès. Vous êtes maintenant connecté.",
        });
        break;
      case "confirm-email":
        clearDraft();
        onMailSent(account.email);
        break;
      case "error":
        if (result.field) setError(result.field, { message: result.message }, { shouldFocus: true });
        else setFailure(result.message);
        toast({ title: result.title, description: result.message, variant: "error" });
    }
  });

  return (
    <form noValidate method="post" onSubmit={submit} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <FirstNameField error={errors.firstName?.message} {...register("firstName")} />
        <LastNameField error={errors.lastName?.message} {...register("lastName")} />
      </div>
      <PhoneField
        hint="Le livreur vous appelle à ce numéro."
        error={errors.phone?.message}
        {...register("phone")}
      />
      <EmailField autoComplete="username" error={errors.email?.message} {...register("email")} />
      <PasswordField
        label="Mot de passe"
        autoComplete="new-password"
        hint="6 caractères au moins."
        error={errors.password?.message}
        {...register("password")}
      />
      <PasswordField
        label="Confirmer le mot de passe"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register("confirmPassword")}
      />
      {failure && (
        <Notice variant="error" role="alert">
          {failure}
        </Notice>
      )}
      <BusyButton variant="primary" type="submit" className="w-full" busy={isSubmitting}>
        {isSubmitting ? "Création en cours..." : "Créer mon compte"}
      </BusyButton>
      <p className="text-sm text-muted">
        En créant un compte, vous acceptez nos{" "}
        <Link to="/terms" target="_blank" className="link">
          conditions d'utilisation
        </Link>{" "}
        et notre{" "}
        <Link to="/privacy" target="_blank" className="link">
          politique de confidentialité
        </Link>
        .
      </p>
    </form>
  );
}
