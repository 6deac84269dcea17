/** The number of orders in each status: a table whose figures are drawn as bars too. */
import { Link } from "react-router";
import {
  getDashboardStatusColor,
  getOrderStatusLabel,
} from "#app/features/admin/shared/labels/order-statuses.ts";
import { formatXof } from "#app/lib/format/money.ts";
import type { OrdersByStatus } from "./dashboard.queries.ts";

const barClasses: Partial<Record<ReturnType<typeof getDashboardStatusColor>, string>> = {
  green: "fill-success",
  blue: "fill-info",
  amber: "fill-warning",
};

export function StatusChart({ statuses }: { statuses: readonly OrdersByStatus[] }) {
  const maxOrders = Math.max(1, ...statuses.map(({ orders }) => orders));
  return (
    <table className="w-full text-left text-sm">
      <caption className="sr-only">Commandes par statut</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Statut</th>
          <th scope="col">Commandes</th>
          <th scope="col">Montant</th>
        </tr>
      </thead>
      <tbody>
        {statuses.map(({ status, orders, amount }) => (
          <tr
            key={status}
            className="grid grid-cols-[1fr_auto] gap-x-3 border-t border-border px-4 py-2 first:border-t-0"
          >
            <th scope="row" className="font-medium">
              <Link
                to={`/admin/orders?status=${status}`}
                className="inline-flex min-h-11 items-center hover:underline md:min-h-0"
              >
                {getOrderStatusLabel(status)}
              </Link>
            </th>
            <td className="col-start-2 row-start-1 self-center font-heading text-base font-bold tabular-nums">
              {orders}
            </td>
            <td className="col-span-2 grid gap-1 text-xs text-muted tabular-nums">
              <svg aria-hidden="true" width="100%" height="8">
                <rect width="100%" height="8" rx="4" className="fill-surface-muted" />
                <rect
                  width={`${(orders / maxOrders) * 100}%`}
                  height="8"
                  rx="4"
                  className={barClasses[getDashboardStatusColor(status)] ?? "fill-warning"}
                />
              </svg>
              {formatXof(amount)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
