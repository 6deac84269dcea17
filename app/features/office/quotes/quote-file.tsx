/** The private file of a quote. Its addresses are good for minutes: one is asked for each time it is wanted. */
import Download from "lucide-react/icons/download";
import FileText from "lucide-react/icons/file-text";
import { useState } from "react";
import { BusyButton } from "../../../components/ui/busy-button.tsx";
import type { Loaded } from "../../../lib/loaded.ts";
import { storage } from "../../../lib/storage.client.ts";
import { useChange } from "../use-change.ts";
import { hasPreview } from "./quote-states.ts";
import { type Quote, signQuoteFile } from "./quotes.queries.ts";

interface QuoteFileProps {
  quote: Quote;
  preview: Loaded<string | null>;
}

export function QuoteFile({ quote: { file_path, file_name, reference }, preview }: QuoteFileProps) {
  const { running, change } = useChange();
  // The first address that works stays: each reading of the screen brings a new one, and the picture with it again.
  const [shown, setShown] = useState(preview);
  if (!shown.ok && preview.ok) setShown(preview);

  function download() {
    return change(
      "Télécharger le fichier",
      async () => window.location.assign(await signQuoteFile(await storage(), file_path, file_name)),
      () => {},
    );
  }

  return (
    <>
      {shown.ok && shown.value !== null ? (
        <img
          src={shown.value}
          alt={`Ce que le client a envoyé pour ${reference}`}
          className="max-h-[70dvh] w-full bg-sand object-contain"
        />
      ) : (
        <div className="grid justify-items-center gap-2 bg-sand px-4 py-12 text-center text-sm text-ink-soft">
          <FileText aria-hidden size={40} />
          <p>
            {hasPreview(file_path)
              ? "L'image n'a pas pu être chargée."
              : "Ce format s'ouvre avec un programme, après le téléchargement."}
          </p>
        </div>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line p-4">
        <p className="min-w-0 text-sm font-medium wrap-anywhere">{file_name}</p>
        <BusyButton
          type="button"
          className="btn btn-outline max-sm:w-full"
          busy={running !== null}
          onClick={() => void download()}
        >
          <Download aria-hidden size={16} />
          Télécharger
        </BusyButton>
      </div>
    </>
  );
}
