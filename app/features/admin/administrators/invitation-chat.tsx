/** Sending an invitation oneself: a WhatsApp chat in which the text with the link is filled in. */
import { buttonClass } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { WhatsappIcon } from "#app/components/ui/whatsapp-icon.tsx";
import { normalizePhone } from "#app/lib/format/phone.ts";
import { whatsappLink } from "#app/lib/format/whatsapp.ts";
import { formatInvitationText } from "#app/lib/models/staff-invitations.ts";

export interface InvitedByChat {
  name: string;
  contact: string;
  link: string;
}

interface InvitationChatProps {
  shopName: string;
  invited: InvitedByChat;
}

export function InvitationChat({ shopName, invited: { name, contact, link } }: InvitationChatProps) {
  return (
    <Notice variant="info" role="status">
      <p>Envoyez son lien à {name}&nbsp;: il est personnel, valable 7 jours, et n'est montré qu'une fois.</p>
      <a
        href={whatsappLink(normalizePhone(contact), formatInvitationText(shopName, link))}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonClass("whatsapp", "mt-3 max-sm:w-full")}
      >
        <WhatsappIcon />
        Envoyer par WhatsApp
      </a>
    </Notice>
  );
}
