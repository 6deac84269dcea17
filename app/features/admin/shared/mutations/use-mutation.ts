/**
 * Runs an administrator's mutations, one at a time, and reports a failure. After each one, also a failed one,
 * the screen is revalidated, so that it shows the stored state; the same revalidation redirects a user whose
 * right was revoked.
 */
import { useState } from "react";
import { useRevalidator } from "react-router";
import { toastError } from "#app/components/ui/toast/toast.ts";
import { hasStoredSession } from "#app/lib/supabase/stored-session.ts";
import { toUserMessage } from "./user-error.ts";

interface Mutation {
  /** The name of the pending mutation; null when there is none. */
  pendingAction: string | null;
  /**
   * Resolves to true on success. While another one is pending, nothing happens. `name` is the French name of
   * the action. `then` navigates away from a screen that would have nothing to show any more; by default the
   * screen is revalidated.
   */
  mutate(name: string, work: () => Promise<void>, then?: () => Promise<void> | void): Promise<boolean>;
}

export function useMutation(): Mutation {
  const { revalidate } = useRevalidator();
  const [pendingAction, setPendingAction] = useState<string | null>(null);

  async function mutate(
    name: string,
    work: () => Promise<void>,
    then: () => Promise<void> | void = revalidate,
  ): Promise<boolean> {
    if (pendingAction !== null) return false;
    setPendingAction(name);
    try {
      await work();
      await then();
      return true;
    } catch (error) {
      console.error(`admin: ${name}`, error);
      toastError(toUserMessage(error));
      // Without a network nothing can be loaded either; a user whose session has ended signs in elsewhere and
      // continues here.
      if (!(error instanceof TypeError) && hasStoredSession()) await revalidate();
      return false;
    } finally {
      setPendingAction(null);
    }
  }

  return { pendingAction, mutate };
}
