/**
 * One of the two options of a quote request: a card with a button that opens a popover, where a file may be
 * attached before WhatsApp opens. The popover is native and WhatsApp is a plain link: both work without
 * script, and popup blockers do not apply. With script the focus moves into the popover when it opens.
 */

import { type FocusEvent, type ReactNode, useId, useRef } from "react";
import { Button, buttonClass } from "#app/components/ui/button.tsx";
import { CloseIcon } from "#app/components/ui/icons.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { toastModule } from "#app/components/ui/toast/toaster.tsx";
import { WhatsappIcon } from "#app/components/ui/whatsapp-icon.tsx";
import { whatsappLink } from "#app/lib/format/whatsapp.ts";
import type { QuoteKind } from "#app/lib/supabase/database.types.ts";
import { QuoteAttachment } from "./quote-attachment.tsx";
import { toQuoteReference } from "./quote-file.ts";
import { quoteKinds } from "./quote-kinds.ts";
import { useQuoteFile } from "./use-quote-file.ts";

interface QuoteOptionProps {
  kind: QuoteKind;
  title: string;
  /** The subtitle. */
  purpose: string;
  icon: ReactNode;
  /** The advice on what to send. */
  children: ReactNode;
  /** Digits only, "" while the shop's settings are unknown. */
  shopNumber: string;
}

export function QuoteOption({ kind, title, purpose, icon, children, shopNumber }: QuoteOptionProps) {
  const id = useId();
  const popover = useRef<HTMLDivElement>(null);
  const quote = useQuoteFile(kind);
  const { attachment } = quote;
  const isUploading = attachment.step === "preparing" || attachment.step === "sending";
  const reference = attachment.step === "sent" ? toQuoteReference(attachment.file) : null;

  function enter(element: HTMLElement) {
    // Preloaded: after WhatsApp has opened, the network may be gone.
    void toastModule.get().catch(() => {});
    element.querySelector<HTMLElement>("input, a")?.focus();
  }

  /** Closes the popover when the focus moves behind it. */
  function leave(event: FocusEvent<HTMLElement>) {
    const next = event.relatedTarget;
    if (next instanceof Node && !event.currentTarget.contains(next)) event.currentTarget.hidePopover();
  }

  function redirect() {
    toast({ title: "Redirection vers WhatsApp" });
    popover.current?.hidePopover();
  }

  return (
    <section aria-labelledby={`${id}-title`} className="card flex flex-col p-5 md:p-6">
      <div className="flex items-center gap-4">
        <div className="grid size-14 shrink-0 place-items-center rounded-card bg-brand-soft text-brand">
          {icon}
        </div>
        <div>
          <h2 id={`${id}-title`} className="text-xl">
            {title}
          </h2>
          <p className="text-muted">{purpose}</p>
        </div>
      </div>
      <div className="mt-4 mb-5 grow">{children}</div>
      <Button variant="primary" popoverTarget={`${id}-popover`} className="w-full">
        {title}
      </Button>

      <div
        ref={popover}
        id={`${id}-popover`}
        popover="auto"
        role="dialog"
        aria-labelledby={`${id}-heading`}
        onToggle={(event) => event.newState === "open" && enter(event.currentTarget)}
        onBlur={leave}
        className="m-auto max-h-[85dvh] w-full max-w-lg overflow-y-auto overscroll-contain rounded-xl bg-white p-4 shadow-lg backdrop:bg-backdrop max-md:mb-0 max-md:max-w-none max-md:rounded-b-none md:p-6"
      >
        <div className="flex items-start justify-between gap-3">
          <h3 id={`${id}-heading`} className="pt-2 text-xl">
            {title}
          </h3>
          <button
            type="button"
            popoverTarget={`${id}-popover`}
            popoverTargetAction="hide"
            aria-label="Fermer"
            className="icon-btn -mr-2 shrink-0 hover:bg-surface"
          >
            <CloseIcon size={22} />
          </button>
        </div>
        <div className="mt-3 grid grid-cols-1 gap-5">
          <QuoteAttachment kind={kind} {...quote} />
          {shopNumber ? (
            <div>
              <a
                // No href during the upload: the message would lack the reference.
                href={isUploading ? undefined : whatsappLink(shopNumber, quoteKinds[kind].message(reference))}
                role={isUploading ? "link" : undefined}
                aria-disabled={isUploading}
                target="_blank"
                rel="noopener noreferrer"
                onClick={isUploading ? undefined : redirect}
                className={buttonClass("whatsapp", "w-full")}
              >
                <WhatsappIcon />
                Continuer vers WhatsApp
              </a>
              <p className="mt-2 text-sm text-muted">
                {isUploading
                  ? "Le bouton s'active quand votre fichier est arrivé."
                  : "WhatsApp s'ouvre dans un nouvel onglet, avec un message déjà écrit."}
              </p>
            </div>
          ) : (
            <p role="alert">WhatsApp est momentanément indisponible. Réessayez dans quelques minutes.</p>
          )}
        </div>
      </div>
    </section>
  );
}
