/**
 * The footer of every page: who the shop is and how to reach it. Buyers check this before they trust a shop.
 */

import type { ReactNode } from "react";
import { Link } from "react-router";
import { MailIcon, PhoneIcon, PinIcon } from "#app/components/ui/icons.tsx";

/** Constants, not the shop's categories: the links stay when the categories cannot be loaded. */
const categoryLinks = [
  { slug: "outils-electriques", name: "Outils électriques" },
  { slug: "materiaux", name: "Matériaux" },
  { slug: "plomberie", name: "Plomberie" },
  { slug: "electricite", name: "Électricité" },
];

const informationLinks = [
  { to: "/wishlist", label: "Liste de souhaits" },
  { to: "/delivery", label: "Livraison" },
  { to: "/terms", label: "Conditions d'utilisation" },
  { to: "/privacy", label: "Politique de confidentialité" },
];

interface FooterProps {
  shopName: string;
  address: string;
  phone: string;
  email: string;
}

export function Footer({ shopName, address, phone, email }: FooterProps) {
  return (
    <footer className="mt-16 bg-foreground pb-24 text-white md:pb-0">
      <div className="page grid gap-8 py-10 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr]">
        <section>
          <h2 className="text-xl">{shopName}</h2>
          <p className="mt-2 max-w-prose text-sm text-white/80">
            La quincaillerie en ligne du Burkina Faso&nbsp;: outils, matériaux, plomberie et électricité,
            livrés chez vous et payés à la livraison.
          </p>
          <address className="mt-3 text-sm not-italic">
            {address && (
              <p className="flex min-h-11 items-center gap-3">
                <PinIcon size={18} className="shrink-0 text-accent" />
                {address}
              </p>
            )}
            {phone && (
              <a
                href={`tel:${phone.replace(/\s/g, "")}`}
                className="flex min-h-11 items-center gap-3 hover:underline"
              >
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
    </footer>
  );
}

function LinkList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title}>
      <h2 className="text-base">{title}</h2>
      <ul className="mt-1 text-sm">{children}</ul>
    </nav>
  );
}

function FooterLink({ to, label }: { to: string; label: string }) {
  return (
    <li>
      <Link
        to={to}
        className="flex min-h-11 items-center text-white/80 hover:text-white hover:underline md:min-h-9"
      >
        {label}
      </Link>
    </li>
  );
}
