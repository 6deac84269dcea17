/** The badge of the top bar: how many things wait, and where each of them is. */
import Bell from "lucide-react/icons/bell";
import { Link } from "react-router";
import { DROP_ENTRY, DropMenu } from "../../../components/office/drop-menu.tsx";
import type { WaitingCounts } from "./waiting.queries.ts";

const kinds = [
  { kind: "orders", label: "Commandes en attente", to: "/admin/orders?status=pending" },
  { kind: "reviews", label: "Avis à modérer", to: "/admin/reviews?status=pending" },
  { kind: "messages", label: "Messages non lus", to: "/admin/messages?status=unread" },
  { kind: "quotes", label: "Cotations non lues", to: "/admin/quotes?status=unread" },
] as const;

export function WaitingBell({ counts }: { counts: WaitingCounts | null }) {
  const total = counts ? kinds.reduce((sum, { kind }) => sum + counts[kind], 0) : 0;
  return (
    <DropMenu
      label={counts ? `En attente : ${total}` : "En attente"}
      className="icon-btn relative"
      button={
        <>
          <Bell aria-hidden size={20} />
          {total > 0 && <span className="desk-badge">{total > 99 ? "99+" : total}</span>}
        </>
      }
    >
      {(close) => (
        <>
          <p className="px-3 pt-1.5 pb-1 text-xs font-medium text-ink-soft">En attente d'une réponse</p>
          <ul>
            {kinds.map(({ kind, label, to }) => (
              <li key={kind}>
                <Link to={to} className={DROP_ENTRY} onClick={close}>
                  <span className="grow">{label}</span>
                  <span className="text-ink-soft tabular-nums">{counts ? counts[kind] : "…"}</span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </DropMenu>
  );
}
