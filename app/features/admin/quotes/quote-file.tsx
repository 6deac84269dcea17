/** The private file of a quote. Its signed URLs expire after minutes: each download requests a new one. */
import Download from "lucide-react/icons/download";
import FileText from "lucide-react/icons/file-text";
import { useState } from "react";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { useMutation } from "#app/features/admin/shared/mutations/use-mutation.ts";
import type { Result } from "#app/lib/result.ts";
import { getStorageClient } from "#app/lib/supabase/storage.client.ts";
import { getDownloadName, hasPreview } from "./quote-preview.ts";
import { createQuoteFileUrl, type Quote } from "./quotes.queries.ts";

interface QuoteFileProps {
  quote: Quote;
  preview: Result<string | null>;
}

export function QuoteFile({ quote: { file_path, file_name, reference }, preview }: QuoteFileProps) {
  const { pendingAction, mutate } = useMutation();
  // The first URL that works stays: each revalidation returns a new one, which would download the image
  // again.
  const [stablePreview, setStablePreview] = useState(preview);
  if (!stablePreview.ok && preview.ok) setStablePreview(preview);

  function download() {
    return mutate(
      "Télécharger le fichier",
      async () =>
        window.location.assign(
          await createQuoteFileUrl(
            await getStorageClient(),
            file_path,
            getDownloadName(file_name, file_path),
          ),
        ),
      () => {},
    );
  }

  return (
    <>
      {stablePreview.ok && stablePreview.value !== null ? (
        <img
          src={stablePreview.value}
          alt={`Ce que le client a envoyé pour ${reference}`}
          className="max-h-[70dvh] w-full bg-surface object-contain"
        />
      ) : (
        <div className="grid justify-items-center gap-2 bg-surface px-4 py-12 text-center text-sm text-muted">
          <FileText aria-hidden size={40} />
          <p>
            {hasPreview(file_path)
              ? "L'image n'a pas pu être chargée."
              : "Ce format s'ouvre avec un programme, après le téléchargement."}
          </p>
        </div>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-border p-4">
        <p className="min-w-0 text-sm font-medium wrap-anywhere">{file_name}</p>
        <BusyButton
          variant="outline"
          className="max-sm:w-full"
          busy={pendingAction !== null}
          onClick={() => void download()}
        >
          <Download aria-hidden size={16} />
          Télécharger
        </BusyButton>
      </div>
    </>
  );
}
