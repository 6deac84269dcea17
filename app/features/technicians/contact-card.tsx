/** The contact card: beside the profile on a desktop, a sticky bar within reach of the thumb on a phone. */

import type { ReactNode } from "react";
import { buttonClass } from "#app/components/ui/button.tsx";
import { WhatsappIcon } from "#app/components/ui/whatsapp-icon.tsx";
import { telLink } from "#app/lib/format/tel-link.ts";

interface ContactCardProps {
  /** The URL of the WhatsApp chat; null without one. */
  whatsappUrl: string | null;
  /** The shop's phone number, for browsers without script. */
  shopPhone: string;
  /** The message button. */
  children: ReactNode;
}

export function ContactCard({ whatsappUrl, shopPhone, children }: ContactCardProps) {
  return (
    <section aria-labelledby="contact" className="card grid gap-3 p-4 md:p-6 lg:sticky lg:top-4">
      <h2 id="contact" className="text-xl">
        Parlez-lui de vos travaux
      </h2>
      <p className="text-sm text-muted">
        Décrivez ce qu'il y a à faire, où et quand&nbsp;: le technicien vous répond, et vous convenez ensemble
        du prix avant qu'il commence.
      </p>
      <div className="buy-bar md:flex-col">
        {children}
        {whatsappUrl && (
          <a
            href={whatsappUrl}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass("whatsapp", "shrink-0 max-md:px-3")}
          >
            <WhatsappIcon />
            <span className="max-md:sr-only">Contacter sur WhatsApp</span>
          </a>
        )}
      </div>
      {shopPhone && (
        <noscript>
          <p className="text-sm">
            Le formulaire a besoin de JavaScript. Sans lui, appelez-nous au{" "}
            <a href={telLink(shopPhone)} className="link">
              {shopPhone}
            </a>{" "}
            : nous transmettons votre demande.
          </p>
        </noscript>
      )}
    </section>
  );
}
