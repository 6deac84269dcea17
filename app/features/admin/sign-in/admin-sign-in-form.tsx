/** The sign-in form of the admin area. The input stays after a failure. */

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { TextField } from "#app/components/ui/forms/field.tsx";
import { PasswordField } from "#app/components/ui/forms/password-field.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { SIGN_IN_ERROR_TITLE } from "#app/lib/supabase/auth-error-message.ts";
import { adminSignInSchema } from "./sign-in.schema.ts";
import { signInAsAdministrator } from "./sign-in.ts";

/** `onSignedIn` navigates; the form stays busy until it resolves. */
export function AdminSignInForm({ onSignedIn }: { onSignedIn(): Promise<void> | void }) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(adminSignInSchema),
    defaultValues: { email: "", password: "" },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ email, password }) => {
    const errorMessage = await signInAsAdministrator(email, password);
    if (errorMessage !== null) {
      toast({ title: SIGN_IN_ERROR_TITLE, description: errorMessage, variant: "error" });
      return;
    }
    toast({ title: "Connexion réussie" });
    await onSignedIn();
  });

  return (
    <form noValidate method="post" onSubmit={submit} className="grid gap-4">
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email?.message}
        {...register("email")}
      />
      <PasswordField
        label="Mot de passe"
        autoComplete="current-password"
        error={errors.password?.message}
        {...register("password")}
      />
      <BusyButton variant="primary" type="submit" className="w-full" busy={isSubmitting}>
        {isSubmitting ? "Connexion en cours..." : "Se connecter"}
      </BusyButton>
    </form>
  );
}
