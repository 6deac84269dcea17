/** «Effacer mon compte»: what goes, what stays, and the password or a code before it happens. */
import { useState } from "react";
import { useNavigate } from "react-router";
import { Notice } from "#app/components/ui/notice.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import type { AccountProof } from "#app/features/identity/reauthentication/account-proof.ts";
import { ProofForm } from "#app/features/identity/reauthentication/proof-form.tsx";
import { clearTabStorage } from "#app/lib/storage/tab-storage.ts";
import { forgetSession } from "#app/lib/supabase/auth.client.ts";
import { describeFailure } from "#app/lib/supabase/failure-message.ts";
import { SESSION_KEY } from "#app/lib/supabase/stored-session.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { eraseMyAccount } from "./personal-data.mutations.ts";

export function ErasePanel({ proof }: { proof: AccountProof }) {
  const navigate = useNavigate();
  const [withReviews, setWithReviews] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function erase() {
    setFailure(null);
    try {
      await eraseMyAccount(getSupabase(), withReviews);
    } catch (error) {
      console.error("identity: the erasure of the account", error);
      setFailure(describeFailure(error, "Votre compte n'a pas pu être effacé. Réessayez."));
      return;
    }
    // The session has ended with the account: what this device still stores of it goes, too.
    forgetSession();
    // What links that it has asked for wait for.
    for (const key of Object.keys(window.localStorage))
      if (key.startsWith(`${SESSION_KEY}-`)) window.localStorage.removeItem(key);
    clearTabStorage();
    toast({ title: "Compte effacé", description: "Vos données ne portent plus votre nom." });
    await navigate("/");
  }

  return (
    <section aria-labelledby="erase" className="card grid gap-4 p-4 sm:p-6">
      <h2 id="erase" className="text-xl">
        Effacer mon compte
      </h2>
      <div className="grid gap-2">
        <p>
          <strong>S'effacent</strong>&nbsp;: votre accès sur tous vos appareils, votre profil, vos adresses,
          vos messages et cotations, votre liste de souhaits, vos alertes et les e-mails que nous vous avons
          envoyés.
        </p>
        <p>
          <strong>Restent</strong>&nbsp;: vos commandes, pour nos comptes, avec les articles, les montants et
          la ville, mais sans votre nom, votre téléphone, votre e-mail, votre adresse ni vos notes&nbsp;; vos
          avis publiés, signés « Client ».
        </p>
        <p className="text-muted">
          Une commande en cours s'annule ou s'attend d'abord. Une commande que nous avons notée au téléphone
          n'est pas dans votre compte&nbsp;: appelez-nous pour l'effacer aussi. Rien ne pourra être rétabli.
        </p>
      </div>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-brand"
          checked={withReviews}
          onChange={({ target }) => setWithReviews(target.checked)}
        />
        Supprimer aussi mes avis publiés
      </label>
      {failure && (
        <Notice variant="error" role="alert">
          {failure}
        </Notice>
      )}
      <ProofForm proof={proof} action="Effacer mon compte pour toujours" variant="danger" onProven={erase} />
    </section>
  );
}
