/** One request for a quote: its private file, the way to answer, and how far that is. */

import { useState } from "react";
import { useNavigate } from "react-router";
import { ConfirmDialog } from "../../../components/office/confirm-dialog.tsx";
import { Panel } from "../../../components/office/panel.tsx";
import { Pill } from "../../../components/office/pill.tsx";
import { BusyButton } from "../../../components/ui/busy-button.tsx";
import { toast } from "../../../components/ui/toast/toast.ts";
import { WhatsappIcon } from "../../../components/ui/whatsapp-icon.tsx";
import { formatDateTime } from "../../../lib/date-times.ts";
import type { Loaded } from "../../../lib/loaded.ts";
import { storage } from "../../../lib/storage.client.ts";
import { supabase } from "../../../lib/supabase.client.ts";
import { whatsappLink } from "../../../lib/whatsapp.ts";
import { statusLabel, statusTone } from "../status-tones.ts";
import { useChange } from "../use-change.ts";
import { useReading } from "../use-reading.ts";
import { useListAddress } from "../way-back.tsx";
import { QuoteFile } from "./quote-file.tsx";
import { QuoteForm } from "./quote-form.tsx";
import { deleteQuote, markQuote } from "./quotes.mutations.ts";
import type { Quote } from "./quotes.queries.ts";

export const QUOTES = "/admin/quotes";

interface QuoteViewProps {
  quote: Quote;
  /** Where the picture can be seen for a while; null for what browsers do not show. */
  preview: Loaded<string | null>;
}

export function QuoteView({ quote, preview }: QuoteViewProps) {
  const { id, reference, status, created_at } = quote;
  const list = useListAddress(QUOTES);
  const navigate = useNavigate();
  const { running, change } = useChange();
  const [isAsking, setAsking] = useState(false);
  useReading(quote, change, () => markQuote(supabase(), id, true));

  function keepUnread() {
    return change(
      "Marquer comme non lue",
      () => markQuote(supabase(), id, false),
      () => navigate(list),
    );
  }

  async function remove() {
    const isGone = await change(
      "Supprimer la cotation",
      async () => deleteQuote(await storage(), quote.file_path),
      () => {
        toast({ title: "Cotation supprimée", description: reference });
        return navigate(list, { replace: true });
      },
    );
    if (!isGone) setAsking(false);
  }

  return (
    <div className="grid items-start gap-5 lg:grid-cols-[1fr_360px]">
      <Panel
        title={reference}
        actions={
          <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
            {formatDateTime(created_at)}{" "}
            <Pill tone={statusTone("quotes", status)}>{statusLabel(status)}</Pill>
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
                className="btn btn-leaf w-full"
              >
                <WhatsappIcon />
                Répondre sur WhatsApp
              </a>
              <p className="text-sm text-ink-soft">
                Le client a donné la référence {reference} dans sa conversation : WhatsApp vous demande à qui
                écrire.
              </p>
            </div>
            <QuoteForm quote={quote} />
          </div>
        </Panel>
        <div className="flex flex-wrap gap-2 *:grow">
          <BusyButton
            type="button"
            className="btn btn-outline"
            busy={running !== null}
            onClick={() => void keepUnread()}
          >
            Marquer comme non lue
          </BusyButton>
          <button type="button" className="btn btn-outline text-danger" onClick={() => setAsking(true)}>
            Supprimer
          </button>
        </div>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Supprimer cette cotation ?"
          confirm="Supprimer"
          onConfirm={remove}
          onCancel={() => setAsking(false)}
        >
          {reference} et son fichier «&nbsp;{quote.file_name}&nbsp;» seront effacés pour toujours.
        </ConfirmDialog>
      )}
    </div>
  );
}
