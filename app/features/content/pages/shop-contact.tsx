/** How to reach the shop, from its settings; what they do not know is left out. */
import { MailIcon, PhoneIcon, PinIcon } from "../../../components/ui/icons.tsx";
import { WhatsappIcon } from "../../../components/ui/whatsapp-icon.tsx";
import { formatPhone, normalizePhone } from "../../../lib/phone.ts";
import { whatsappLink } from "../../../lib/whatsapp.ts";
import type { ShopSettings } from "../shop-settings.tsx";

const row = "flex min-h-11 items-center gap-3 wrap-anywhere";

export function ShopContact({ shop: { address, phone, whatsapp, email } }: { shop: ShopSettings }) {
  return (
    <address className="card grid gap-1 p-4 not-italic sm:p-5">
      {address && (
        <div className={row}>
          <PinIcon className="shrink-0 text-laterite" />
          {address}
        </div>
      )}
      {phone && (
        <a href={`tel:${phone.replace(/\s/g, "")}`} className={`${row} link`}>
          <PhoneIcon className="shrink-0" />
          {phone}
        </a>
      )}
      {whatsapp && (
        <a
          href={whatsappLink(whatsapp, "Bonjour, j'ai une question.")}
          target="_blank"
          rel="noopener noreferrer"
          className={`${row} link`}
        >
          <WhatsappIcon />
          WhatsApp {whatsappNumber(whatsapp)}
        </a>
      )}
      {email && (
        <a href={`mailto:${email}`} className={`${row} link`}>
          <MailIcon className="shrink-0" />
          {email}
        </a>
      )}
    </address>
  );
}

/** As people read it: the settings keep digits only. */
export function whatsappNumber(whatsapp: string): string {
  return formatPhone(normalizePhone(`+${whatsapp}`));
}
