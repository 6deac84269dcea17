/** The state of the attachment of a quote request, from the choice of the file to its reference. */

import { useEffect, useRef, useState } from "react";
import { UNREADABLE_FILE } from "#app/lib/images/file-errors.ts";
import type { QuoteKind } from "#app/lib/supabase/database.types.ts";
import { prepareQuoteFile, type QuoteFile } from "./quote-file.ts";
import { sendQuoteFile } from "./send-quote-file.ts";

export type Attachment =
  | { step: "none" }
  | { step: "preparing"; name: string }
  /** The file is not acceptable: another one has to be chosen. */
  | { step: "rejected"; name: string; message: string }
  | { step: "sending"; file: QuoteFile; sentBytes: number }
  /** The upload failed; the file is retained and can be sent again. */
  | { step: "failed"; file: QuoteFile; message: string }
  | { step: "sent"; file: QuoteFile };

export function useQuoteFile(kind: QuoteKind) {
  const [attachment, setAttachment] = useState<Attachment>({ step: "none" });
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  /** Aborts the current operation; its results are ignored. */
  function begin(): AbortSignal {
    controller.current?.abort();
    controller.current = new AbortController();
    return controller.current.signal;
  }

  async function choose(chosen: File) {
    const signal = begin();
    const { name } = chosen;
    setAttachment({ step: "preparing", name });
    const file = await prepareQuoteFile(kind, chosen).catch(() => UNREADABLE_FILE);
    if (signal.aborted) return;
    if (typeof file === "string") setAttachment({ step: "rejected", name, message: file });
    else await send(file, signal);
  }

  async function send(file: QuoteFile, signal: AbortSignal) {
    setAttachment({ step: "sending", file, sentBytes: 0 });
    const onProgress = (sentBytes: number) => {
      if (!signal.aborted) setAttachment({ step: "sending", file, sentBytes });
    };
    const result = await sendQuoteFile(file, onProgress, signal);
    if (signal.aborted) return;
    if (result.ok) setAttachment({ step: "sent", file });
    else if (result.permanent) setAttachment({ step: "rejected", name: file.name, message: result.message });
    else setAttachment({ step: "failed", file, message: result.message });
  }

  return {
    attachment,
    choose,
    retry: (file: QuoteFile) => send(file, begin()),
    /** Aborts the upload, or removes the file. */
    remove() {
      begin();
      setAttachment({ step: "none" });
    },
  };
}
