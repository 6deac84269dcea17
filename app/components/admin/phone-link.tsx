/** A telephone number as a link that calls it; in a list on a phone an icon, which has the size for a thumb. */
import Phone from "lucide-react/icons/phone";
import { formatPhone, isPhone, normalizePhone } from "#app/lib/format/phone.ts";
import { telLink } from "#app/lib/format/tel-link.ts";

interface PhoneLinkProps {
  phone: string;
  /** Where there is room for the number, it is shown on a phone too. */
  isFull?: boolean;
}

/** A text that is no number is shown as it is. */
export function PhoneLink({ phone, isFull = false }: PhoneLinkProps) {
  const number = normalizePhone(phone);
  const text = formatPhone(number);
  if (!isPhone(text)) return <span className="wrap-anywhere">{text}</span>;
  if (isFull) {
    return (
      <a
        href={`tel:${number}`}
        className="link inline-flex min-h-11 items-center whitespace-nowrap tabular-nums md:min-h-0"
      >
        {text}
      </a>
    );
  }
  return (
    <a
      href={telLink(number)}
      title={text}
      className="link whitespace-nowrap tabular-nums md:text-xs md:font-normal md:text-muted max-md:inline-grid max-md:size-11 max-md:shrink-0 max-md:place-items-center"
    >
      <Phone aria-hidden size={18} className="md:hidden" />
      <span className="max-md:sr-only">{text}</span>
    </a>
  );
}
