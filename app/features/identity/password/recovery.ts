/** Requesting the mail of a password recovery. Never throws. */
import type { GoTrueClient } from "@supabase/auth-js";
import { getAuthErrorMessage } from "#app/lib/supabase/auth-error-message.ts";

const FAILED = "L'email n'a pas pu être envoyé. Veuillez réessayer.";

export type RecoveryResult = { kind: "sent" } | { kind: "error"; message: string };

/**
 * `sent` also for unknown addresses: the service does not disclose who has an account. The mail's link opens
 * `redirectTo`, an absolute URL.
 */
export async function requestRecovery(
  connect: () => Promise<Pick<GoTrueClient, "resetPasswordForEmail">>,
  email: string,
  redirectTo: string,
): Promise<RecoveryResult> {
  try {
    const { error } = await (await connect()).resetPasswordForEmail(email, { redirectTo });
    return error ? { kind: "error", message: getAuthErrorMessage(error, FAILED) } : { kind: "sent" };
  } catch (error) {
    console.error("identity: the password recovery failed", error);
    return { kind: "error", message: FAILED };
  }
}
