/** A forgotten password: asking for the mail, and knowing who comes back by its link. Never throws. */
import type { GoTrueClient } from "@supabase/auth-js";
import { authRefusalMessage } from "../../lib/auth-refusal.ts";

const FAILED = "L'email n'a pas pu être envoyé. Veuillez réessayer.";

export type RecoveryRequest = { kind: "sent" } | { kind: "refused"; message: string };

/** Sent, as far as anyone may know: the service does not say who has an account. */
export async function requestRecovery(
  connect: () => Promise<Pick<GoTrueClient, "resetPasswordForEmail">>,
  email: string,
  redirectTo: string,
): Promise<RecoveryRequest> {
  try {
    const { error } = await (await connect()).resetPasswordForEmail(email, { redirectTo });
    return error ? { kind: "refused", message: authRefusalMessage(error, FAILED) } : { kind: "sent" };
  } catch (error) {
    console.error("identity: a recovery could not be asked for", error);
    return { kind: "refused", message: FAILED };
  }
}

/** Where somebody stands who comes to the page: `choose` a password, or `ask` for the mail, `late` once more. */
export type RecoveryStep = "ask" | "late" | "choose";

/**
 * @param fragment of the address as the mail's link left it: auth-js empties it. The session itself tells as well, for
 * who loads the page again.
 */
export async function recoveryStep(
  client: Pick<GoTrueClient, "getSession"> & {
    mfa: Pick<GoTrueClient["mfa"], "getAuthenticatorAssuranceLevel">;
  },
  fragment: string,
): Promise<RecoveryStep> {
  const address = new URLSearchParams(fragment.replace(/^#/, ""));
  if (address.has("error_code")) return "late";
  const { data } = await client.getSession();
  if (!data.session) return "ask";
  if (address.get("type") === "recovery") return "choose";
  const { data: level } = await client.mfa.getAuthenticatorAssuranceLevel();
  const methods: readonly (string | { method: string })[] = level?.currentAuthenticationMethods ?? [];
  const isRecovery = methods.some(
    (entry) => (typeof entry === "string" ? entry : entry.method) === "recovery",
  );
  return isRecovery ? "choose" : "ask";
}
