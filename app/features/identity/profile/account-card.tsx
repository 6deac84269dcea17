/** The side panel of the account page: the signed-in customer, and the sign-out button. */

import LogOut from "lucide-react/icons/log-out";
import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { useAuth } from "#app/features/identity/session/auth-provider.tsx";
import type { Account } from "#app/features/identity/session/require-user.ts";
import { getDisplayName } from "./profile.ts";
import type { ProfileState } from "./use-profile.ts";

interface AccountCardProps {
  /** Null until it is known. */
  account: Account | null;
  state: ProfileState;
}

export function AccountCard({ account, state: { status, profile } }: AccountCardProps) {
  const { signOut } = useAuth();
  const [leaving, setLeaving] = useState(false);
  const email = account?.email ?? "";
  const name = getDisplayName(profile, email);
  return (
    <aside
      aria-label="Votre compte"
      className="card grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-3 p-4 sm:grid-cols-[auto_1fr_auto] lg:sticky lg:top-4 lg:grid-cols-1 lg:justify-items-center lg:p-6 lg:text-center"
    >
      <span
        aria-hidden
        className="grid size-12 place-items-center rounded-full bg-brand-soft font-heading text-xl font-bold text-brand uppercase lg:size-20 lg:text-4xl"
      >
        {status === "loading" ? "" : [...name][0]}
      </span>
      <div className="grid w-full min-w-0 gap-0.5">
        {status === "loading" ? (
          <span className="skeleton h-7 w-32 lg:justify-self-center" />
        ) : (
          <p className="truncate text-xl font-bold">{name}</p>
        )}
        {account ? (
          <p className="truncate text-sm text-muted" title={email}>
            {email}
          </p>
        ) : (
          <span className="skeleton my-0.5 h-4 w-44 max-w-full lg:justify-self-center" />
        )}
      </div>
      <Button
        variant="outline"
        className="max-sm:col-span-full max-sm:w-full lg:w-full"
        aria-busy={leaving}
        onClick={() => {
          if (leaving) return;
          setLeaving(true);
          void signOut().finally(() => setLeaving(false));
        }}
      >
        <LogOut aria-hidden size={18} />
        Déconnexion
      </Button>
    </aside>
  );
}
