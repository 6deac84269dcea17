/** Signing in and registering: what auth-js answers becomes what the forms say. Never throws. */
import type { AuthError, GoTrueClient } from "@supabase/auth-js";
import { type AuthFailure, authErrorMessage } from "../../lib/error-messages.ts";
import { normalizePhone } from "../../lib/phone.ts";

const UNEXPECTED = "Une erreur inattendue s'est produite. Veuillez réessayer.";

/** What a toast shows of a failure. */
interface Refusal {
  kind: "refused";
  title: string;
  message: string;
}

export type SignInResult = { kind: "signed-in" } | Refusal;
/** `confirm-email`: the account exists once the link in the mail just sent has been opened. */
export type SignUpResult = { kind: "signed-in" } | { kind: "confirm-email" } | Refusal;

export interface NewAccount {
  firstName: string;
  lastName: string;
  /** As typed; it is sent in one form. */
  phone: string;
  email: string;
  password: string;
}

type Connect = () => Promise<Pick<GoTrueClient, "signInWithPassword" | "signUp">>;

export async function signInWith(connect: Connect, email: string, password: string): Promise<SignInResult> {
  try {
    const client = await connect();
    const { error } = await client.signInWithPassword({ email: email.toLowerCase(), password });
    if (!error) return { kind: "signed-in" };
    const fallback = "Une erreur s'est produite lors de la connexion.";
    return { kind: "refused", title: "Erreur de connexion", message: messageOf(error, fallback) };
  } catch (error) {
    return unexpected(error);
  }
}

export async function signUpWith(connect: Connect, account: NewAccount): Promise<SignUpResult> {
  const { firstName, lastName, phone, email, password } = account;
  try {
    const client = await connect();
    const { data, error } = await client.signUp({
      email: email.toLowerCase(),
      password,
      options: { data: { first_name: firstName, last_name: lastName, phone: normalizePhone(phone) } },
    });
    if (!error) return data.session ? { kind: "signed-in" } : { kind: "confirm-email" };
    const fallback = "Impossible de créer un compte. Veuillez réessayer.";
    return { kind: "refused", title: "Erreur", message: messageOf(error, fallback) };
  } catch (error) {
    return unexpected(error);
  }
}

/** A lost connection has no message worth showing: fetch's own is English. */
function messageOf(error: AuthError, fallback: string): string {
  if (error.name === "AuthRetryableFetchError")
    return "Connexion impossible. Vérifiez votre réseau et réessayez.";
  const failure: AuthFailure = { code: error.code, status: error.status, message: error.message };
  if ("reasons" in error && Array.isArray(error.reasons)) failure.reasons = error.reasons;
  return authErrorMessage(failure, fallback);
}

function unexpected(error: unknown): Refusal {
  console.error("identity: the auth service could not be asked", error);
  return { kind: "refused", title: "Erreur", message: UNEXPECTED };
}
