/**
 * The optional attachment of a quote request: the file input, the upload's progress, errors, and the
 * reference.
 */

import { useEffect, useEffectEvent, useId, useRef } from "react";
import { Button, buttonClass } from "#app/components/ui/button.tsx";
import { CheckCircleIcon, CloseIcon } from "#app/components/ui/icons.tsx";
import { formatBytes } from "#app/lib/format/bytes.ts";
import type { QuoteKind } from "#app/lib/supabase/database.types.ts";
import { type QuoteFile, toQuoteReference } from "./quote-file.ts";
import { quoteKinds } from "./quote-kinds.ts";
import type { useQuoteFile } from "./use-quote-file.ts";

interface QuoteAttachmentProps extends ReturnType<typeof useQuoteFile> {
  kind: QuoteKind;
}

export function QuoteAttachment({ kind, attachment, choose, retry, remove }: QuoteAttachmentProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { accept, chooseLabel, chooseOtherLabel, formats } = quoteKinds[kind];
  const { step } = attachment;
  const error = step === "rejected" || step === "failed" ? attachment.message : null;

  function take(element: HTMLInputElement) {
    const [file] = element.files ?? [];
    // Reset, so that choosing the same file again fires another change event.
    element.value = "";
    if (file) void choose(file);
  }

  /** Takes over a file that was chosen before hydration. */
  const takeChosenFile = useEffectEvent(() => input.current && take(input.current));
  useEffect(() => {
    takeChosenFile();
  }, []);

  /** Focuses the file input after an action, since the pressed button is removed. */
  function withFocus(action: () => void) {
    return () => {
      action();
      input.current?.focus();
    };
  }

  return (
    <div className="needs-script">
      <div className="grid grid-cols-1">
        <div>
          <label
            htmlFor={id}
            className={buttonClass(
              "outline",
              "w-full has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-foreground",
            )}
          >
            <input
              ref={input}
              id={id}
              type="file"
              accept={accept}
              className="sr-only"
              aria-invalid={error !== null}
              aria-describedby={`${id}-formats ${id}-error`}
              onChange={(event) => take(event.currentTarget)}
            />
            {step === "none" ? chooseLabel : chooseOtherLabel}
          </label>
          <p id={`${id}-formats`} className="mt-1.5 text-sm text-muted">
            Facultatif. {formats}
          </p>
        </div>

        <div role="status" className="not-empty:mt-3">
          {step === "preparing" && <p className="text-sm">Préparation de {attachment.name}...</p>}
          {step === "sending" && <p className="truncate text-sm">Envoi de {attachment.file.name}</p>}
          {step === "sent" && <SentFile file={attachment.file} />}
        </div>

        {step === "sending" && (
          <div className="mt-3 flex items-center gap-3">
            <div className="min-w-0 grow">
              <progress
                aria-label={`Envoi de ${attachment.file.name}`}
                value={attachment.sentBytes}
                max={attachment.file.body.size}
                className="upload"
              />
              <p className="mt-1 text-sm text-muted tabular-nums">
                {formatBytes(attachment.sentBytes)} sur <FileSize file={attachment.file} />
              </p>
            </div>
            <Button variant="outline" className="px-3" onClick={withFocus(remove)}>
              <CloseIcon size={18} /> Annuler
            </Button>
          </div>
        )}

        <div id={`${id}-error`} role="alert" className="not-empty:mt-3">
          {error !== null && (
            <p className="flex gap-1.5 text-sm font-medium text-danger">
              <span aria-hidden="true">⚠</span>
              {error}
            </p>
          )}
        </div>
        {step === "failed" && (
          <div className="mt-3 flex flex-wrap gap-2">
            <Button variant="primary" onClick={withFocus(() => retry(attachment.file))}>
              Réessayer
            </Button>
            <Button variant="outline" onClick={withFocus(remove)}>
              Continuer sans fichier
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}

function SentFile({ file }: { file: QuoteFile }) {
  return (
    <div className="flex gap-3 rounded-md bg-success-soft p-3 text-sm">
      <CheckCircleIcon className="mt-0.5 text-success" />
      <div className="min-w-0">
        <p className="font-semibold break-words">{file.name} est bien arrivé.</p>
        <p>
          Référence <strong className="whitespace-nowrap">{toQuoteReference(file)}</strong>,{" "}
          <FileSize file={file} />. Le message WhatsApp la mentionne.
        </p>
      </div>
    </div>
  );
}

/** The size of the upload, and the original size when the image was compressed. */
function FileSize({ file: { body, originalBytes } }: { file: QuoteFile }) {
  if (body.size === originalBytes) return formatBytes(body.size);
  return `${formatBytes(body.size)} au lieu de ${formatBytes(originalBytes)}`;
}
