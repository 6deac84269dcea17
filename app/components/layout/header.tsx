/**
 * The header of every page: payment terms and phone number, logo, search, account, cart, and the main
 * navigation. Account and cart are slots, since they belong to features. On a phone the part below the
 * payment terms leaves the screen when the page is scrolled down, and comes back when it is scrolled up.
 */

import { type ReactNode, useRef } from "react";
import { NavLink } from "react-router";
import { CoinsIcon } from "#app/components/ui/icons.tsx";
import { telLink } from "#app/lib/format/tel-link.ts";
import { Logo } from "./logo.tsx";
import { MobileMenu } from "./mobile-menu.tsx";
import { navItems } from "./nav-items.ts";
import { SearchBox } from "./search-box.tsx";
import { useHideOnScrollDown } from "./use-hide-on-scroll-down.ts";

interface HeaderProps {
  shopName: string;
  phone: string;
  /** Digits only; empty without a number. */
  whatsapp: string;
  categories: { slug: string; name: string }[];
  account: ReactNode;
  cart: ReactNode;
}

export function Header({ shopName, phone, whatsapp, categories, account, cart }: HeaderProps) {
  const bar = useRef<HTMLDivElement>(null);
  useHideOnScrollDown(bar);
  // Without a box of its own, so that the bar sticks to the window for the whole page.
  return (
    <header className="contents">
      <div className="bg-foreground text-xs text-white xs:text-sm">
        <p className="page flex min-h-9 flex-wrap items-center gap-x-2">
          <CoinsIcon size={18} className="shrink-0 text-accent" />
          <span>
            Payez à la livraison<span className="max-sm:hidden">, partout au Burkina Faso</span>
          </span>
          {phone && (
            <a
              href={telLink(phone)}
              className="relative -my-1 ml-auto py-3.5 xs:py-3 font-semibold whitespace-nowrap tabular-nums"
            >
              {phone}
            </a>
          )}
        </p>
      </div>
      <div ref={bar} className="header-bar border-b bg-white">
        <div className="page grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-1 py-2 md:flex md:gap-x-6 md:py-3">
          <MobileMenu phone={phone} whatsapp={whatsapp} categories={categories} />
          <Logo shopName={shopName} />
          <div className="col-span-3 row-start-2 py-1 md:grow md:p-0">
            <SearchBox categories={categories} />
          </div>
          <div className="flex items-center text-sm md:gap-1 md:text-base">
            {account}
            {cart}
          </div>
        </div>
        <nav aria-label="Navigation principale" className="page max-md:hidden">
          <ul className="-mx-3 flex">
            {navItems.map(({ to, label }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  end={to === "/"}
                  className="block border-b-3 border-transparent px-3 py-3 font-semibold hover:text-brand aria-[current=page]:border-brand aria-[current=page]:text-brand"
                >
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </header>
  );
}
