/** The bar above every screen of the back office: its title, the ways around, what waits, and who is signed in. */
import ExternalLink from "lucide-react/icons/external-link";
import LogOut from "lucide-react/icons/log-out";
import PanelLeft from "lucide-react/icons/panel-left";
import Settings from "lucide-react/icons/settings";
import type { ReactNode } from "react";
import { Link, NavLink } from "react-router";
import { DROP_ENTRY, DropMenu } from "../../../components/office/drop-menu.tsx";
import type { Administrator } from "../administrator.queries.ts";
import type { WaitingCounts } from "../waiting/waiting.queries.ts";
import { WaitingBell } from "../waiting/waiting-bell.tsx";
import { topLinks } from "./menu.ts";

interface TopBarProps {
  title: string;
  administrator: Administrator;
  counts: WaitingCounts | null;
  /** Whether the menu is to be seen: the column of a wide screen, the sheet of a phone. */
  menuOpen: boolean;
  onToggleMenu(): void;
  onSignOut(): void;
  search: ReactNode;
}

export function TopBar(props: TopBarProps) {
  const { title, administrator, counts, menuOpen, onToggleMenu, onSignOut, search } = props;
  return (
    <header className="sticky top-0 z-30 flex min-h-14 items-center border-b border-line bg-sand/95 px-1 md:gap-2 md:px-4">
      <button
        type="button"
        aria-label="Menu latéral"
        aria-expanded={menuOpen}
        aria-keyshortcuts="Control+B Meta+B"
        title="Menu latéral (Ctrl+B)"
        className="icon-btn shrink-0 hover:bg-sand-deep"
        onClick={onToggleMenu}
      >
        <PanelLeft aria-hidden size={20} />
      </button>
      <h1 className="min-w-0 truncate text-base md:text-lg">{title}</h1>
      <nav aria-label="Raccourcis" className="ml-4 flex gap-1 text-sm max-lg:hidden">
        {topLinks.map(({ to, label }) => (
          <NavLink key={to} to={to} className="desk-link">
            {label}
          </NavLink>
        ))}
      </nav>
      <div className="ml-auto flex items-center">
        {search}
        <WaitingBell counts={counts} />
        <DropMenu label="Réglages" button={<Settings aria-hidden size={20} />}>
          {(close) => (
            <>
              <Link to="/admin/settings" className={DROP_ENTRY} onClick={close}>
                <Settings aria-hidden size={18} />
                Paramètres de la boutique
              </Link>
              <a href="/" target="_blank" rel="noopener noreferrer" className={DROP_ENTRY} onClick={close}>
                <ExternalLink aria-hidden size={18} />
                Voir la boutique
              </a>
            </>
          )}
        </DropMenu>
        <DropMenu label={`Compte de ${administrator.name}`} button={<Initials name={administrator.name} />}>
          {() => (
            <>
              <div className="border-b border-line px-3 pt-1.5 pb-2.5">
                <p className="font-semibold break-words">{administrator.name}</p>
                <p className="break-all text-ink-soft">{administrator.email}</p>
              </div>
              <button type="button" className={`${DROP_ENTRY} mt-1.5 text-danger`} onClick={onSignOut}>
                <LogOut aria-hidden size={18} />
                Se déconnecter
              </button>
            </>
          )}
        </DropMenu>
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
      className="grid size-8 place-items-center rounded-full bg-ink text-xs font-semibold text-sand before:content-[attr(data-letters)]"
    />
  );
}
