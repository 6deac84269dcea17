/** Asks the shop for what a search did not find, since it sells more than the catalogue shows. */
import { whatsappLink } from "#app/lib/format/whatsapp.ts";

interface AskOnWhatsappProps {
  search: string;
  /** The shop's number; "" while the settings cannot be loaded. */
  whatsapp: string;
  className: string;
}

export function AskOnWhatsapp({ search, whatsapp, className }: AskOnWhatsappProps) {
  if (!whatsapp) return null;
  return (
    <a
      href={whatsappLink(whatsapp, `Bonjour, je cherche : ${search}`)}
      target="_blank"
      rel="noopener"
      className={className}
    >
      Demander sur WhatsApp
    </a>
  );
}
