/**
 * Accounts without an e-mail address: an anonymous session, the code that proves a telephone number, and the address
 * or number that makes an anonymous account one to keep. Nothing throws; an error is a message.
 */
import type { AuthError, GoTrueClient } from "@supabase/auth-js";
import { ACCOUNT_NOT_CREATED } from "#app/lib/error-messages.ts";
import { normalizePhone } from "#app/lib/format/phone.ts";
import { getAuthErrorMessage, UNEXPECTED_ERROR } from "#app/lib/supabase/auth-error-message.ts";

export type Connect = () => Promise<GoTrueClient>;
/** What the code is for: a session of the number's account, or the number of the account that is signed in. */
export type CodePurpose = "sign-in" | "keep";

const CODE_NOT_SENT = "Le code n'a pas pu être envoyé. Réessayez.";

/** Resolves to the error message; null when a session is open. */
export function enterAnonymously(connect: Connect): Promise<string | null> {
  return run("Impossible de commencer la commande. Réessayez.", async () => {
    const { error } = await (await connect()).signInAnonymously();
    return error;
  });
}

interface SentCode {
  /** The error message, if there is one. */
  message: string | null;
  /** Whether a code is on its way: this one, or the one before, whose answer a reload or the network may have lost. */
  isSent: boolean;
}

export async function sendCode(connect: Connect, purpose: CodePurpose, phone: string): Promise<SentCode> {
  const number = normalizePhone(phone);
  let isSentBefore = false;
  const message = await run(CODE_NOT_SENT, async () => {
    const client = await connect();
    const { error } =
      purpose === "sign-in"
        ? await client.signInWithOtp({ phone: number })
        : await client.updateUser({ phone: number });
    isSentBefore = error?.code === "over_sms_send_rate_limit";
    return error;
  });
  return { message, isSent: message === null || isSentBefore };
}

/** Resolves to the error message; null when the number is proven. */
export function presentPhoneCode(
  connect: Connect,
  purpose: CodePurpose,
  { phone, code }: { phone: string; code: string },
): Promise<string | null> {
  return run("Ce code n'a pas pu être vérifié. Réessayez.", async () => {
    const client = await connect();
    const type = purpose === "sign-in" ? "sms" : "phone_change";
    const { error } = await client.verifyOtp({ phone: normalizePhone(phone), token: code, type });
    return error;
  });
}

/** `confirm-email`: the address is the account's once the link in the mail has been opened. */
export type KeepResult = { kind: "kept" } | { kind: "confirm-email" } | { kind: "error"; message: string };

/** Makes the anonymous account that is signed in one with an address and a password; its orders stay. */
export async function keepAccount(
  connect: Connect,
  { email, password }: { email: string; password: string },
): Promise<KeepResult> {
  let isPending = false;
  const message = await run(ACCOUNT_NOT_CREATED, async () => {
    const client = await connect();
    const { data, error } = await client.updateUser(
      { email, password },
      { emailRedirectTo: `${window.location.origin}/login` },
    );
    isPending = data.user?.email?.toLowerCase() !== email.toLowerCase();
    // The access token still says that the account is anonymous.
    if (!error && !isPending) await client.refreshSession();
    return error;
  });
  if (message !== null) return { kind: "error", message };
  return { kind: isPending ? "confirm-email" : "kept" };
}

async function run(fallback: string, work: () => Promise<AuthError | null>): Promise<string | null> {
  try {
    const error = await work();
    return error && getAuthErrorMessage(error, fallback);
  } catch (error) {
    console.error("identity: the auth service could not be asked", error);
    return UNEXPECTED_ERROR;
  }
}
