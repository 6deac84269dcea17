/** The links of the mobile menu; the one to the current page is marked. Only the server renders them. */
import type { ReactNode } from "react";
import { buttonClass } from "#app/components/ui/button.tsx";
import { HeartIcon, PersonIcon, PhoneIcon, TagIcon } from "#app/components/ui/icons.tsx";
import { PageLink } from "#app/components/ui/page-link.tsx";
import { WhatsappIcon } from "#app/components/ui/whatsapp-icon.tsx";
import { telLink } from "#app/lib/format/tel-link.ts";
import { whatsappShopLink } from "#app/lib/format/whatsapp.ts";
import { navItems } from "./nav-items.ts";

const LIST_CLASS = "mt-2 border-t pt-2";
const ITEM_CLASS =
  "flex min-h-11 items-center rounded-lg px-3 hover:bg-surface aria-[current=page]:bg-brand-soft aria-[current=page]:font-semibold aria-[current=page]:text-brand";
const CONTACT_CLASS = "grow px-2 text-sm";

const accountItems = [
  { to: "/account", label: "Mon compte", Icon: PersonIcon },
  { to: "/wishlist", label: "Liste de souhaits", Icon: HeartIcon },
  { to: "/promotions", label: "Promotions", Icon: TagIcon },
];

export interface MenuLinksProps {
  phone: string;
  /** Digits only; empty without a number. */
  whatsapp: string;
  categories: { slug: string; name: string }[];
  /** The address of the current page, if the menu has it. */
  current: string | null;
}

/** The address if the menu has it, else null: pages that are not in it have the same menu. */
export function findInMenu(address: string, categories: MenuLinksProps["categories"]): string | null {
  const addresses = [
    ...[...accountItems, ...navItems].map(({ to }) => to),
    ...categories.map(({ slug }) => getCategoryAddress(slug)),
  ];
  return addresses.find((each) => each === address) ?? null;
}

const getCategoryAddress = (slug: string) => `/products?category=${slug}`;

export function MenuLinks({ phone, whatsapp, categories, current }: MenuLinksProps) {
  function renderLink(to: string, children: ReactNode, className = "") {
    return (
      <PageLink
        to={to}
        aria-current={to === current ? "page" : undefined}
        className={`${ITEM_CLASS} ${className}`}
      >
        {children}
      </PageLink>
    );
  }

  return (
    <>
      <ul aria-label="Votre espace" className="mt-1 grid grid-cols-3 gap-2 text-center text-xs">
        {accountItems.map(({ to, label, Icon }) => (
          <li key={to} className="rounded-lg bg-surface">
            {renderLink(
              to,
              <>
                <Icon size={22} />
                {label}
              </>,
              "flex-col gap-1 py-2 h-full",
            )}
          </li>
        ))}
      </ul>
      <ul className={`${LIST_CLASS} font-semibold`}>
        {navItems.map(({ to, label }) => (
          <li key={to}>{renderLink(to, label)}</li>
        ))}
      </ul>
      {categories.length > 0 && (
        <ul className={`${LIST_CLASS} grid grid-cols-2 gap-x-2`} aria-label="Catégories">
          {categories.map(({ slug, name }) => (
            <li key={slug}>{renderLink(getCategoryAddress(slug), name)}</li>
          ))}
        </ul>
      )}
      {(phone || whatsapp) && (
        <ul className={`${LIST_CLASS} flex flex-wrap gap-2`} aria-label="Nous joindre">
          {phone && (
            <li className="flex grow">
              <a href={telLink(phone)} className={buttonClass("outline", CONTACT_CLASS)}>
                <PhoneIcon size={18} />
                <span className="whitespace-nowrap tabular-nums">{phone}</span>
              </a>
            </li>
          )}
          {whatsapp && (
            <li className="flex grow">
              <a
                href={whatsappShopLink(whatsapp)}
                target="_blank"
                rel="noopener noreferrer"
                className={buttonClass("whatsapp", CONTACT_CLASS)}
              >
                <WhatsappIcon />
                WhatsApp
              </a>
            </li>
          )}
        </ul>
      )}
    </>
  );
}
