/** The contact details from the shop's settings; missing ones are left out. */
import { MailIcon, PhoneIcon, PinIcon } from "#app/components/ui/icons.tsx";
import { WhatsappIcon } from "#app/components/ui/whatsapp-icon.tsx";
import type { ShopSettings } from "#app/features/content/shop-settings.tsx";
import { formatPhone, normalizePhone } from "#app/lib/format/phone.ts";
import { telLink } from "#app/lib/format/tel-link.ts";
import { whatsappShopLink } from "#app/lib/format/whatsapp.ts";

const row = "flex min-h-11 items-center gap-3 wrap-anywhere";

export function ShopContact({ shop: { address, phone, whatsapp, email } }: { shop: ShopSettings }) {
  return (
    <address className="card grid gap-1 p-4 not-italic sm:p-5">
      {address && (
        <div className={row}>
          <PinIcon className="shrink-0 text-brand" />
          {address}
        </div>
      )}
      {phone && (
        <a href={telLink(phone)} className={`${row} link`}>
          <PhoneIcon className="shrink-0" />
          {phone}
        </a>
      )}
      {whatsapp && (
        <a
          href={whatsappShopLink(whatsapp)}
          target="_blank"
          rel="noopener noreferrer"
          className={`${row} link`}
        >
          <WhatsappIcon />
          WhatsApp {formatWhatsappNumber(whatsapp)}
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

/** The WhatsApp number formatted for display: the settings contain digits only. */
export function formatWhatsappNumber(whatsapp: string): string {
  return formatPhone(normalizePhone(`+${whatsapp}`));
}
