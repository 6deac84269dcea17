/** The step of the recovery page: what its link, or the session of a link that was opened before, leads to. */
import type { GoTrueClient, Session } from "@supabase/auth-js";
import type { AuthLink, TokenHash } from "#app/features/identity/link/auth-link.ts";
import { type LinkResult, type LinkSession, openByCode } from "#app/features/identity/link/link-session.ts";
import { lacksSecondFactor } from "#app/lib/supabase/second-factor.ts";

export type RecoveryStep =
  /** Request a mail; the reason says why the link that was opened does not suffice. */
  | { kind: "request"; reason: "expired" | "other-browser" | null }
  /** The link was requested in another browser: the person has to open it by a press. */
  | { kind: "open"; tokenHash: TokenHash }
  /** Another account is signed in. */
  | { kind: "replace"; session: LinkSession; currentEmail: string }
  /** The session has to present the second factor of the account first. */
  | { kind: "code" }
  | { kind: "reset"; email: string };

type Client = Pick<GoTrueClient, "getSession"> & {
  mfa: Pick<GoTrueClient["mfa"], "getAuthenticatorAssuranceLevel">;
};

/** Rejects when the session of the link cannot be stored. */
export async function getRecoveryStep(client: Client, link: AuthLink): Promise<RecoveryStep> {
  switch (link.kind) {
    case "expired":
      return { kind: "request", reason: "expired" };
    case "none":
      return getStepOfSession(client);
    case "link": {
      const result: LinkResult = link.code ? await openByCode(link.code) : { kind: "other-browser" };
      if (result.kind === "opened") return getStepOfLink(client, result.session);
      if (link.tokenHash) return { kind: "open", tokenHash: link.tokenHash };
      return { kind: "request", reason: result.kind === "other-browser" ? result.kind : "expired" };
    }
  }
}

/** Stores the link's session, unless another account is signed in: then the person is asked first. */
export async function getStepOfLink(client: Client, session: LinkSession): Promise<RecoveryStep> {
  const current = await getUser(client);
  if (current && current.id !== session.userId) {
    return { kind: "replace", session, currentEmail: current.email ?? "" };
  }
  await session.adopt();
  return getStepOfReset(client);
}

/** The step of a session that may set a new password. */
export async function getStepOfReset(client: Client): Promise<RecoveryStep> {
  const { data } = await client.getSession();
  if (!data.session) return { kind: "request", reason: "expired" };
  return lacksSecondFactor(data.session)
    ? { kind: "code" }
    : { kind: "reset", email: data.session.user.email ?? "" };
}

/** After a reload, the session's authentication methods identify the recovery. */
async function getStepOfSession(client: Client): Promise<RecoveryStep> {
  const user = await getUser(client);
  if (!user) return { kind: "request", reason: null };
  const { data: level } = await client.mfa.getAuthenticatorAssuranceLevel();
  const methods: readonly (string | { method: string })[] = level?.currentAuthenticationMethods ?? [];
  const isRecovery = methods.some(
    (entry) => (typeof entry === "string" ? entry : entry.method) === "recovery",
  );
  return isRecovery ? getStepOfReset(client) : { kind: "request", reason: null };
}

async function getUser(client: Client): Promise<Session["user"] | null> {
  const { data } = await client.getSession();
  return data.session?.user ?? null;
}
