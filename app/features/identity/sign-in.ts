/** Signing in and registering: what auth-js answers becomes what the forms say. Never throws. */
import type { GoTrueClient } from "@supabase/auth-js";
import { authRefusalMessage } from "../../lib/auth-refusal.ts";
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
    return { kind: "refused", title: "Erreur de connexion", message: authRefusalMessage(error, fallback) };
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
    return { kind: "refused", title: "Erreur", message: authRefusalMessage(error, fallback) };
  } catch (error) {
    return unexpected(error);
  }
}

function unexpected(error: unknown): Refusal {
  console.error("identity: the auth service could not be asked", error);
  return { kind: "refused", title: "Erreur", message: UNEXPECTED };
}
