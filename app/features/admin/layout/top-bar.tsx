/** The top bar of every admin screen: its title, links, search, pending counts and the account menu. */
import ExternalLink from "lucide-react/icons/external-link";
import Gauge from "lucide-react/icons/gauge";
import LogOut from "lucide-react/icons/log-out";
import PanelLeft from "lucide-react/icons/panel-left";
import Settings from "lucide-react/icons/settings";
import type { ReactNode } from "react";
import { Link, NavLink } from "react-router";
import { DROPDOWN_ITEM_CLASS, Dropdown } from "#app/components/admin/dropdown.tsx";
import { SoundSwitch } from "#app/features/admin/new-orders/sound-switch.tsx";
import { PendingBell } from "#app/features/admin/pending-counts/pending-bell.tsx";
import type { PendingCounts } from "#app/features/admin/pending-counts/pending-counts.queries.ts";
import type { Administrator } from "#app/features/admin/shared/administrator.queries.ts";
import { getRoleLabel } from "#app/features/admin/shared/labels/staff-roles.ts";
import { useMayOpen } from "#app/features/admin/shared/use-rights.ts";
import { topLinks } from "./menu.ts";

interface TopBarProps {
  title: string;
  administrator: Administrator;
  counts: PendingCounts | null;
  /** Whether the menu is visible: the column of a wide screen, or the drawer of a phone. */
  menuOpen: boolean;
  onToggleMenu(): void;
  onSignOut(): void;
  search: ReactNode;
}

export function TopBar(props: TopBarProps) {
  const { title, administrator, counts, menuOpen, onToggleMenu, onSignOut, search } = props;
  const mayOpen = useMayOpen();
  return (
    <header className="sticky top-0 z-30 flex min-h-14 items-center border-b border-border bg-surface/95 px-1 md:gap-2 md:px-4">
      <button
        type="button"
        aria-label="Menu latéral"
        aria-expanded={menuOpen}
        aria-keyshortcuts="Control+B Meta+B"
        title="Menu latéral (Ctrl+B)"
        className="icon-btn shrink-0 hover:bg-surface-muted"
        onClick={onToggleMenu}
      >
        <PanelLeft aria-hidden size={20} />
      </button>
      <h1 className="line-clamp-2 min-w-0 text-sm leading-tight hyphens-auto xs:text-base md:text-lg">
        {title}
      </h1>
      <nav aria-label="Raccourcis" className="ml-4 flex gap-1 text-sm max-lg:hidden">
        {topLinks
          .filter(({ to }) => mayOpen(to))
          .map(({ to, label }) => (
            <NavLink key={to} to={to} className="admin-link">
              {label}
            </NavLink>
          ))}
      </nav>
      <div className="ml-auto flex items-center">
        {search}
        <PendingBell counts={counts} settings={<SoundSwitch />} />
        <Dropdown label="Réglages" button={<Settings aria-hidden size={20} />}>
          {(close) => (
            <>
              {mayOpen("/admin/settings") && (
                <Link to="/admin/settings" className={DROPDOWN_ITEM_CLASS} onClick={close}>
                  <Settings aria-hidden size={18} />
                  Paramètres de la boutique
                </Link>
              )}
              {mayOpen("/admin/limits") && (
                <Link to="/admin/limits" className={DROPDOWN_ITEM_CLASS} onClick={close}>
                  <Gauge aria-hidden size={18} />
                  Limites
                </Link>
              )}
              <a
                href="/"
                target="_blank"
                rel="noopener noreferrer"
                className={DROPDOWN_ITEM_CLASS}
                onClick={close}
              >
                <ExternalLink aria-hidden size={18} />
                Voir la boutique
              </a>
            </>
          )}
        </Dropdown>
        <Dropdown label={`Compte de ${administrator.name}`} button={<Initials name={administrator.name} />}>
          {() => (
            <>
              <div className="border-b border-border px-3 pt-1.5 pb-2.5">
                <p className="font-semibold break-words">{administrator.name}</p>
                <p className="break-all text-muted">{administrator.email}</p>
                <p className="text-muted">{getRoleLabel(administrator.role)}</p>
              </div>
              <button
                type="button"
                className={`${DROPDOWN_ITEM_CLASS} mt-1.5 text-danger`}
                onClick={onSignOut}
              >
                <LogOut aria-hidden size={18} />
                Se déconnecter
              </button>
            </>
          )}
        </Dropdown>
      </div>
    </header>
  );
}

function Initials({ name }: { name: string }) {
  const letters = name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase());
  return (
    <span
      data-letters={letters.join("")}
      className="grid size-8 place-items-center rounded-full bg-foreground text-xs font-semibold text-surface before:content-[attr(data-letters)]"
    />
  );
}
