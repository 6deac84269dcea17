/** The profile of the account page: read as the page opens, again on request, and kept in step with what is saved. */
import { useCallback, useEffect, useRef, useState } from "react";
import { toastError } from "../../components/ui/toast/toast.ts";
import { authClient } from "../../lib/auth.client.ts";
import { supabase } from "../../lib/supabase.client.ts";
import { withRenewal } from "../../lib/with-renewal.ts";
import { getOrCreateProfile } from "./profile.mutations.ts";
import type { Profile } from "./profile.ts";
import type { Account } from "./require-user.ts";

export type ProfileState =
  | { status: "loading"; profile: null }
  | { status: "failed"; profile: null }
  | { status: "ready"; profile: Profile };

export interface ProfileAccess {
  state: ProfileState;
  /** Reads it again. */
  retry(): void;
  /** Takes over the profile that was just saved. */
  keep(profile: Profile): void;
}

/** The account's profile, made when there is none. Throws with the specification's French message. */
export function readProfile({ id, email }: Account): Promise<Profile> {
  return withRenewal(authClient, () => getOrCreateProfile(supabase(), { id, email }));
}

/** `first` has begun before the page was drawn, and may already have failed. */
export function useProfile(account: Account, first: Promise<Profile>): ProfileAccess {
  const [state, setState] = useState<ProfileState>({ status: "loading", profile: null });
  /** Which reading counts: one of a former account, or of a page that is gone, comes too late. */
  const turn = useRef(0);

  const follow = useCallback(async (reading: Promise<Profile>) => {
    turn.current += 1;
    const mine = turn.current;
    setState({ status: "loading", profile: null });
    try {
      const profile = await reading;
      if (mine === turn.current) setState({ status: "ready", profile });
    } catch (error) {
      if (mine !== turn.current) return;
      reportProfileFailure(error);
      setState({ status: "failed", profile: null });
    }
  }, []);

  useEffect(() => {
    void follow(first);
    return () => {
      turn.current += 1;
    };
  }, [follow, first]);

  const keep = useCallback((profile: Profile) => setState({ status: "ready", profile }), []);
  return { state, retry: () => void follow(readProfile(account)), keep };
}

/** Says what failed, unless it is only that there is no profile. */
export function reportProfileFailure(error: unknown): void {
  console.error("identity: the profile", error);
  const message = error instanceof Error ? error.message : String(error);
  if (message.includes("No profile found")) return;
  toastError(message);
}
