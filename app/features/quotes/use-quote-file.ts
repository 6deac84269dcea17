/** The one file that a visitor may add to a request for a quote: from the choice to the reference, and back again. */
import { useEffect, useRef, useState } from "react";
import { prepareQuoteFile, type QuoteFile } from "./quote-file.ts";
import type { QuoteKind } from "./quote-kinds.ts";
import { sendQuoteFile } from "./send-quote-file.ts";

export type Attachment =
  | { step: "none" }
  | { step: "preparing"; name: string }
  /** Cannot be taken: another one has to be chosen. */
  | { step: "refused"; name: string; message: string }
  | { step: "sending"; file: QuoteFile; sentBytes: number }
  /** Did not arrive; it is still here and can be sent again. */
  | { step: "failed"; file: QuoteFile; message: string }
  | { step: "sent"; file: QuoteFile };

const UNREADABLE = "Ce fichier ne peut pas être lu sur votre appareil. Choisissez-en un autre.";

export function useQuoteFile(kind: QuoteKind) {
  const [attachment, setAttachment] = useState<Attachment>({ step: "none" });
  const work = useRef<AbortController | null>(null);
  useEffect(() => () => work.current?.abort(), []);

  /** Stops what is under way; what began before no longer counts. */
  function begin(): AbortSignal {
    work.current?.abort();
    work.current = new AbortController();
    return work.current.signal;
  }

  async function choose(chosen: File) {
    const signal = begin();
    const { name } = chosen;
    setAttachment({ step: "preparing", name });
    const file = await prepareQuoteFile(kind, chosen).catch(() => UNREADABLE);
    if (signal.aborted) return;
    if (typeof file === "string") setAttachment({ step: "refused", name, message: file });
    else await send(file, signal);
  }

  async function send(file: QuoteFile, signal: AbortSignal) {
    setAttachment({ step: "sending", file, sentBytes: 0 });
    const show = (sentBytes: number) => {
      if (!signal.aborted) setAttachment({ step: "sending", file, sentBytes });
    };
    const sent = await sendQuoteFile(file, show, signal);
    if (signal.aborted) return;
    if (sent.ok) setAttachment({ step: "sent", file });
    else if (sent.final) setAttachment({ step: "refused", name: file.name, message: sent.message });
    else setAttachment({ step: "failed", file, message: sent.message });
  }

  return {
    attachment,
    choose,
    retry: (file: QuoteFile) => send(file, begin()),
    /** Stops the sending, or lets go of what could not be sent. */
    drop() {
      begin();
      setAttachment({ step: "none" });
    },
  };
}
