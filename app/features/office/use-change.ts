/**
 * What an administrator changes with one press: once at a time, and told when it was refused. Whatever the server said,
 * the screen is read again, so that it shows what is stored; who has lost the right is led out by that same reading.
 */
import { useState } from "react";
import { useRevalidator } from "react-router";
import { toastError } from "../../components/ui/toast/toast.ts";
import { authClient } from "../../lib/auth.client.ts";
import { hasStoredSession } from "../../lib/stored-session.ts";
import { withRenewal } from "../../lib/with-renewal.ts";
import { refusalMessage } from "./refusal.ts";

interface Changes {
  /** The change under way, as it was called; null when none is. */
  running: string | null;
  /**
   * True when it is done. While another one is under way nothing happens. `then` leads away from a screen that would
   * have nothing to show any more.
   */
  change(name: string, work: () => Promise<void>, then?: () => Promise<void> | void): Promise<boolean>;
}

export function useChange(): Changes {
  const { revalidate } = useRevalidator();
  const [running, setRunning] = useState<string | null>(null);

  async function change(
    name: string,
    work: () => Promise<void>,
    then: () => Promise<void> | void = revalidate,
  ): Promise<boolean> {
    if (running !== null) return false;
    setRunning(name);
    try {
      await withRenewal(authClient, work);
      await then();
      return true;
    } catch (error) {
      console.error(`office: ${name}`, error);
      toastError(refusalMessage(error));
      // Without a network nothing can be read either; whose session has ended signs in elsewhere and goes on here.
      if (!(error instanceof TypeError) && hasStoredSession()) await revalidate();
      return false;
    } finally {
      setRunning(null);
    }
  }

  return { running, change };
}
