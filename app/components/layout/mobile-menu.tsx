/**
 * The menu of a phone: a sheet that comes up from the bottom, where the thumb is. It is a native popover, so it
 * opens and closes without script; with script it also takes the keyboard, which goes round in it as long as the
 * sheet covers the page, and closes when a link was taken.
 */

import { type KeyboardEvent, useRef } from "react";
import { Link } from "react-router";
import { CloseIcon, MenuIcon } from "../ui/icons.tsx";
import { navItems } from "./nav-items.ts";

const ID = "menu";
const ITEM = "flex min-h-12 items-center rounded-lg px-3 hover:bg-sand";

interface MobileMenuProps {
  categories: { slug: string; name: string }[];
}

export function MobileMenu({ categories }: MobileMenuProps) {
  const sheet = useRef<HTMLElement>(null);
  const close = () => sheet.current?.hidePopover();
  return (
    <div className="md:hidden">
      <button type="button" popoverTarget={ID} aria-label="Menu" className="icon-btn -ml-2">
        <MenuIcon size={26} />
      </button>
      <nav
        ref={sheet}
        id={ID}
        popover="auto"
        aria-label="Menu"
        className="sheet"
        onToggle={(event) => event.newState === "open" && controls(event.currentTarget)[0]?.focus()}
        onKeyDown={goRound}
      >
        <p className="flex items-center justify-between">
          <span className="font-heading text-xl font-bold">Menu</span>
          <button
            type="button"
            popoverTarget={ID}
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
              <Link to={to} className={ITEM} onClick={close}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
        {categories.length > 0 && (
          <ul className="mt-2 border-t pt-2" aria-label="Catégories">
            {categories.map(({ slug, name }) => (
              <li key={slug}>
                <Link to={`/products?category=${slug}`} className={ITEM} onClick={close}>
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

function controls(sheet: HTMLElement): HTMLElement[] {
  return [...sheet.querySelectorAll<HTMLElement>("a, button")];
}

/** From the last control on to the first, and from the first back to the last. */
function goRound(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== "Tab") return;
  const list = controls(event.currentTarget);
  const [leaving, entering] = event.shiftKey ? [list.at(0), list.at(-1)] : [list.at(-1), list.at(0)];
  if (document.activeElement !== leaving) return;
  event.preventDefault();
  entering?.focus();
}
