/**
 * One of the two ways of asking for a quote: a card with a button that opens a popover, where a file may be added
 * before WhatsApp opens. The popover is the browser's own, and what leads to WhatsApp is a link: both work without
 * script, and no popup blocker stands in between. With script the keyboard enters the popover when it opens.
 */
import { type FocusEvent, type ReactNode, useId, useRef } from "react";
import { CloseIcon } from "../../components/ui/icons.tsx";
import { toast } from "../../components/ui/toast/toast.ts";
import { toastCode } from "../../components/ui/toast/toaster.tsx";
import { WhatsappIcon } from "../../components/ui/whatsapp-icon.tsx";
import { whatsappLink } from "../../lib/whatsapp.ts";
import { QuoteAttachment } from "./quote-attachment.tsx";
import { referenceOf } from "./quote-file.ts";
import { type QuoteKind, quoteKinds } from "./quote-kinds.ts";
import { useQuoteFile } from "./use-quote-file.ts";

interface QuoteOptionProps {
  kind: QuoteKind;
  title: string;
  /** What the option is for. */
  purpose: string;
  icon: ReactNode;
  /** What to show. */
  children: ReactNode;
  /** Digits only, "" while it is not known. */
  shopNumber: string;
}

export function QuoteOption({ kind, title, purpose, icon, children, shopNumber }: QuoteOptionProps) {
  const id = useId();
  const popover = useRef<HTMLDivElement>(null);
  const quote = useQuoteFile(kind);
  const { attachment } = quote;
  const waiting = attachment.step === "preparing" || attachment.step === "sending";
  const reference = attachment.step === "sent" ? referenceOf(attachment.file) : null;

  function enter(element: HTMLElement) {
    // Ready before it is needed: the network may be gone when WhatsApp has opened.
    void toastCode.get().catch(() => {});
    element.querySelector<HTMLElement>("input, a")?.focus();
  }

  /** The keyboard has gone on to what lies behind. */
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
        <div className="grid size-14 shrink-0 place-items-center rounded-card bg-laterite-soft text-laterite">
          {icon}
        </div>
        <div>
          <h2 id={`${id}-title`} className="text-xl">
            {title}
          </h2>
          <p className="text-ink-soft">{purpose}</p>
        </div>
      </div>
      <div className="mt-4 mb-5 grow">{children}</div>
      <button type="button" popoverTarget={`${id}-popover`} className="btn btn-primary w-full">
        {title}
      </button>

      <div
        ref={popover}
        id={`${id}-popover`}
        popover="auto"
        role="dialog"
        aria-labelledby={`${id}-heading`}
        onToggle={(event) => event.newState === "open" && enter(event.currentTarget)}
        onBlur={leave}
        className="m-auto max-h-[85dvh] w-full max-w-lg overflow-y-auto overscroll-contain rounded-xl bg-white p-4 shadow-lg backdrop:bg-ink/50 max-md:mb-0 max-md:max-w-none max-md:rounded-b-none md:p-6"
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
            className="icon-btn -mr-2 shrink-0 hover:bg-sand"
          >
            <CloseIcon size={22} />
          </button>
        </div>
        <div className="mt-3 grid grid-cols-1 gap-5">
          <QuoteAttachment kind={kind} {...quote} />
          {shopNumber ? (
            <div>
              <a
                // Without its address while the file is on its way: the message would go without the reference.
                href={waiting ? undefined : whatsappLink(shopNumber, quoteKinds[kind].message(reference))}
                role={waiting ? "link" : undefined}
                aria-disabled={waiting}
                target="_blank"
                rel="noopener noreferrer"
                onClick={waiting ? undefined : redirect}
                className="btn btn-leaf w-full"
              >
                <WhatsappIcon />
                Continuer vers WhatsApp
              </a>
              <p className="mt-2 text-sm text-ink-soft">
                {waiting
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
