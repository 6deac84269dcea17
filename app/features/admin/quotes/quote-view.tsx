/** One quote request: its private file, the way to reply, and its status. */

import { useState } from "react";
import { useNavigate } from "react-router";
import { ConfirmDialog } from "#app/components/admin/confirm-dialog.tsx";
import { Panel } from "#app/components/admin/panel.tsx";
import { Tag } from "#app/components/admin/tag.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Button, buttonClass } from "#app/components/ui/button.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { WhatsappIcon } from "#app/components/ui/whatsapp-icon.tsx";
import { useListLocation } from "#app/features/admin/shared/back-link.tsx";
import { getQuoteStatusColor, getQuoteStatusLabel } from "#app/features/admin/shared/labels/quote-labels.ts";
import { useMarkAsRead } from "#app/features/admin/shared/mutations/use-mark-as-read.ts";
import { useMutation } from "#app/features/admin/shared/mutations/use-mutation.ts";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import { whatsappLink } from "#app/lib/format/whatsapp.ts";
import type { Result } from "#app/lib/result.ts";
import { getStorageClient } from "#app/lib/supabase/storage.client.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { QuoteFile } from "./quote-file.tsx";
import { QuoteForm } from "./quote-form.tsx";
import { deleteQuote, setQuoteRead } from "./quotes.mutations.ts";
import type { Quote } from "./quotes.queries.ts";

export const QUOTES_PATH = "/admin/quotes";

interface QuoteViewProps {
  quote: Quote;
  /** A signed URL of the image; null for a format that browsers do not show. */
  preview: Result<string | null>;
}

export function QuoteView({ quote, preview }: QuoteViewProps) {
  const { id, reference, status, created_at } = quote;
  const list = useListLocation(QUOTES_PATH);
  const navigate = useNavigate();
  const { pendingAction, mutate } = useMutation();
  const [isConfirming, setConfirming] = useState(false);
  useMarkAsRead(quote, mutate, () => setQuoteRead(getSupabase(), id, true));

  function markAsUnread() {
    return mutate(
      "Marquer comme non lue",
      () => setQuoteRead(getSupabase(), id, false),
      () => navigate(list),
    );
  }

  async function remove() {
    const isDeleted = await mutate(
      "Supprimer la cotation",
      async () => deleteQuote(await getStorageClient(), quote.file_path),
      () => {
        toast({ title: "Cotation supprimée", description: reference });
        return navigate(list, { replace: true });
      },
    );
    if (!isDeleted) setConfirming(false);
  }

  return (
    <div className="grid items-start gap-5 lg:grid-cols-aside">
      <Panel
        title={reference}
        actions={
          <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
            {formatDateTime(created_at)}{" "}
            <Tag color={getQuoteStatusColor(status)}>{getQuoteStatusLabel(status)}</Tag>
          </p>
        }
      >
        <QuoteFile quote={quote} preview={preview} />
      </Panel>
      <div className="grid gap-5">
        <Panel title="Réponse">
          <div className="grid gap-4 p-4">
            <div className="grid gap-2">
              <a
                href={whatsappLink(
                  "",
                  `Bonjour, au sujet de votre demande de cotation ${reference} (${quote.file_name}) : `,
                )}
                target="_blank"
                rel="noopener noreferrer"
                className={buttonClass("whatsapp", "w-full")}
              >
                <WhatsappIcon />
                Répondre sur WhatsApp
              </a>
              <p className="text-sm text-muted">
                Le client a donné la référence {reference} dans sa conversation : WhatsApp vous demande à qui
                écrire.
              </p>
            </div>
            <QuoteForm quote={quote} />
          </div>
        </Panel>
        <div className="flex flex-wrap gap-2 *:grow">
          <BusyButton variant="outline" busy={pendingAction !== null} onClick={() => void markAsUnread()}>
            Marquer comme non lue
          </BusyButton>
          <Button variant="danger" onClick={() => setConfirming(true)}>
            Supprimer
          </Button>
        </div>
      </div>
      {isConfirming && (
        <ConfirmDialog
          title="Supprimer cette cotation ?"
          confirmLabel="Supprimer"
          onConfirm={remove}
          onCancel={() => setConfirming(false)}
        >
          {reference} et son fichier «&nbsp;{quote.file_name}&nbsp;» seront effacés pour toujours.
        </ConfirmDialog>
      )}
    </div>
  );
}
