/** The profile of the account page: loaded when the page opens, with a retry, and updated after a save. */
import { useCallback, useEffect, useRef, useState } from "react";
import { toastError } from "#app/components/ui/toast/toast.ts";
import type { Account } from "#app/features/identity/session/require-user.ts";
import { UNEXPECTED_ERROR } from "#app/lib/supabase/auth-error-message.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { getOrCreateProfile } from "./profile.mutations.ts";
import type { Profile } from "./profile.ts";

export type ProfileState =
  | { status: "loading"; profile: null }
  | { status: "failed"; profile: null }
  | { status: "ready"; profile: Profile };

export interface UseProfileResult {
  state: ProfileState;
  /** Loads it again. */
  retry(): void;
  /** Replaces the profile by the one just saved. */
  setProfile(profile: Profile): void;
}

/** The account's profile, created when there is none. Throws an error with a French message. */
export function loadProfile({ id, email }: Account): Promise<Profile> {
  return getOrCreateProfile(getSupabase(), { id, email });
}

/**
 * `first` is the request that the page's loader started; it may already have failed. Both are null until the account
 * is known.
 */
export function useProfile(account: Account | null, first: Promise<Profile> | null): UseProfileResult {
  const [state, setState] = useState<ProfileState>({ status: "loading", profile: null });
  /** The current request: results of earlier ones (another account, an unmounted page) are ignored. */
  const requestId = useRef(0);

  const track = useCallback(async (request: Promise<Profile>) => {
    requestId.current += 1;
    const id = requestId.current;
    setState({ status: "loading", profile: null });
    try {
      const profile = await request;
      if (id === requestId.current) setState({ status: "ready", profile });
    } catch (error) {
      if (id !== requestId.current) return;
      reportProfileError(error);
      setState({ status: "failed", profile: null });
    }
  }, []);

  useEffect(() => {
    if (first) void track(first);
    return () => {
      requestId.current += 1;
    };
  }, [track, first]);

  const setProfile = useCallback((profile: Profile) => setState({ status: "ready", profile }), []);
  return { state, retry: () => account && void track(loadProfile(account)), setProfile };
}

/** Logs the error and shows it in a toast, unless its message has the documented text for a missing profile. */
export function reportProfileError(error: unknown): void {
  const reason = readServiceMessage(error);
  console.error("identity: the profile", error, reason);
  if (reason.includes("No profile found")) return;
  toastError(error instanceof Error ? error.message : UNEXPECTED_ERROR);
}

/** The message of the service's error, which is the cause of ours. */
function readServiceMessage(error: unknown): string {
  const cause = error instanceof Error ? error.cause : null;
  const hasMessage = typeof cause === "object" && cause !== null && "message" in cause;
  return hasMessage && typeof cause.message === "string" ? cause.message : "";
}
