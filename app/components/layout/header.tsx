/**
 * The header of every page: payment terms and phone number, logo, search, account, cart, and the main
 * navigation. Account and cart are slots, since they belong to features.
 */

import type { ReactNode } from "react";
import { NavLink } from "react-router";
import { CoinsIcon } from "#app/components/ui/icons.tsx";
import { Logo } from "./logo.tsx";
import { MobileMenu } from "./mobile-menu.tsx";
import { navItems } from "./nav-items.ts";
import { SearchBox } from "./search-box.tsx";

interface HeaderProps {
  shopName: string;
  phone: string;
  categories: { slug: string; name: string }[];
  account: ReactNode;
  cart: ReactNode;
}

export function Header({ shopName, phone, categories, account, cart }: HeaderProps) {
  return (
    <header className="border-b bg-white">
      <div className="bg-foreground text-xs text-white xs:text-sm">
        <p className="page flex min-h-9 flex-wrap items-center gap-x-2">
          <CoinsIcon size={18} className="shrink-0 text-accent" />
          <span>
            Payez à la livraison<span className="max-sm:hidden">, partout au Burkina Faso</span>
          </span>
          {phone && (
            <a
              href={`tel:${phone.replace(/\s/g, "")}`}
              className="relative -my-1 ml-auto py-3 font-semibold whitespace-nowrap tabular-nums"
            >
              {phone}
            </a>
          )}
        </p>
      </div>
      <div className="page flex flex-wrap items-center gap-x-1 py-2 md:flex-nowrap md:gap-x-6 md:py-3">
        <MobileMenu categories={categories} />
        <Logo shopName={shopName} />
        <div className="order-last w-full py-1 md:order-none md:w-auto md:grow md:p-0">
          <SearchBox />
        </div>
        <div className="ml-auto flex shrink-0 items-center text-sm md:gap-1 md:text-base">
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
    </header>
  );
}
