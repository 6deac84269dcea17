/** How the owner of an account shows again that it is theirs. */
import type { GoTrueClient } from "@supabase/auth-js";
import { presentPhoneCode, sendCode } from "#app/features/identity/number/number-account.ts";
import { endSession } from "#app/features/identity/sessions/sessions.mutations.ts";
import { getAuthClient } from "#app/lib/supabase/auth.client.ts";
import { getAuthErrorMessage, UNEXPECTED_ERROR } from "#app/lib/supabase/auth-error-message.ts";
import { readStoredSession } from "#app/lib/supabase/read-stored-session.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { readClaim } from "#app/lib/supabase/token-claims.ts";

/**
 * `none`: an anonymous account has neither password nor code. `factor`: a code of the second factor counts for more than
 * the password.
 */
export type AccountProof =
  | { kind: "none" }
  | { kind: "factor" }
  | { kind: "password"; email: string }
  | { kind: "text-code"; phone: string };

/** A code that is sent first; by mail to whoever has an address and no password. */
export type CodeProof = Extract<AccountProof, { kind: "text-code" }> | { kind: "mail-code"; email: string };

const WRONG_PASSWORD = "Ce mot de passe est incorrect.";

/** Asks the service, because a stored session may be older than its account. Throws when it cannot be asked. */
export async function loadAccountProof(): Promise<AccountProof> {
  const { data, error } = await (await getAuthClient()).getUser();
  if (error) throw error;
  const { email, phone, factors, is_anonymous } = data.user;
  if (factors?.some(({ status }) => status === "verified")) return { kind: "factor" };
  if (email) return { kind: "password", email };
  if (phone && !is_anonymous) return { kind: "text-code", phone };
  return { kind: "none" };
}

interface SentProof {
  /** The error message, if there is one. */
  message: string | null;
  /** Whether a code is on its way: this one, or the one before, which may be typed too. */
  isSent: boolean;
}

export async function sendProofCode(proof: CodeProof): Promise<SentProof> {
  if (proof.kind === "text-code") {
    const { message, purpose } = await sendCode(getAuthClient, "sign-in", proof.phone);
    return { message, isSent: purpose !== null };
  }
  let isSentBefore = false;
  const message = await run(async (client) => {
    const answer = await client.signInWithOtp({ email: proof.email, options: { shouldCreateUser: false } });
    isSentBefore = answer.error?.code === "over_email_send_rate_limit";
    return answer;
  });
  return { message, isSent: message === null || isSentBefore };
}

/** Each of these resolves to the error message; to null when the session is one that was just opened. */
export function presentProofCode(proof: CodeProof, code: string): Promise<string | null> {
  return replaceSession(() =>
    proof.kind === "text-code"
      ? presentPhoneCode(getAuthClient, "sign-in", { phone: proof.phone, code })
      : run((client) => client.verifyOtp({ email: proof.email, token: code, type: "email" })),
  );
}

export function presentPassword(email: string, password: string): Promise<string | null> {
  return replaceSession(() => run((client) => client.signInWithPassword({ email, password })));
}

/** A sign-in opens another session: the former one would stay in the list of the account's devices. */
async function replaceSession(signIn: () => Promise<string | null>): Promise<string | null> {
  const former = readClaim(readStoredSession()?.access_token ?? "", "session_id");
  const failure = await signIn();
  if (failure === null && typeof former === "string") {
    await endSession(getSupabase(), former).catch((error: unknown) =>
      console.error("identity: the former session could not be ended", error),
    );
  }
  return failure;
}

async function run(
  work: (client: GoTrueClient) => Promise<{ error: Parameters<typeof getAuthErrorMessage>[0] | null }>,
): Promise<string | null> {
  try {
    const { error } = await work(await getAuthClient());
    // Only the password was asked for.
    if (error?.code === "invalid_credentials") return WRONG_PASSWORD;
    return error && getAuthErrorMessage(error, UNEXPECTED_ERROR);
  } catch (error) {
    console.error("identity: the auth service could not be asked", error);
    return UNEXPECTED_ERROR;
  }
}
