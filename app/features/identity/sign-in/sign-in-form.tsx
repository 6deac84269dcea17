/**
 * The sign-in form by e-mail and password. The page handles a success: it watches the session. The form is
 * server-rendered and its fields have no default values, which would overwrite what was typed before
 * hydration.
 */
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { PasswordField } from "#app/components/ui/forms/password-field.tsx";
import { EmailField } from "#app/components/ui/forms/person-fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { useAuth } from "#app/features/identity/session/auth-provider.tsx";
import { signInSchema } from "./credentials.schema.ts";
import { signInWithPassword } from "./sign-in.ts";

export function SignInForm() {
  const { connect } = useAuth();
  const { register, handleSubmit, formState } = useForm({ resolver: zodResolver(signInSchema) });
  const { errors, isSubmitting } = formState;
  const [failure, setFailure] = useState<string | null>(null);

  const submit = handleSubmit(async ({ email, password }) => {
    setFailure(null);
    const result = await signInWithPassword(connect, email, password);
    if (result.kind === "error") {
      setFailure(result.message);
      toast({ title: result.title, description: result.message, variant: "error" });
    }
  });

  return (
    <form noValidate method="post" onSubmit={submit} className="grid gap-4">
      <EmailField autoComplete="username" error={errors.email?.message} {...register("email")} />
      <PasswordField
        label="Mot de passe"
        autoComplete="current-password"
        error={errors.password?.message}
        {...register("password")}
      />
      <Link
        to="/reset-password"
        className="link -my-3 inline-flex min-h-11 items-center justify-self-end text-sm"
      >
        Mot de passe oublié&nbsp;?
      </Link>
      {failure && (
        <Notice variant="error" role="alert">
          {failure}
        </Notice>
      )}
      <BusyButton variant="primary" type="submit" className="w-full" busy={isSubmitting}>
        {isSubmitting ? "Connexion en cours..." : "Se connecter"}
      </BusyButton>
    </form>
  );
}
