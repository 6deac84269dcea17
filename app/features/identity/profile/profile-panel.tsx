/**
 * The tab «Profil»: the form, its skeleton while the profile loads, and a retry when it could not be read.
 */
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import type { Account } from "#app/features/identity/session/require-user.ts";
import { ProfileForm } from "./profile-form.tsx";
import type { UseProfileResult } from "./use-profile.ts";

interface ProfilePanelProps {
  account: Account;
  profile: UseProfileResult;
}

export function ProfilePanel({ account, profile: { state, retry, setProfile } }: ProfilePanelProps) {
  return (
    <section aria-labelledby="personal" className="card grid gap-5 p-4 sm:p-6">
      <h2 id="personal" className="text-xl">
        Informations personnelles
      </h2>
      {state.status === "loading" && <ProfileSkeleton />}
      {state.status === "failed" && (
        <Notice variant="error" role="alert" className="grid justify-items-start gap-2">
          <p className="font-semibold">Votre profil n'a pas pu être chargé.</p>
          <Button variant="outline" onClick={retry}>
            Réessayer
          </Button>
        </Notice>
      )}
      {state.status === "ready" && (
        <ProfileForm userId={account.id} profile={state.profile} onSaved={setProfile} />
      )}
    </section>
  );
}

/** Also part of the account page's skeleton. */
export function ProfileSkeleton() {
  return (
    <div role="status" aria-label="Chargement du profil" className="grid gap-4 sm:grid-cols-2">
      <div className="skeleton h-17" />
      <div className="skeleton h-17" />
      <div className="skeleton h-24 sm:col-span-2" />
      <div className="skeleton h-24 sm:col-span-2" />
      <div className="skeleton h-17" />
      <div className="skeleton h-17" />
    </div>
  );
}
