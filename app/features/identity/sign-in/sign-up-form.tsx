/**
 * The registration form. Accounts are confirmed at once by default; with confirmation enabled there is no
 * session yet, and `onMailSent` is called with the address of the mail. The fields have no default values, as
 * in the sign-in form.
 */
import { zodResolver } from "@hookform/resolvers/zod";
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
import { toast } from "#app/components/ui/toast/toast.ts";
import { useAuth } from "#app/features/identity/session/auth-provider.tsx";
import { signUpSchema } from "./credentials.schema.ts";
import { signUpWithPassword } from "./sign-in.ts";

export function SignUpForm({ onMailSent }: { onMailSent: (email: string) => void }) {
  const { connect } = useAuth();
  const { register, handleSubmit, setError, formState } = useForm({ resolver: zodResolver(signUpSchema) });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (account) => {
    const result = await signUpWithPassword(connect, account, `${window.location.origin}/login`);
    switch (result.kind) {
      case "signed-in":
        toast({
          title: "Inscription réussie",
          description: "Votre compte a été créé avec succès. Vous êtes maintenant connecté.",
        });
        break;
      case "confirm-email":
        onMailSent(account.email);
        break;
      case "error":
        if (result.field) setError(result.field, { message: result.message }, { shouldFocus: true });
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
