/** Signing in and registering: maps the errors of auth-js to messages of the forms. Never throws. */
import type { GoTrueClient } from "@supabase/auth-js";
import { ACCOUNT_NOT_CREATED } from "#app/lib/error-messages.ts";
import { normalizePhone } from "#app/lib/format/phone.ts";
import {
  getAuthErrorMessage,
  SIGN_IN_ERROR_TITLE,
  UNEXPECTED_ERROR,
} from "#app/lib/supabase/auth-error-message.ts";

/** A failure, for an error toast. */
interface SignInError {
  kind: "error";
  title: string;
  message: string;
  /** The field that the message is about, which shows it too. */
  field?: "email" | "password";
}

export type SignInResult = { kind: "signed-in" } | SignInError;
/** `confirm-email`: the account is usable once the link in the mail has been opened. */
export type SignUpResult = { kind: "signed-in" } | { kind: "confirm-email" } | SignInError;

export interface NewAccount {
  firstName: string;
  lastName: string;
  /** As typed; it is normalized before sending. */
  phone: string;
  email: string;
  password: string;
}

/** What the auth service rejects about one field of the registration. */
const FIELDS_BY_CODE: Readonly<Record<string, "email" | "password">> = {
  weak_password: "password",
  user_already_exists: "email",
  email_exists: "email",
  email_address_invalid: "email",
};

type Connect = () => Promise<Pick<GoTrueClient, "signInWithPassword" | "signUp">>;

export async function signInWithPassword(
  connect: Connect,
  email: string,
  password: string,
): Promise<SignInResult> {
  try {
    const client = await connect();
    const { error } = await client.signInWithPassword({ email: email.toLowerCase(), password });
    if (!error) return { kind: "signed-in" };
    const fallback = "Une erreur s'est produite lors de la connexion.";
    return { kind: "error", title: SIGN_IN_ERROR_TITLE, message: getAuthErrorMessage(error, fallback) };
  } catch (error) {
    return toUnexpectedError(error);
  }
}

/** The link of a confirmation mail opens `redirectTo`, an absolute URL. */
export async function signUpWithPassword(
  connect: Connect,
  account: NewAccount,
  redirectTo: string,
): Promise<SignUpResult> {
  const { firstName, lastName, phone, email, password } = account;
  try {
    const client = await connect();
    const { data, error } = await client.signUp({
      email: email.toLowerCase(),
      password,
      options: {
        emailRedirectTo: redirectTo,
        data: { first_name: firstName, last_name: lastName, phone: normalizePhone(phone) },
      },
    });
    if (!error) return data.session ? { kind: "signed-in" } : { kind: "confirm-email" };
    const fallback = ACCOUNT_NOT_CREATED;
    const message = getAuthErrorMessage(error, fallback);
    const field = FIELDS_BY_CODE[error.code ?? ""];
    return { kind: "error", title: "Erreur", message, ...(field && { field }) };
  } catch (error) {
    return toUnexpectedError(error);
  }
}

function toUnexpectedError(error: unknown): SignInError {
  console.error("identity: the auth service could not be asked", error);
  return { kind: "error", title: "Erreur", message: UNEXPECTED_ERROR };
}
