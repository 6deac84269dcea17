/** Phone, e-mail and availability; what is absent, or not for this reader, is «Non spécifié». */
import { ClockIcon, MailIcon, PhoneIcon } from "../../components/ui/icons.tsx";
import { formatPhone, normalizePhone } from "../../lib/phone.ts";
import type { TechnicianContacts } from "./technician.types.ts";

const ABSENT = "Non spécifié";

interface ContactDetailsProps {
  contacts: TechnicianContacts;
  availability: string | null;
}

export function ContactDetails({ contacts: { phone, email }, availability }: ContactDetailsProps) {
  const number = phone && normalizePhone(phone);
  const details = [
    {
      icon: PhoneIcon,
      label: "Téléphone",
      value: number ? <ContactLink href={`tel:${number}`}>{formatPhone(number)}</ContactLink> : ABSENT,
    },
    {
      icon: MailIcon,
      label: "Email",
      value: email ? <ContactLink href={`mailto:${email}`}>{email}</ContactLink> : ABSENT,
    },
    { icon: ClockIcon, label: "Disponibilité", value: availability || ABSENT },
  ];
  return (
    <section aria-labelledby="contacts" className="card grid gap-3 p-4 md:p-6">
      <h2 id="contacts" className="text-xl">
        Coordonnées
      </h2>
      <dl className="grid gap-3 sm:grid-cols-2">
        {details.map(({ icon: Icon, label, value }) => (
          <div key={label} className="relative min-h-11 min-w-0 pl-14">
            <dt className="text-sm text-ink-soft">
              <span className="absolute top-0 left-0 grid size-11 place-items-center rounded-lg bg-sand-deep text-ink">
                <Icon />
              </span>
              {label}
            </dt>
            <dd className="font-semibold break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function ContactLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="link">
      {children}
    </a>
  );
}
