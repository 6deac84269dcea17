/** «Télécharger une copie»: everything that the shop has of the customer, as one file. */
import { DownloadJsonButton } from "#app/components/ui/download-json-button.tsx";
import { describeFailure } from "#app/lib/supabase/failure-message.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { exportMyData } from "./personal-data.mutations.ts";

export function CopyPanel() {
  return (
    <section aria-labelledby="copy" className="card grid gap-4 p-4 sm:p-6">
      <div className="grid gap-1">
        <h2 id="copy" className="text-xl">
          Une copie de vos données
        </h2>
        <p className="text-muted">
          Un fichier avec tout ce que la boutique sait de vous&nbsp;: profil, adresses, commandes et leur
          histoire, retours, avis, messages, cotations, liste de souhaits, alertes, e-mails envoyés,
          connexions et appareils.
        </p>
      </div>
      <DownloadJsonButton
        label="Télécharger une copie"
        className="sm:justify-self-start"
        fileName="mes-donnees"
        load={() => exportMyData(getSupabase())}
        describeError={(error) => describeFailure(error, "La copie n'a pas pu être préparée. Réessayez.")}
      />
    </section>
  );
}
