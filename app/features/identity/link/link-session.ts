/**
 * Opens the session of a mail's link without storing it, so that the person can be asked before it replaces
 * another one. Never throws.
 */
import { type AuthError, GoTrueClient, type Session } from "@supabase/auth-js";
import { getAuthClient } from "#app/lib/supabase/auth.client.ts";
import { getAuthErrorMessage } from "#app/lib/supabase/auth-error-message.ts";
import { fetchChecked } from "#app/lib/supabase/check-response.ts";
import { getAnonKey, getSupabaseUrl } from "#app/lib/supabase/config.client.ts";
import { SESSION_KEY } from "#app/lib/supabase/stored-session.ts";
import type { TokenHash } from "./auth-link.ts";

const FAILED = "Le lien n'a pas pu être ouvert. Réessayez.";

export type LinkResult =
  | { kind: "opened"; session: LinkSession }
  /** Only the browser that requested the mail can exchange the code. */
  | { kind: "other-browser" }
  | { kind: "expired" }
  | { kind: "error"; message: string };

/** A session that is not stored yet. */
export interface LinkSession {
  userId: string;
  email: string;
  /** Stores the session in this browser, instead of the present one. Rejects when the service cannot be reached. */
  adopt(): Promise<void>;
  /** Ends the session at the service. Never rejects. */
  discard(): Promise<void>;
}

/** Exchanges the code with the verifier that this browser stored when it requested the mail. */
export function openByCode(code: string): Promise<LinkResult> {
  return open(
    (client) => client.exchangeCodeForSession(code),
    // Without a verifier, or with that of another request.
    ({ name, code: reason }) =>
      name === "AuthPKCECodeVerifierMissingError" || reason === "bad_code_verifier"
        ? "other-browser"
        : "expired",
  );
}

/** Presents the hash of the link's one-time token, which any browser may. */
export function openByTokenHash({ hash, type }: TokenHash): Promise<LinkResult> {
  return open(
    (client) => client.verifyOtp({ token_hash: hash, type }),
    () => "expired",
  );
}

type Opened = { data: { session: Session | null }; error: null } | { data: unknown; error: AuthError };

async function open(
  present: (client: GoTrueClient) => Promise<Opened>,
  toKind: (error: AuthError) => "other-browser" | "expired",
): Promise<LinkResult> {
  const client = createLinkClient();
  try {
    const { data, error } = await present(client);
    if (error) {
      const isPassing = error.name === "AuthRetryableFetchError" || error.status === 429;
      return isPassing
        ? { kind: "error", message: getAuthErrorMessage(error, FAILED) }
        : { kind: toKind(error) };
    }
    return data.session
      ? { kind: "opened", session: toLinkSession(client, data.session) }
      : { kind: "expired" };
  } catch (error) {
    console.error("identity: the link could not be opened", error);
    return { kind: "error", message: FAILED };
  }
}

function toLinkSession(linkClient: GoTrueClient, session: Session): LinkSession {
  const { access_token, refresh_token, user } = session;
  return {
    userId: user.id,
    email: user.email ?? "",
    async adopt() {
      const client = await getAuthClient();
      const { error } = await client.setSession({ access_token, refresh_token });
      if (error) throw error;
    },
    async discard() {
      const { error } = await linkClient.signOut({ scope: "local" });
      if (error) console.error("identity: the session of the link could not be ended", error);
    },
  };
}

/** Its session is in memory. The code verifiers are those that the shop's own client has stored. */
function createLinkClient(): GoTrueClient {
  const storageKey = `${SESSION_KEY}-link`;
  const entries = new Map<string, string>();
  const toVerifierKey = (key: string) =>
    key.endsWith("-code-verifier") ? key.replace(storageKey, SESSION_KEY) : null;
  return new GoTrueClient({
    url: `${getSupabaseUrl()}/auth/v1`,
    headers: { apikey: getAnonKey(), Authorization: `Bearer ${getAnonKey()}` },
    storageKey,
    storage: {
      getItem(key) {
        const verifierKey = toVerifierKey(key);
        return verifierKey ? localStorage.getItem(verifierKey) : (entries.get(key) ?? null);
      },
      setItem: (key, value) => void entries.set(key, value),
      removeItem(key) {
        const verifierKey = toVerifierKey(key);
        if (verifierKey) localStorage.removeItem(verifierKey);
        entries.delete(key);
      },
    },
    autoRefreshToken: false,
    detectSessionInUrl: false,
    flowType: "pkce",
    fetch: fetchChecked,
  });
}
