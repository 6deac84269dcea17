/**
 * The tab «Profil»: the form, and a retry when the profile could not be read. The form is there while the profile
 * loads, and is only hidden after a failure, so that nothing that was typed is lost.
 */
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import type { Account } from "#app/features/identity/session/require-user.ts";
import { ProfileForm } from "./profile-form.tsx";
import type { UseProfileResult } from "./use-profile.ts";

interface ProfilePanelProps {
  /** Null until it is known. */
  account: Account | null;
  profile: UseProfileResult;
}

export function ProfilePanel({ account, profile: { state, retry, setProfile } }: ProfilePanelProps) {
  const isLoading = state.status === "loading";
  return (
    <section aria-labelledby="personal" className="card grid gap-5 p-4 sm:p-6">
      <div>
        <h2 id="personal" className="text-xl">
          Informations personnelles
        </h2>
        <p
          role="status"
          aria-label={isLoading ? "Chargement du profil" : undefined}
          className="min-h-6 text-muted"
        >
          {isLoading && "Chargement de votre profil..."}
          {state.status === "ready" && "Reprises dans vos commandes."}
        </p>
      </div>
      {state.status === "failed" && (
        <Notice variant="error" role="alert" className="grid justify-items-start gap-2">
          <p className="font-semibold">Votre profil n'a pas pu être chargé.</p>
          <Button variant="outline" onClick={retry}>
            Réessayer
          </Button>
        </Notice>
      )}
      <div hidden={state.status === "failed"}>
        <ProfileForm
          userId={account?.id ?? null}
          profile={state.profile}
          isLoading={isLoading}
          onSaved={setProfile}
        />
      </div>
    </section>
  );
}
