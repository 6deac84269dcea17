/** The bell of the top bar: the number of pending items, with links to their lists, and how new ones are told. */
import Bell from "lucide-react/icons/bell";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { DROPDOWN_ITEM_CLASS, Dropdown } from "#app/components/admin/dropdown.tsx";
import { useMayOpen } from "#app/features/admin/shared/use-rights.ts";
import type { PendingCounts } from "./pending-counts.queries.ts";

const pendingLinks = [
  { kind: "orders", label: "Commandes en attente", to: "/admin/orders?status=pending" },
  { kind: "reviews", label: "Avis à modérer", to: "/admin/reviews?status=pending" },
  { kind: "messages", label: "Messages non lus", to: "/admin/messages?status=unread" },
  { kind: "quotes", label: "Cotations non lues", to: "/admin/quotes?status=unread" },
  { kind: "returns", label: "Retours demandés", to: "/admin/returns?state=requested" },
  { kind: "priceLists", label: "Tarifs pro demandés", to: "/admin/price-lists" },
] as const;

interface PendingBellProps {
  counts: PendingCounts | null;
  /** Below the links: how the browser tells of new items. */
  settings: ReactNode;
}

export function PendingBell({ counts, settings }: PendingBellProps) {
  const mayOpen = useMayOpen();
  const links = pendingLinks.filter(({ to }) => mayOpen(to));
  if (links.length === 0) return null;
  const total = counts ? links.reduce((sum, { kind }) => sum + counts[kind], 0) : 0;
  return (
    <Dropdown
      label={counts ? `En attente : ${total}` : "En attente"}
      className="icon-btn relative"
      button={
        <>
          <Bell aria-hidden size={20} />
          {total > 0 && <span className="admin-badge">{total > 99 ? "99+" : total}</span>}
        </>
      }
    >
      {(close) => (
        <>
          <p className="px-3 pt-1.5 pb-1 text-xs font-medium text-muted">En attente d'une réponse</p>
          <ul>
            {links.map(({ kind, label, to }) => (
              <li key={kind}>
                <Link to={to} className={DROPDOWN_ITEM_CLASS} onClick={close}>
                  <span className="grow">{label}</span>
                  <span className="text-muted tabular-nums">{counts ? counts[kind] : "…"}</span>
                </Link>
              </li>
            ))}
          </ul>
          <div className="mt-1.5 border-t border-border px-3 pt-1.5">{settings}</div>
        </>
      )}
    </Dropdown>
  );
}
