/**
 * The items of the side menu: in the column of a wide screen, expanded or collapsed to icons, and in the
 * drawer of a phone.
 */
import { Link, useLocation } from "react-router";
import {
  formatPendingCount,
  type PendingCounts,
} from "#app/features/admin/pending-counts/pending-counts.queries.ts";
import { useMayOpen } from "#app/features/admin/shared/use-rights.ts";
import { findMenuItem, menu } from "./menu.ts";

interface SideMenuProps {
  counts: PendingCounts | null;
  /** Only the icons are visible; the labels remain as tooltips and for screen readers. */
  collapsed?: boolean;
  onNavigate?(): void;
}

export function SideMenu({ counts, collapsed = false, onNavigate }: SideMenuProps) {
  const mayOpen = useMayOpen();
  const current = findMenuItem(useLocation().pathname);
  const groups = menu
    .map(({ label, items }) => ({ label, items: items.filter(({ to }) => mayOpen(to)) }))
    .filter(({ items }) => items.length > 0);
  return (
    <nav
      aria-label="Administration"
      className={`admin-menu-items grid content-start gap-5 py-3 ${collapsed ? "px-1.5" : "px-3"}`}
    >
      {groups.map(({ label, items }) => (
        <section key={label} aria-label={label}>
          <p
            aria-hidden
            className={
              collapsed
                ? "mx-1 mb-2 h-px bg-white/20 text-transparent select-none"
                : "px-3 pb-1.5 text-xs font-medium tracking-wide text-inverse-muted"
            }
          >
            {label}
          </p>
          <ul className="grid gap-0.5">
            {items.map(({ to, label, icon: Icon, pendingKind }) => {
              const count = (pendingKind && counts?.[pendingKind]) || 0;
              return (
                <li key={to}>
                  <Link
                    to={to}
                    aria-current={to === current?.to ? "page" : undefined}
                    title={collapsed ? label : undefined}
                    onClick={onNavigate}
                    className={`admin-menu-item ${collapsed ? "justify-center" : "px-3"}`}
                  >
                    <Icon aria-hidden size={18} className="shrink-0" />
                    <span className={collapsed ? "sr-only" : "grow truncate"}>{label}</span>
                    {count > 0 && (
                      <span className={collapsed ? "admin-dot" : "admin-count"}>
                        <span className={collapsed ? "sr-only" : ""}>{formatPendingCount(count)}</span>
                        <span className="sr-only"> en attente</span>
                      </span>
                    )}
                  </Link>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </nav>
  );
}
