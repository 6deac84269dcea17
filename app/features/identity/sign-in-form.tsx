/**
 * Signing in by e-mail and password. What follows a success is the page's affair: it watches the session. The server
 * draws the form, and what was typed before the script came stays: no field has a default that would take its place.
 */
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import { BusyButton } from "../../components/ui/busy-button.tsx";
import { PasswordField } from "../../components/ui/password-field.tsx";
import { EmailField } from "../../components/ui/person-fields.tsx";
import { toast } from "../../components/ui/toast/toast.ts";
import { useAuth } from "./auth-provider.tsx";
import { signInSchema } from "./credentials.schema.ts";
import { signInWith } from "./sign-in.ts";

export function SignInForm() {
  const { connect } = useAuth();
  const { register, handleSubmit, formState } = useForm({ resolver: zodResolver(signInSchema) });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ email, password }) => {
    const result = await signInWith(connect, email, password);
    if (result.kind === "refused") {
      toast({ title: result.title, description: result.message, variant: "destructive" });
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
      <BusyButton type="submit" className="btn btn-primary w-full" busy={isSubmitting}>
        {isSubmitting ? "Connexion en cours..." : "Se connecter"}
      </BusyButton>
    </form>
  );
}
