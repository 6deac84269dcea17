/**
 * The mobile menu: a sheet at the bottom edge, within reach of the thumb. It is a native popover, so it opens
 * and closes without script. With script it also traps the focus while it is open, and closes when a link is
 * followed.
 */

import { useRef } from "react";
import { CloseIcon, MenuIcon } from "#app/components/ui/icons.tsx";
import { trapFocus } from "#app/components/ui/trap-focus.ts";
import type { MenuLinksProps } from "./menu-links.tsx";
import { StaticLinks, useCurrentPage } from "./static-links.tsx";

const serverModule = import.meta.env.SSR ? await import("./menu-links.tsx") : null;

const MENU_ID = "menu";

export function MobileMenu(menu: Omit<MenuLinksProps, "current">) {
  const sheet = useRef<HTMLElement>(null);
  const page = useCurrentPage();
  const links = { ...menu, current: serverModule?.findInMenu(page, menu.categories) ?? null };
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
        onToggle={(event) =>
          event.newState === "open" && event.currentTarget.querySelector<HTMLElement>("a, button")?.focus()
        }
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
        <StaticLinks
          id="menu-links"
          onFollow={() => sheet.current?.hidePopover()}
          input={[serverModule?.MenuLinks, links]}
        >
          {() => serverModule && <serverModule.MenuLinks {...links} />}
        </StaticLinks>
      </nav>
    </div>
  );
}
