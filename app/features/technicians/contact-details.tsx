/** Phone, e-mail and availability; «Non spécifié» for what is missing or not readable for this user. */
import { ClockIcon, MailIcon, PhoneIcon } from "#app/components/ui/icons.tsx";
import { formatPhone, normalizePhone } from "#app/lib/format/phone.ts";
import { telLink } from "#app/lib/format/tel-link.ts";
import type { TechnicianContacts } from "./technician.types.ts";

const NOT_SPECIFIED = "Non spécifié";

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
      value: number ? <ContactLink href={telLink(number)}>{formatPhone(number)}</ContactLink> : NOT_SPECIFIED,
    },
    {
      icon: MailIcon,
      label: "Email",
      value: email ? <ContactLink href={`mailto:${email}`}>{email}</ContactLink> : NOT_SPECIFIED,
    },
    { icon: ClockIcon, label: "Disponibilité", value: availability || NOT_SPECIFIED },
  ];
  return (
    <section aria-labelledby="contacts" className="card grid gap-3 p-4 md:p-6">
      <h2 id="contacts" className="text-xl">
        Coordonnées
      </h2>
      <dl className="grid gap-3 sm:grid-cols-2">
        {details.map(({ icon: Icon, label, value }) => (
          <div key={label} className="relative min-h-11 min-w-0 pl-14">
            <dt className="text-sm text-muted">
              <span className="absolute top-0 left-0 grid size-11 place-items-center rounded-lg bg-surface-muted text-foreground">
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
