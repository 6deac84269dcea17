/**
 * The mobile menu: a sheet at the bottom edge, within reach of the thumb. It is a native popover, so it opens
 * and closes without script. With script it also traps the focus while it is open, and closes when a link is
 * followed.
 */

import { type KeyboardEvent, useRef } from "react";
import { Link } from "react-router";
import { CloseIcon, MenuIcon } from "#app/components/ui/icons.tsx";
import { navItems } from "./nav-items.ts";

const MENU_ID = "menu";
const ITEM_CLASS = "flex min-h-12 items-center rounded-lg px-3 hover:bg-surface";

interface MobileMenuProps {
  categories: { slug: string; name: string }[];
}

export function MobileMenu({ categories }: MobileMenuProps) {
  const sheet = useRef<HTMLElement>(null);
  const close = () => sheet.current?.hidePopover();
  return (
    <div className="md:hidden">
      <button type="button" popoverTarget={MENU_ID} aria-label="Menu" className="icon-btn -ml-2">
        <MenuIcon size={26} />
      </button>
      <nav
        ref={sheet}
        id={MENU_ID}
        popover="auto"
        aria-label="Menu"
        className="bottom-sheet"
        onToggle={(event) => event.newState === "open" && focusableElements(event.currentTarget)[0]?.focus()}
        onKeyDown={trapFocus}
      >
        <p className="flex items-center justify-between">
          <span className="font-heading text-xl font-bold">Menu</span>
          <button
            type="button"
            popoverTarget={MENU_ID}
            popoverTargetAction="hide"
            aria-label="Fermer le menu"
            className="icon-btn"
          >
            <CloseIcon size={24} />
          </button>
        </p>
        <ul className="font-semibold">
          {navItems.map(({ to, label }) => (
            <li key={to}>
              <Link to={to} className={ITEM_CLASS} onClick={close}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
        {categories.length > 0 && (
          <ul className="mt-2 border-t pt-2" aria-label="Catégories">
            {categories.map(({ slug, name }) => (
              <li key={slug}>
                <Link to={`/products?category=${slug}`} className={ITEM_CLASS} onClick={close}>
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </nav>
    </div>
  );
}

function focusableElements(sheet: HTMLElement): HTMLElement[] {
  return [...sheet.querySelectorAll<HTMLElement>("a, button")];
}

/** Moves the focus from the last control to the first, and backwards from the first to the last. */
function trapFocus(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== "Tab") return;
  const list = focusableElements(event.currentTarget);
  const [leaving, entering] = event.shiftKey ? [list.at(0), list.at(-1)] : [list.at(-1), list.at(0)];
  if (document.activeElement !== leaving) return;
  event.preventDefault();
  entering?.focus();
}
