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

interface AdminSignInFormProps {
  /** Navigates; the form stays busy until it resolves. */
  onSignedIn(): Promise<void> | void;
  /** The session has to present or to enroll a second factor first. */
  onStep(step: "code" | "enrollment"): void;
  /** The only account that may sign in here: the address cannot be changed then. */
  email?: string;
}

export function AdminSignInForm({ onSignedIn, onStep, email: fixedEmail }: AdminSignInFormProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(adminSignInSchema),
    defaultValues: { email: fixedEmail ?? "", password: "" },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ email, password }) => {
    const result = await signInAsAdministrator(email, password);
    switch (result.kind) {
      case "error":
        toast({ title: SIGN_IN_ERROR_TITLE, description: result.message, variant: "error" });
        return;
      case "signed-in":
        toast({ title: "Connexion réussie" });
        await onSignedIn();
        return;
      default:
        onStep(result.kind);
    }
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
        readOnly={fixedEmail !== undefined}
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
