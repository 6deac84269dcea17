/** Password recovery: requesting the mail, and recognizing sessions that come from its link. Never throws. */
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

/** The step of the recovery page: `request` a mail, `expired` link, or `reset` the password. */
export type RecoveryStep = "request" | "expired" | "reset";

/**
 * The step to show. `fragment` is the URL's, as the mail's link set it; auth-js removes it afterwards, and
 * after a reload the session's authentication methods identify the recovery.
 */
export async function getRecoveryStep(
  client: Pick<GoTrueClient, "getSession"> & {
    mfa: Pick<GoTrueClient["mfa"], "getAuthenticatorAssuranceLevel">;
  },
  fragment: string,
): Promise<RecoveryStep> {
  const fragmentParams = new URLSearchParams(fragment.replace(/^#/, ""));
  if (fragmentParams.has("error_code")) return "expired";
  const { data } = await client.getSession();
  if (!data.session) return "request";
  if (fragmentParams.get("type") === "recovery") return "reset";
  const { data: level } = await client.mfa.getAuthenticatorAssuranceLevel();
  const methods: readonly (string | { method: string })[] = level?.currentAuthenticationMethods ?? [];
  const isRecovery = methods.some(
    (entry) => (typeof entry === "string" ? entry : entry.method) === "recovery",
  );
  return isRecovery ? "reset" : "request";
}
