/** Signing in to the back office. What was typed stays when it was refused. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { BusyButton } from "../../../components/ui/busy-button.tsx";
import { TextField } from "../../../components/ui/field.tsx";
import { PasswordField } from "../../../components/ui/password-field.tsx";
import { toast } from "../../../components/ui/toast/toast.ts";
import { officeSignInSchema } from "./sign-in.schema.ts";
import { signInAsAdministrator } from "./sign-in.ts";

/** `onSignedIn` leads on; the form stays busy until it has. */
export function OfficeSignInForm({ onSignedIn }: { onSignedIn(): Promise<void> | void }) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(officeSignInSchema),
    defaultValues: { email: "", password: "" },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ email, password }) => {
    const refusal = await signInAsAdministrator(email, password);
    if (refusal !== null) {
      toast({ title: "Erreur de connexion", description: refusal, variant: "destructive" });
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
      <BusyButton type="submit" className="btn btn-primary w-full" busy={isSubmitting}>
        {isSubmitting ? "Connexion en cours..." : "Se connecter"}
      </BusyButton>
    </form>
  );
}
