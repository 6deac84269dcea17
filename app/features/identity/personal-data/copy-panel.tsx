/** «Télécharger une copie»: everything that the shop has of the customer, as one file. */
import Download from "lucide-react/icons/download";
import { useState } from "react";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { toastError } from "#app/components/ui/toast/toast.ts";
import { downloadFile, toJsonFile } from "#app/lib/download-file.ts";
import { getToday } from "#app/lib/format/days.ts";
import { describeFailure } from "#app/lib/supabase/failure-message.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { exportMyData } from "./personal-data.mutations.ts";

export function CopyPanel() {
  const [busy, setBusy] = useState(false);

  async function download() {
    setBusy(true);
    try {
      downloadFile(toJsonFile(await exportMyData(getSupabase())), `mes-donnees-${getToday()}.json`);
    } catch (error) {
      console.error("identity: the copy of the data", error);
      toastError(describeFailure(error, "La copie n'a pas pu être préparée. Réessayez."));
    }
    setBusy(false);
  }

  return (
    <section aria-labelledby="copy" className="card grid gap-4 p-4 sm:p-6">
      <div className="grid gap-1">
        <h2 id="copy" className="text-xl">
          Une copie de vos données
        </h2>
        <p className="text-muted">
          Un fichier avec tout ce que la boutique sait de vous&nbsp;: profil, adresses, commandes et leur
          histoire, retours, avis, messages, cotations, liste de souhaits, alertes, e-mails envoyés,
          connexions.
        </p>
      </div>
      <BusyButton
        variant="outline"
        className="sm:justify-self-start"
        busy={busy}
        onClick={() => void download()}
      >
        <Download aria-hidden size={18} />
        {busy ? "Préparation..." : "Télécharger une copie"}
      </BusyButton>
    </section>
  );
}
