/** What is in the footer. Only the server renders it. */
import type { ReactNode } from "react";
import { ChevronRightIcon, MailIcon, PhoneIcon, PinIcon } from "#app/components/ui/icons.tsx";
import { PageLink } from "#app/components/ui/page-link.tsx";
import { telLink } from "#app/lib/format/tel-link.ts";

/** Constants, not the shop's categories: the links stay when the categories cannot be loaded. */
const categoryLinks = [
  { slug: "outils-electriques", name: "Outils électriques" },
  { slug: "materiaux", name: "Matériaux" },
  { slug: "plomberie", name: "Plomberie" },
  { slug: "electricite", name: "Électricité" },
];

const informationLinks = [
  { to: "/wishlist", label: "Liste de souhaits" },
  { to: "/suivi", label: "Suivre ma commande" },
  { to: "/delivery", label: "Livraison" },
  { to: "/terms", label: "Conditions d'utilisation" },
  { to: "/privacy", label: "Politique de confidentialité" },
];

export interface FooterProps {
  shopName: string;
  address: string;
  phone: string;
  email: string;
}

export function FooterContent({ shopName, address, phone, email }: FooterProps) {
  return (
    <div className="page grid gap-x-8 py-6 md:grid-cols-2 md:gap-y-8 md:py-10 lg:grid-cols-[2fr_1fr_1fr]">
      <section className="max-md:mb-3">
        <h2 className="text-xl">{shopName}</h2>
        <p className="mt-2 max-w-prose text-sm text-white/80">
          La quincaillerie en ligne du Burkina Faso&nbsp;: outils, matériaux, plomberie et électricité, livrés
          chez vous et payés à la livraison.
        </p>
        <address className="mt-3 text-sm not-italic">
          {address && (
            <p className="flex min-h-11 items-center gap-3">
              <PinIcon size={18} className="shrink-0 text-accent" />
              {address}
            </p>
          )}
          {phone && (
            <a href={telLink(phone)} className="flex min-h-11 items-center gap-3 hover:underline">
              <PhoneIcon size={18} className="shrink-0 text-accent" />
              {phone}
            </a>
          )}
          {email && (
            <a href={`mailto:${email}`} className="flex min-h-11 items-center gap-3 hover:underline">
              <MailIcon size={18} className="shrink-0 text-accent" />
              {email}
            </a>
          )}
        </address>
      </section>
      <LinkList title="Nos rayons">
        {categoryLinks.map(({ slug, name }) => (
          <FooterLink key={slug} to={`/products?category=${slug}`} label={name} />
        ))}
      </LinkList>
      <LinkList title="Informations">
        {informationLinks.map(({ to, label }) => (
          <FooterLink key={to} to={to} label={label} />
        ))}
      </LinkList>
    </div>
  );
}

/**
 * On a phone the list is behind its folded title. The list itself is beside the `details` element and not in
 * it: the browser would hide it on a desktop too.
 */
function LinkList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title} className="max-md:border-t max-md:border-white/20">
      <details className="peer group md:hidden">
        <summary className="flex min-h-12 items-center justify-between font-semibold">
          {title}
          <ChevronRightIcon className="rotate-90 transition-transform group-open:-rotate-90" />
        </summary>
      </details>
      <h2 className="text-base max-md:hidden">{title}</h2>
      <ul className="text-sm max-md:hidden max-md:pb-2 max-md:peer-open:block md:mt-1">{children}</ul>
    </nav>
  );
}

function FooterLink({ to, label }: { to: string; label: string }) {
  return (
    <li>
      <PageLink
        to={to}
        className="flex min-h-11 items-center text-white/80 hover:text-white hover:underline md:min-h-9"
      >
        {label}
      </PageLink>
    </li>
  );
}
