/** The movements of the cash book. */
import Undo2 from "lucide-react/icons/undo-2";
import { Link } from "react-router";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { ROW_ACTION_CLASS } from "#app/components/admin/row-actions.tsx";
import { formatDateTime, formatShortDay } from "#app/lib/format/date-times.ts";
import { formatXof } from "#app/lib/format/money.ts";
import type { Movement } from "./cash.queries.ts";
import { ACCOUNT_LABELS } from "./cash-accounts.ts";

interface MovementListProps {
  movements: readonly Movement[];
  /** Absent for whoever may not take a movement back. */
  onReverse?: ((movement: Movement) => void) | undefined;
}

export function MovementList({ movements, onReverse }: MovementListProps) {
  const reversed = new Set(movements.map(({ reverses_id }) => reverses_id));
  const columns: Column<Movement>[] = [
    ...dataColumns,
    ...(onReverse
      ? [
          {
            label: "Actions",
            numeric: true,
            cardPosition: "second-end" as const,
            render: (movement: Movement) =>
              isReversible(movement) &&
              !reversed.has(movement.id) && (
                <button
                  type="button"
                  aria-label={`Annuler le mouvement de ${formatXof(movement.amount)}`}
                  title="Annuler"
                  className={ROW_ACTION_CLASS}
                  onClick={() => onReverse(movement)}
                >
                  <Undo2 aria-hidden size={18} />
                </button>
              ),
          },
        ]
      : []),
  ];
  return (
    <DataTable
      caption="Les mouvements de la caisse"
      columns={columns}
      rows={movements}
      getRowKey={({ id }) => id}
    />
  );
}

/** What was entered at the shop, and the payments that a courier told; a credit and a count stand. */
function isReversible(movement: Movement): boolean {
  const { order_id, run_id, carrier_id, reverses_id, from_account, to_account } = movement;
  if (carrier_id !== null || reverses_id !== null) return false;
  if (order_id === null)
    return run_id === null && from_account !== "difference" && to_account !== "difference";
  return from_account === "order"
    ? ["drawer", "mobile_money", "courier"].includes(to_account)
    : ["drawer", "mobile_money"].includes(from_account);
}

const dataColumns: Column<Movement>[] = [
  {
    label: "Mouvement",
    isRowHeader: true,
    render: ({ from_account, to_account, at, book_day }) => (
      <span className="grid">
        <span>
          {ACCOUNT_LABELS[from_account]} → {ACCOUNT_LABELS[to_account]}
        </span>
        <span className="text-xs font-normal text-muted">
          <time dateTime={at}>{formatDateTime(at)}</time>
          {!at.startsWith(book_day) && ` · compté le ${formatShortDay(book_day)}`}
        </span>
      </span>
    ),
  },
  {
    label: "Montant",
    numeric: true,
    cardPosition: "first-end",
    render: ({ amount }) => <strong className="whitespace-nowrap">{formatXof(amount)}</strong>,
  },
  { label: "Pour", cardPosition: "second", render: (movement) => <Subject movement={movement} /> },
  { label: "Par", cardPosition: "second-end", render: ({ actor_name }) => actor_name ?? "–" },
];

function Subject({
  movement: { orders, runs, carriers, reference, note, reverses_id },
}: {
  movement: Movement;
}) {
  const texts = [
    runs && [runs.name, runs.courier_name].filter(Boolean).join(", "),
    carriers?.name,
    reverses_id && "Annulation",
    reference,
    note,
  ].filter(Boolean);
  if (!orders && texts.length === 0) return "–";
  return (
    <span className="grid justify-items-start wrap-anywhere">
      {orders && (
        <Link
          to={`/admin/orders?search=${orders.number}`}
          className="link inline-flex min-h-11 items-center md:min-h-0"
        >
          {orders.number}
        </Link>
      )}
      {texts.length > 0 && <span className="text-sm">{texts.join(" · ")}</span>}
    </span>
  );
}
