/** The two questions about a mail's link: whether to open it in this browser, and whether to replace a session. */
import { useState } from "react";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { toastError } from "#app/components/ui/toast/toast.ts";
import { describeFailure } from "#app/lib/supabase/failure-message.ts";
import type { TokenHash } from "./auth-link.ts";
import { type LinkSession, openByTokenHash } from "./link-session.ts";

interface OpenLinkProps {
  tokenHash: TokenHash;
  onOpened(session: LinkSession): Promise<void>;
  onExpired(): void;
}

/** Presents the link by a press: programs that scan mails follow links, but press nothing. */
export function OpenLink({ tokenHash, onOpened, onExpired }: OpenLinkProps) {
  const [busy, setBusy] = useState(false);

  async function open() {
    setBusy(true);
    const result = await openByTokenHash(tokenHash);
    if (result.kind === "opened") await onOpened(result.session);
    else if (result.kind === "error") toastError(result.message);
    else onExpired();
    setBusy(false);
  }

  return (
    <BusyButton variant="primary" className="w-full" busy={busy} onClick={() => void open()}>
      {busy ? "Ouverture..." : "Continuer"}
    </BusyButton>
  );
}

interface ReplaceSessionProps {
  session: LinkSession;
  currentEmail: string;
  onReplaced(): Promise<void> | void;
  onDiscarded(): Promise<void> | void;
}

export function ReplaceSession({ session, currentEmail, onReplaced, onDiscarded }: ReplaceSessionProps) {
  const [busy, setBusy] = useState(false);

  async function run(action: () => Promise<void>, done: () => Promise<void> | void) {
    setBusy(true);
    try {
      await action();
      await done();
    } catch (error) {
      console.error("identity: the session could not be replaced", error);
      toastError(describeFailure(error, "La connexion n'a pas pu être changée. Réessayez."));
    }
    setBusy(false);
  }

  return (
    <div className="grid gap-4">
      <p className="[overflow-wrap:anywhere]">
        Vous êtes connecté comme <strong>{currentEmail}</strong>. Continuer avec{" "}
        <strong>{session.email}</strong>&nbsp;?
      </p>
      <p className="text-sm text-muted">
        Si vous n'avez pas demandé ce lien vous-même, restez connecté à votre compte.
      </p>
      <BusyButton
        variant="primary"
        className="w-full [overflow-wrap:anywhere]"
        busy={busy}
        onClick={() => void run(session.adopt, onReplaced)}
      >
        Continuer avec {session.email}
      </BusyButton>
      <BusyButton
        variant="outline"
        className="w-full [overflow-wrap:anywhere]"
        busy={busy}
        onClick={() => void run(session.discard, onDiscarded)}
      >
        Rester connecté comme {currentEmail}
      </BusyButton>
    </div>
  );
}
