/** The entries of the side menu: in the column of a wide screen, open or folded to its icons, and in a phone's sheet. */
import { NavLink } from "react-router";
import type { WaitingCounts } from "../waiting/waiting.queries.ts";
import { menu } from "./menu.ts";

interface SideMenuProps {
  counts: WaitingCounts | null;
  /** Only the icons are seen; their names are still there, for pointing at and for screen readers. */
  folded?: boolean;
  onChoose?(): void;
}

export function SideMenu({ counts, folded = false, onChoose }: SideMenuProps) {
  return (
    <nav aria-label="Administration" className={`grid gap-5 py-3 ${folded ? "px-1.5" : "px-3"}`}>
      {menu.map(({ label, entries }) => (
        <section key={label} aria-label={label}>
          <p
            aria-hidden
            className={
              folded
                ? "mx-1 mb-2 h-px bg-white/20 text-transparent select-none"
                : "px-3 pb-1.5 text-xs font-medium tracking-wide text-desk-soft"
            }
          >
            {label}
          </p>
          <ul className="grid gap-0.5">
            {entries.map(({ to, label, icon: Icon, waiting }) => {
              const count = (waiting && counts?.[waiting]) || 0;
              return (
                <li key={to}>
                  <NavLink
                    to={to}
                    title={folded ? label : undefined}
                    onClick={onChoose}
                    className={`desk-entry ${folded ? "justify-center" : "px-3"}`}
                  >
                    <Icon aria-hidden size={18} className="shrink-0" />
                    <span className={folded ? "sr-only" : "grow truncate"}>{label}</span>
                    {count > 0 && (
                      <span className={folded ? "desk-dot" : "desk-count"}>
                        <span className={folded ? "sr-only" : ""}>{count}</span>
                        <span className="sr-only"> en attente</span>
                      </span>
                    )}
                  </NavLink>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </nav>
  );
}
